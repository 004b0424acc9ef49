/** Names elements of a contract for messages. */
import {
  childOf,
  type Json,
  type JsonObject,
  pointerTo,
  stepsOf,
  targetOf,
  textOf,
  valueAt,
} from '@agent-conversation/contract';

const labels: Readonly<Record<string, string>> = {
  parameters: 'parameter',
  responses: 'response',
  headers: 'header',
  requestBodies: 'request body',
  examples: 'example',
  links: 'link',
  securitySchemes: 'security scheme',
};

/**
 * The name of the element at a JSON Pointer.
 *
 * @example elementName(root, '/components/schemas/Sandbox/properties/id') // '`Sandbox.id`'
 */
export function elementName(root: JsonObject, pointer: string): string {
  const [first = '', second = '', third = '', ...rest] = stepsOf(pointer);
  if (first === 'components' && third !== '') {
    if (second === 'schemas') return schemaName(third, rest);
    const name =
      second === 'parameters'
        ? childOf(valueAt(root, pointerTo('', first, second, third)), 'name')
        : third;
    return part(`${labels[second] ?? second} \`${textOf(name)}\``, rest);
  }
  if (first === 'paths' && second !== '') {
    const operation = valueAt(root, pointerTo('/paths', second, third));
    const id = childOf(operation, 'operationId');
    if (third === '') return `path \`${second}\``;
    return operationPart(
      root,
      operation,
      typeof id === 'string' ? `\`${id}\`` : `\`${third.toUpperCase()} ${second}\``,
      rest,
    );
  }
  if (first === 'servers' && second !== '') {
    return `server \`${textOf(childOf(valueAt(root, pointerTo('', first, second)), 'url'))}\``;
  }
  return pointer === '' ? 'The document' : `\`${stepsOf(pointer).join('.')}\``;
}

function operationPart(
  root: JsonObject,
  operation: Json | undefined,
  id: string,
  rest: readonly string[],
): string {
  const [kind = '', key = '', ...more] = rest;
  if (kind === 'parameters' && key !== '') {
    const own = childOf(childOf(operation, kind), key);
    const $ref = childOf(own, '$ref');
    const name = childOf(typeof $ref === 'string' ? valueAt(root, targetOf($ref)) : own, 'name');
    return part(
      typeof name === 'string' ? `\`${name}\` of ${id}` : `parameter ${key} of ${id}`,
      more,
    );
  }
  if (kind === 'responses' && key !== '') return part(`response ${key} of ${id}`, more);
  if (kind === 'requestBody') return part(`request body of ${id}`, rest.slice(1));
  return id;
}

/** What a parameter, request body or response contains. */
function part(of: string, [kind = '', name = '', ...rest]: readonly string[]): string {
  if (kind === 'schema') return inSchema(of, [name, ...rest]);
  if (kind === 'content' && name !== '') {
    if (rest[0] === 'schema') return inSchema(of, rest.slice(1));
    return rest[0] === 'examples'
      ? `example \`${rest[1]}\` of ${of}`
      : `media type \`${name}\` of ${of}`;
  }
  return labels[kind] && name !== '' ? part(`${labels[kind]} \`${name}\` of ${of}`, rest) : of;
}

function inSchema(of: string, rest: readonly string[]): string {
  const path = schemaPath(rest).replace(/^\./, '');
  return path === '' ? of : `\`${path}\` in ${of}`;
}

const schemaName = (name: string, rest: readonly string[]) =>
  rest.includes('x-lifecycle') ? `Lifecycle of \`${name}\`` : `\`${name}${schemaPath(rest)}\``;

/** `.name` for a property, `[]` for items, `[*]` for other properties, `|2` for a variant. */
function schemaPath([first = '', second, ...more]: readonly string[]): string {
  if (first === 'items') return `[]${schemaPath(second === undefined ? [] : [second, ...more])}`;
  if (first === 'additionalProperties')
    return `[*]${schemaPath(second === undefined ? [] : [second, ...more])}`;
  if (second === undefined) return '';
  if (first === 'properties') return `.${second}${schemaPath(more)}`;
  return /^(anyOf|oneOf|allOf|prefixItems)$/.test(first)
    ? `|${Number(second) + 1}${schemaPath(more)}`
    : '';
}

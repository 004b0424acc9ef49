import type { Contract } from '../model/contract.ts';
import { type Json, member, textOf } from '../model/json.ts';
import { below, namesOf, step, valueAt } from '../model/pointer.ts';

/**
 * What people call the element at a JSON Pointer.
 *
 * @example elementName(contract, '/components/schemas/Sandbox/properties/id') // 'the member `Sandbox.id`'
 */
export function elementName({ root }: Contract, pointer: string): string {
  const names = namesOf(pointer);
  const [first = '', second = '', third = '', fourth = ''] = names;
  if (first === 'components' && names.length > 2) {
    const pointerOfIt = below('', first, second, third);
    return componentName(second, third, valueAt(root, pointerOfIt), names.slice(3));
  }
  if (first === 'paths' && names.length > 1) {
    if (third === 'servers') return serverName(root, names, 3, ` of the path \`${second}\``);
    const operation = step(step(root['paths'], second), third);
    const operationId = member(operation, 'operationId');
    if (names.length < 3 || member(operation, 'responses') === undefined) {
      return names.length > 2 && third !== 'parameters'
        ? `the operation \`${third.toUpperCase()} ${second}\``
        : `the path \`${second}\``;
    }
    const id = `\`${typeof operationId === 'string' ? operationId : `${third.toUpperCase()} ${second}`}\``;
    if (fourth === 'servers') return serverName(root, names, 4, ` of ${id}`);
    return fourth === '' ? `the operation ${id}` : partName(operation, names.slice(3), id);
  }
  if (first === 'servers') return serverName(root, names, 1, '');
  const entry = valueAt(root, below('', first, second));
  if (first === 'tags' && second) return `the tag \`${textOf(member(entry, 'name'))}\``;
  return pointer === '' ? 'the document' : `\`${names.join('.')}\``;
}

/** @param at where the names of the pointer tell which of the servers it is */
function serverName(root: Json, names: readonly string[], at: number, of: string): string {
  if (names[at] === undefined) return `\`servers\`${of}`;
  const url = member(valueAt(root, below('', ...names.slice(0, at + 1))), 'url');
  return `the server \`${textOf(url)}\`${of}`;
}

function componentName(
  kind: string,
  name: string,
  component: Json | undefined,
  rest: readonly string[],
): string {
  if (kind === 'schemas') return schemaName(name, rest, 'the schema');
  const words: Readonly<Record<string, string>> = {
    parameters: `the parameter \`${textOf(member(component, 'name') ?? name)}\``,
    responses: `the answer \`${name}\``,
    examples: `the example \`${name}\``,
    securitySchemes: `the security scheme \`${name}\``,
    headers: `the header \`${name}\``,
    requestBodies: `the request body \`${name}\``,
    links: `the link \`${name}\``,
  };
  return inPart(words[kind] ?? `the component \`${name}\``, rest);
}

function partName(operation: Json | undefined, rest: readonly string[], id: string): string {
  const [part, key = '', ...more] = rest;
  if (part === 'parameters' && key !== '') {
    const parameter = step(member(operation, part), key);
    const $ref = member(parameter, '$ref');
    const name =
      typeof $ref === 'string' ? $ref.slice($ref.lastIndexOf('/') + 1) : member(parameter, 'name');
    return inPart(`the parameter \`${textOf(name)}\` of ${id}`, more);
  }
  if (part === 'responses' && key !== '') return inPart(`the answer ${key} of ${id}`, more);
  if (part === 'requestBody') return inPart(`the body of ${id}`, rest.slice(1));
  return inPart(`the operation ${id}`, rest);
}

/** What is in a parameter, body or answer: the kinds of things that have names there, or a schema. */
function inPart(of: string, rest: readonly string[]): string {
  const [first, second, third, ...more] = rest;
  if (first === undefined) return of;
  if (first === 'schema') return inSchema(of, rest.slice(1));
  if (first === 'content' && second !== undefined) {
    if (third === 'schema') return inSchema(of, more);
    if (third === 'examples' && more[0] !== undefined) return `the example \`${more[0]}\` of ${of}`;
    return `the media type \`${second}\` of ${of}`;
  }
  const kinds: Readonly<Record<string, string>> = {
    headers: 'header',
    links: 'link',
    examples: 'example',
  };
  const kind = kinds[first];
  if (kind !== undefined && second !== undefined) {
    return inPart(`the ${kind} \`${second}\` of ${of}`, rest.slice(2));
  }
  return of;
}

function inSchema(of: string, rest: readonly string[]): string {
  const path = schemaPath(rest);
  return path === '' ? of : `\`${path.replace(/^\./, '')}\` in ${of}`;
}

function schemaName(name: string, rest: readonly string[], what: string): string {
  if (rest.includes('x-lifecycle')) return `the lifecycle of \`${name}\``;
  const path = schemaPath(rest);
  if (path === '') return `${what} \`${name}\``;
  return path.endsWith(']') || path.includes('|')
    ? `\`${name}${path}\``
    : `the member \`${name}${path}\``;
}

/** The way into a schema: `.name` for a member, `[]` for elements, `[*]` for other members, `|2` for a variant. */
function schemaPath(rest: readonly string[]): string {
  const [first, second, ...more] = rest;
  if (first === undefined) return '';
  if (first === 'items') return `[]${schemaPath(rest.slice(1))}`;
  if (first === 'additionalProperties') return `[*]${schemaPath(rest.slice(1))}`;
  if (second === undefined) return '';
  if (first === 'properties') return `.${second}${schemaPath(more)}`;
  const isVariant = first === 'anyOf' || first === 'oneOf' || first === 'allOf';
  return isVariant ? `|${Number(second) + 1}${schemaPath(more)}` : '';
}

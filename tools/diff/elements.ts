/** Names elements of a contract and their values, and finds their provenance. */
import {
  childOf,
  isList,
  type Json,
  type JsonObject,
  operationsOf,
  pointerTo,
  type Provenance,
  provenances,
  resolve,
  stepsOf,
  targetOf,
  textOf,
  valueAt,
} from '@agent-conversation/contract';
import { shortened } from './contract.ts';

const labels: Readonly<Record<string, string>> = {
  content: 'media type',
  examples: 'example',
  headers: 'header',
  links: 'link',
  parameters: 'parameter',
  requestBodies: 'request body',
  responses: 'response',
  securitySchemes: 'security scheme',
};

/**
 * Returns the name of the element at a JSON Pointer.
 *
 * @example elementName(root, '/components/schemas/Sandbox/properties/id') // '`Sandbox.id`'
 */
export function elementName(root: JsonObject, pointer: string): string {
  const [section, kind = '', key = '', ...rest] = stepsOf(pointer);
  const parameterName = (...steps: readonly string[]) => {
    const parameter = valueAt(root, pointerTo('', ...steps));
    return textOf(childOf(resolve(root, parameter).value, 'name'));
  };
  if (section === 'components' && kind === 'schemas' && key !== '') {
    if (rest.includes('x-lifecycle')) return `Lifecycle of \`${key}\``;
    return `\`${key}${schemaPath(rest)}\``;
  }
  if (section === 'components' && key !== '') {
    const name =
      kind === 'parameters' ? parameterName(section, kind, key) : key;
    return partName(`${labels[kind] ?? kind} \`${name}\``, rest);
  }
  if (section === 'paths' && key !== '') {
    const operation = operationsOf(root).find(
      (it) => it.path === kind && it.method === key,
    );
    const id = `\`${operation?.id ?? `${key.toUpperCase()} ${kind}`}\``;
    const [part = '', item = '', ...more] = rest;
    if (part === 'requestBody')
      return partName(`request body of ${id}`, rest.slice(1));
    const label = labels[part];
    if (label === undefined || item === '') return id;
    const name =
      part === 'parameters' && parameterName(section, kind, key, part, item);
    return partName(
      `${name ? `\`${name}\`` : `${label} ${item}`} of ${id}`,
      more,
    );
  }
  if (section === 'paths' && kind !== '') return `path \`${kind}\``;
  return pointer === '' ? 'The document' : `\`${stepsOf(pointer).join('.')}\``;
}

/** Names what a parameter, request body or response contains. */
function partName(
  of: string,
  [kind = '', name = '', ...rest]: readonly string[],
): string {
  if (kind === 'schema') {
    const path = schemaPath(name === '' ? [] : [name, ...rest]).replace(
      /^\./,
      '',
    );
    return path === '' ? of : `\`${path}\` in ${of}`;
  }
  if (kind === 'content' && rest.length > 0) return partName(of, rest);
  return labels[kind] && name !== ''
    ? partName(`${labels[kind]} \`${name}\` of ${of}`, rest)
    : of;
}

/** `.name` for a property, `[]` for items, `[*]` for other properties, `|2` for a variant. */
function schemaPath([keyword = '', ...rest]: readonly string[]): string {
  if (keyword === 'items') return `[]${schemaPath(rest)}`;
  if (keyword === 'additionalProperties') return `[*]${schemaPath(rest)}`;
  const [name, ...more] = rest;
  if (name === undefined) return '';
  if (keyword === 'properties') return `.${name}${schemaPath(more)}`;
  const hasPositions = /^(anyOf|oneOf|allOf|prefixItems)$/.test(keyword);
  return hasPositions ? `|${Number(name) + 1}${schemaPath(more)}` : '';
}

/** Returns the nearest annotation of an element or around it; `documented` if there is none. */
export function provenanceAt(root: JsonObject, pointer: string): Provenance {
  const steps = stepsOf(pointer);
  let node: Json | undefined = root;
  let nearest: Provenance = 'documented';
  for (const [at, step] of steps.entries()) {
    node = childOf(node, step);
    // A parameter or response has the annotation of what it refers to; a schema has its own.
    const isEntry =
      steps[0] === 'paths' &&
      at < 5 &&
      /^(parameters|responses)$/.test(steps[at - 1] ?? '');
    const annotated = isEntry ? resolve(root, node).value : node;
    const provenance = childOf(annotated, 'x-provenance');
    nearest = provenances.find((each) => each === provenance) ?? nearest;
  }
  return nearest;
}

/** Writes a value in a sentence. */
export function shown(value: Json | undefined): string {
  if (value === undefined) return 'none';
  const $ref = typeof value === 'string' ? value : childOf(value, '$ref');
  if (typeof $ref === 'string' && $ref.startsWith('#/components/')) {
    return `\`${targetOf($ref).replace('/components/', '')}\``;
  }
  if (isList(value) && value.every((it) => typeof it !== 'object')) {
    return value.join(', ') || 'an empty list';
  }
  return shortened(textOf(value), 120);
}

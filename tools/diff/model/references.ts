import { isList, isRecord, type Json } from './json.ts';
import { below } from './pointer.ts';

/** Members whose own members have names of the contract's choice. */
const maps: ReadonlySet<string> = new Set([
  'paths',
  'properties',
  'patternProperties',
  'dependentSchemas',
  '$defs',
  'responses',
  'headers',
  'content',
  'examples',
  'links',
  'callbacks',
  'mapping',
  'schemas',
  'parameters',
  'requestBodies',
  'securitySchemes',
]);

/** Members that hold data, in which `$ref` means nothing. */
const data: ReadonlySet<string> = new Set(['example', 'value', 'default', 'const', 'enum']);

/** A `$ref`, or a mapping of a discriminator. */
export interface Reference {
  /** Where it stands. */
  readonly pointer: string;
  /** Where it leads to: a JSON Pointer; or as it stands, if it leads out of the document. */
  readonly target: string;
}

/** The references in a part of a document, but not those in what they lead to. */
export function referencesIn(value: Json | undefined, pointer: string): Reference[] {
  return collect(value, pointer, false);
}

function collect(value: Json | undefined, pointer: string, isMap: boolean): Reference[] {
  if (isList(value)) return value.flatMap((it, index) => collect(it, below(pointer, index), false));
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    const place = below(pointer, name);
    if (typeof inner === 'string') {
      const isReference = isMap ? inner.startsWith('#/') : name === '$ref';
      return isReference ? [{ pointer: place, target: targetOf(inner) }] : [];
    }
    if (!isMap && (data.has(name) || name.startsWith('x-'))) return [];
    return collect(inner, place, !isMap && maps.has(name));
  });
}

/** The JSON Pointer of a `$ref` into the same document; any other, and one with a broken `%`, as it stands. */
export function targetOf($ref: string): string {
  if (!$ref.startsWith('#/')) return $ref;
  try {
    return decodeURIComponent($ref.slice(1));
  } catch {
    return $ref;
  }
}

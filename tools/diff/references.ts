/** Finds the references of a document, and writes them as pointers into it. */
import {
  childrenOf,
  isList,
  isObject,
  type Json,
  type JsonObject,
  objectOf,
  pointerTo,
} from '@agent-conversation/contract';

/** Names of keywords whose values are data, or maps from names that may be `$ref`. */
const data: ReadonlySet<string> = new Set([
  'example',
  'examples',
  'default',
  'enum',
  'const',
  'value',
]);
const maps: ReadonlySet<string> = new Set([
  'properties',
  'patternProperties',
  '$defs',
  'dependentSchemas',
  'schemas',
  'parameters',
  'headers',
  'requestBodies',
  'responses',
  'content',
  'encoding',
  'links',
  'callbacks',
  'pathItems',
  'webhooks',
  'securitySchemes',
  'variables',
]);

interface Visited {
  readonly pointer: string;
  readonly object: Record<string, Json>;
  /** The address of the schema around it, or of the document (JSON Schema 2020-12 Core, section 8.2.1). */
  readonly address: string;
}

/** Stands for the address of the document, which nobody knows. */
const ofDocument = 'https://document.invalid/';

/** Visits every object that may be a schema or a reference. */
export function* objectsIn(
  value: Json,
  pointer = '',
  isMap = false,
  around = ofDocument,
): Generator<Visited> {
  const { $id } = objectOf(value);
  const isAddress =
    !isMap && typeof $id === 'string' && URL.canParse($id, around);
  const address = isAddress
    ? new URL($id, around).href.replace(/#$/, '')
    : around;
  if (!isMap && isObject(value))
    yield { pointer, object: value as Record<string, Json>, address };
  for (const [name, child] of childrenOf(value)) {
    const isName = isMap || isList(value);
    if (!isName && data.has(String(name))) continue;
    const isMapBelow = !isName && maps.has(String(name));
    yield* objectsIn(child, pointerTo(pointer, name), isMapBelow, address);
  }
}

/** Finds references, wherever one may stand. */
export function referencesOf(root: JsonObject) {
  return [...objectsIn(root)].flatMap(({ pointer, object }) =>
    typeof object['$ref'] === 'string'
      ? [{ pointer: pointerTo(pointer, '$ref'), reference: object['$ref'] }]
      : [],
  );
}

/**
 * Writes all references of a document as pointers into it: those below a schema with an address of its own are relative
 * to that schema (JSON Schema 2020-12 Core, sections 8.2.1 and 8.2.3.1). What leads nowhere stays as it is.
 */
export function makeReferencesLocal(root: JsonObject): void {
  const objects = [...objectsIn(root)];
  const pointers = pointersIn(objects);
  for (const { object, address } of objects) {
    const { $ref } = object;
    if (typeof $ref !== 'string' || !URL.canParse($ref, address)) continue;
    const isLocal = address === ofDocument && /^#(\/|$)/.test($ref);
    const { href, hash } = new URL($ref, address);
    const isPointer = hash.startsWith('#/');
    const pointer = pointers.get(
      isPointer ? href.slice(0, -hash.length) : href.replace(/#$/, ''),
    );
    if (isLocal || pointer === undefined) continue;
    const steps = pointer.split('/').map(encodeURIComponent).join('/');
    object['$ref'] = `#${steps}${isPointer ? hash.slice(1) : ''}`;
  }
}

/** Returns the pointers of all schemas with an address or an anchor, by address. */
function pointersIn(objects: readonly Visited[]): ReadonlyMap<string, string> {
  const pointers = new Map<string, string>();
  for (const { pointer, object, address } of objects) {
    const { $anchor, $dynamicAnchor } = object;
    if (!pointers.has(address)) pointers.set(address, pointer);
    for (const anchor of [$anchor, $dynamicAnchor]) {
      if (typeof anchor !== 'string') continue;
      const key = `${address}#${anchor}`;
      if (!pointers.has(key)) pointers.set(key, pointer);
    }
  }
  return pointers;
}

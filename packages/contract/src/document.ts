/** References and operations of an OpenAPI document. Nothing here assumes that the document is valid. */
import {
  childOf,
  childrenOf,
  isObject,
  type Json,
  type JsonObject,
  listOf,
  objectOf,
  pointerTo,
  valueAt,
} from './json.ts';

/** The methods that a path item may have (OpenAPI 3.1.1, section 4.8.9). */
export const methods: readonly string[] = 'get put post delete options head patch trace'.split(' ');

/** Returns the JSON Pointer of a local `$ref`; any other `$ref` unchanged. */
export function targetOf($ref: string): string {
  try {
    return $ref.startsWith('#/') ? decodeURIComponent($ref.slice(1)) : $ref;
  } catch {
    return $ref;
  }
}

/** What a node stands for, and where that is. */
export interface Resolved {
  /** Of the target of the last `$ref`; undefined if the node is none. */
  readonly pointer: string | undefined;
  readonly value: Json | undefined;
}

/** Follows a `$ref`, and those that it leads to. What stands beside a `$ref` applies as well. */
export function resolve(root: unknown, node: unknown, depth = 0): Resolved {
  const $ref = childOf(node, '$ref');
  if (typeof $ref !== 'string' || depth > 20) return { pointer: undefined, value: node as Json };
  const { $ref: _, ...beside } = objectOf(node);
  const pointer = targetOf($ref);
  const target = resolve(root, valueAt(root, pointer), depth + 1);
  const value = isObject(target.value) ? { ...target.value, ...beside } : target.value;
  return { pointer: target.pointer ?? pointer, value };
}

/** Properties that hold data, in which a `$ref` means nothing. */
const data = new Set(['example', 'examples', 'value', 'default', 'const', 'enum']);
const maps = /^(properties|patternProperties|\$defs)$/;

/** Returns every `$ref` in a part of a document, with its own pointer; data and extensions have none. */
export function referencesIn(
  part: unknown,
  pointer = '',
  isMap = false,
): { readonly pointer: string; readonly target: string }[] {
  return childrenOf(part).flatMap(([name, child]) => {
    const here = pointerTo(pointer, name);
    if (typeof name === 'number' || isMap) return referencesIn(child, here);
    if (name === '$ref' && typeof child === 'string') {
      return [{ pointer: here, target: targetOf(child) }];
    }
    // The examples of a media type are a map with references, those of a schema are a list of data.
    const isData = data.has(name) && !(name === 'examples' && isObject(child));
    return isData || name.startsWith('x-') ? [] : referencesIn(child, here, maps.test(name));
  });
}

/** Returns the pointers that the references in a part lead to, also through one another. */
export function targetsFrom(root: unknown, part: unknown, found = new Set<string>()): Set<string> {
  for (const { target } of referencesIn(part)) {
    if (!found.has(target)) targetsFrom(root, valueAt(root, target), found.add(target));
  }
  return found;
}

/** An operation with its position in the document. */
export interface Operation {
  readonly pointer: string;
  /** The operationId; method and path if there is none. */
  readonly id: string;
  readonly path: string;
  /** In lower case. */
  readonly method: string;
  readonly value: JsonObject;
  /** The path item that has it. */
  readonly item: JsonObject;
}

/** Returns the operations of a document, in its order. */
export function operationsOf(root: unknown): readonly Operation[] {
  return Object.entries(objectOf(childOf(root, 'paths'))).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const value = childOf(item, method);
      if (!isObject(value) || !isObject(item)) return [];
      const { operationId } = value;
      const id = typeof operationId === 'string' ? operationId : `${method.toUpperCase()} ${path}`;
      return [{ pointer: pointerTo('/paths', path, method), id, path, method, value, item }];
    }),
  );
}

/** Returns the parameters of an operation with those of its path, behind their references. */
export function parametersOf(root: unknown, { item, value }: Operation): readonly JsonObject[] {
  const all = [...listOf(item['parameters']), ...listOf(value['parameters'])];
  return all.map((it) => objectOf(resolve(root, it).value));
}

/** Finds the operation that a request calls; a path without parameters precedes one with them. */
export function routeOf<O extends Pick<Operation, 'method' | 'path'>>(
  operations: readonly O[],
  method: string,
  pathname: string,
): { readonly operation: O; readonly parameters: Readonly<Record<string, string>> } | undefined {
  const steps = pathname.split('/');
  const isFit = ({ path }: O) => {
    const parts = path.split('/');
    return (
      parts.length === steps.length &&
      parts.every((part, at) => part === steps[at] || (/^\{.*\}$/.test(part) && steps[at] !== ''))
    );
  };
  const [operation] = operations
    .filter((it) => it.method === method.toLowerCase() && isFit(it))
    .toSorted((one, other) => one.path.split('{').length - other.path.split('{').length);
  if (!operation) return undefined;
  const entries = operation.path
    .split('/')
    .flatMap((part, at) =>
      part.startsWith('{') ? [[part.slice(1, -1), decoded(steps[at] ?? '')]] : [],
    );
  return { operation, parameters: Object.fromEntries(entries) as Record<string, string> };
}

function decoded(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch {
    return step;
  }
}

/** References of an OpenAPI document. Nothing here assumes that the document is valid. */
import {
  childOf,
  childrenOf,
  isObject,
  type Json,
  objectOf,
  pointerTo,
  stepsOf,
  valueAt,
} from './json.ts';
import type { Reference } from './model.ts';
import { isPercentEncoded } from './routes.ts';

/** Returns the JSON Pointer of a local `$ref`; any other `$ref` unchanged. */
export function targetOf($ref: string): string {
  const isPointer = $ref.startsWith('#/') && isPercentEncoded($ref);
  return isPointer ? decodeURIComponent($ref.slice(1)) : $ref;
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
  if (typeof $ref !== 'string' || depth > 20)
    return { pointer: undefined, value: node as Json };
  const { $ref: _, ...beside } = objectOf(node);
  const pointer = targetOf($ref);
  const target = resolve(root, valueAt(root, pointer), depth + 1);
  const isPlain = Object.keys(beside).length === 0 || !isObject(target.value);
  const value = isPlain
    ? target.value
    : { ...objectOf(target.value), ...beside };
  return { pointer: target.pointer ?? pointer, value };
}

/** Properties that hold data, in which a `$ref` means nothing. */
const data = new Set([
  'example',
  'examples',
  'value',
  'default',
  'const',
  'enum',
]);
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
    return isData || name.startsWith('x-')
      ? []
      : referencesIn(child, here, maps.test(name));
  });
}

/** Returns the pointers that the references in a part lead to, also through one another. */
export function targetsFrom(
  root: unknown,
  part: unknown,
  found = new Set<string>(),
): Set<string> {
  for (const { target } of referencesIn(part)) {
    if (!found.has(target))
      targetsFrom(root, valueAt(root, target), found.add(target));
  }
  return found;
}

/** Returns the element of a valid contract that a reference leads to, or the element itself. */
export function dereference<T extends object>(
  root: unknown,
  node: T | Reference,
): T {
  return resolve(root, node).value as T;
}

/** Returns the name of the component that a `$ref` names. */
export function nameOf($ref: string): string {
  return stepsOf(targetOf($ref)).at(-1) ?? '';
}

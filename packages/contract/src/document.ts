/** References and operations of an OpenAPI document. Nothing here assumes that the document is valid. */
import {
  childOf,
  childrenOf,
  isObject,
  type Json,
  type JsonObject,
  objectOf,
  pointerTo,
  stepsOf,
  valueAt,
} from './json.ts';
import type { Contract, OperationObject, Parameter, PathItem, Reference } from './model.ts';
import { isPercentEncoded } from './routes.ts';

/** The methods that a path item may have (OpenAPI 3.1.1, section 4.8.9). */
export const methods: readonly string[] = 'get put post delete options head patch trace'.split(' ');

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
  if (typeof $ref !== 'string' || depth > 20) return { pointer: undefined, value: node as Json };
  const { $ref: _, ...beside } = objectOf(node);
  const pointer = targetOf($ref);
  const target = resolve(root, valueAt(root, pointer), depth + 1);
  const isPlain = Object.keys(beside).length === 0 || !isObject(target.value);
  const value = isPlain ? target.value : { ...objectOf(target.value), ...beside };
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
export interface Operation<Value = JsonObject, Item = JsonObject> {
  readonly pointer: string;
  /** The operationId; method and path if there is none. */
  readonly id: string;
  readonly path: string;
  /** In lower case. */
  readonly method: string;
  readonly value: Value;
  /** The path item that has it. */
  readonly item: Item;
}

/** An operation of a valid contract. */
export type ContractOperation = Operation<OperationObject, PathItem>;

/** Returns the operations of a document, in its order. */
export function operationsOf(root: Contract): readonly ContractOperation[];
export function operationsOf(root: unknown): readonly Operation[];
export function operationsOf(root: unknown): readonly Operation<unknown, unknown>[] {
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

/** Returns the parameters of an operation with those of its path that it does not replace. */
export function parametersOf(
  root: unknown,
  { item, value }: Pick<ContractOperation, 'item' | 'value'>,
): readonly Parameter[] {
  const all = [item.parameters, value.parameters].flatMap((it) => it ?? []);
  const byName = all.map((it) => dereference<Parameter>(root, it));
  return [...new Map(byName.map((it) => [`${it.in} ${it.name}`, it])).values()];
}

/** Returns the element of a valid contract that a reference leads to, or the element itself. */
export function dereference<T extends object>(root: unknown, node: T | Reference): T {
  return resolve(root, node).value as T;
}

/** Returns the name of the component that a `$ref` names. */
export function nameOf($ref: string): string {
  return stepsOf(targetOf($ref)).at(-1) ?? '';
}

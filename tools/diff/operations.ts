/** Which operations a contract has, and which of them use an element for requests or responses. */
import {
  below,
  type Contract,
  isObject,
  type Json,
  type JsonObject,
  listOf,
  namesOf,
  objectOf,
  outwards,
  referencesIn,
  step,
  targetOf,
  valueAt,
} from './contract.ts';
import type { Change, Provenance } from './model.ts';

export const methods: readonly string[] = 'get put post delete options head patch trace'.split(' ');

/** An operation of a contract. */
export interface Operation {
  readonly pointer: string;
  /** Its operationId; method and path if it has none. */
  readonly id: string;
  readonly path: string;
  readonly method: string;
  readonly value: JsonObject;
  /** The path item that has it. */
  readonly item: JsonObject;
}

/** The operations of a document, in its order. */
export function operationsOf(root: JsonObject): readonly Operation[] {
  return Object.entries(objectOf(root['paths'])).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const value = step(item, method);
      if (!isObject(value) || !isObject(item)) return [];
      const { operationId } = value;
      const id = typeof operationId === 'string' ? operationId : `${method.toUpperCase()} ${path}`;
      return [{ pointer: below('/paths', path, method), id, path, method, value, item }];
    }),
  );
}

export type Direction = 'request' | 'response';

/** An operation that uses an element; the direction is undefined for the operation as a whole. */
export interface Use {
  readonly operation: Operation;
  readonly direction: Direction | undefined;
}

/** Finds the uses of an element by its pointer. */
export type Usage = (pointer: string) => readonly Use[];

/** Follows the references of each operation once. */
export function usageOf({ root }: Pick<Contract, 'root'>): Usage {
  const operations = operationsOf(root);
  const components = new Map<string, Use[]>();
  for (const operation of operations) {
    const { parameters, requestBody, responses } = operation.value;
    follow(operation, 'request', [operation.item['parameters'], parameters, requestBody]);
    follow(operation, 'response', [responses]);
  }
  return (pointer) => {
    const [first, second = '', third = '', fourth = ''] = namesOf(pointer);
    if (first === 'paths') {
      const isOne = methods.includes(third);
      return operations
        .filter(({ path, method }) => path === second && (!isOne || method === third))
        .map((operation) => ({ operation, direction: directionOf(isOne ? fourth : third) }));
    }
    if (first === 'servers') return operations.map((it) => use(it, 'request'));
    if (first !== 'components') return [];
    if (second !== 'securitySchemes') return components.get(below('', first, second, third)) ?? [];
    return operations
      .filter(({ value }) =>
        listOf(value['security'] ?? root['security']).some((it) => step(it, third) !== undefined),
      )
      .map((it) => use(it, 'request'));
  };

  function follow(operation: Operation, direction: Direction, parts: readonly unknown[]): void {
    const seen = new Set<string>();
    const queue = parts.flatMap((part) => referencesIn({ part: part as Json }));
    for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
      const { target } = next;
      if (seen.has(target)) continue;
      seen.add(target);
      components.set(target, [...(components.get(target) ?? []), use(operation, direction)]);
      queue.push(...referencesIn({ part: valueAt(root, target) }));
    }
  }
}

const use = (operation: Operation, direction: Direction): Use => ({ operation, direction });

function directionOf(part: string): Direction | undefined {
  if (part === 'parameters' || part === 'requestBody') return 'request';
  return part === 'responses' ? 'response' : undefined;
}

/** The generation of some operations. */
export function generationOf(operations: readonly Operation[]): Change['generation'] {
  const found = new Set(operations.map(({ value }) => value['x-generation']));
  if (found.has('v0')) return found.has('v1') ? 'both' : 'v0';
  return found.has('v1') ? 'v1' : 'none';
}

export const provenances: readonly Provenance[] = ['documented', 'observed', 'assumed'];
const isEntry = /^\/paths\/[^/]+\/(?:[^/]+\/)?(?:parameters|responses)\/[^/]+$/;

/** The provenance of an element: its own annotation, or the nearest around it; `documented` without any. */
export function provenanceAt(root: JsonObject, pointer: string): Provenance {
  for (const around of outwards(pointer)) {
    const value = valueAt(root, around);
    const $ref = step(value, '$ref');
    const isReference = isEntry.test(around) && typeof $ref === 'string';
    const referred = isReference ? valueAt(root, targetOf($ref)) : undefined;
    const own = step(value, 'x-provenance') ?? step(referred, 'x-provenance');
    const known = provenances.find((it) => it === own);
    if (known) return known;
  }
  return 'documented';
}

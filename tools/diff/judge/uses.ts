import type { Contract } from '../model/contract.ts';
import type { Pair } from '../model/finding.ts';
import { isList, isRecord, type Json } from '../model/json.ts';
import { below, namesOf, valueAt } from '../model/pointer.ts';
import { referencesIn } from '../model/references.ts';
import { methods, type Operation, operationsOf } from './operations.ts';

/** Whether an element is sent or answered. */
export type Direction = 'request' | 'response';

/** What an element is used for. */
export interface Uses {
  /** Empty for what is neither sent nor answered in particular, such as a whole operation. */
  readonly directions: readonly Direction[];
  readonly operations: readonly Operation[];
}

/** That an operation uses an element, and how, if that can be told. */
interface Use {
  readonly operation: Operation;
  readonly direction: Direction | undefined;
}

/** Knows which operations use what, in one contract. */
export interface Usage {
  readonly operations: readonly Operation[];
  /** Who uses the element at a JSON Pointer. */
  readonly of: (pointer: string) => readonly Use[];
}

const known = new WeakMap<Contract, Usage>();

/** Which operations of a contract use what. Found out once for each contract. */
export function usageOf(contract: Contract): Usage {
  const before = known.get(contract);
  if (before) return before;
  const operations = operationsOf(contract);
  const components = usesOfComponents(contract, operations);
  const keys = contract.root['security'];
  const usage = {
    operations,
    of: (pointer: string) => usesAt(operations, components, keys, pointer),
  };
  known.set(contract, usage);
  return usage;
}

function usesAt(
  operations: readonly Operation[],
  components: ReadonlyMap<string, readonly Use[]>,
  keys: Json | undefined,
  pointer: string,
): readonly Use[] {
  const [first, second = '', third = '', fourth] = namesOf(pointer);
  if (first === 'paths') {
    const ofPath = operations.filter(({ path }) => path === second);
    const isOfOne = methods.includes(third);
    const direction = directionOf(isOfOne ? fourth : third);
    return ofPath
      .filter(({ method }) => !isOfOne || method === third)
      .map((operation) => ({ operation, direction }));
  }
  if (first === 'servers' || first === 'security') {
    return operations
      .filter(({ value }) => !Object.hasOwn(value, first))
      .map((operation) => ({ operation, direction: 'request' }));
  }
  if (first !== 'components') return [];
  if (second !== 'securitySchemes') return components.get(below('', first, second, third)) ?? [];
  return operations
    .filter(({ value }) => asksFor(value['security'] ?? keys, third))
    .map((operation) => ({ operation, direction: 'request' }));
}

function directionOf(part: string | undefined): Direction | undefined {
  if (part === 'parameters' || part === 'requestBody') return 'request';
  return part === 'responses' ? 'response' : undefined;
}

function asksFor(security: Json | undefined, scheme: string): boolean {
  return isList(security) && security.some((it) => isRecord(it) && Object.hasOwn(it, scheme));
}

function usesOfComponents(
  { root }: Contract,
  operations: readonly Operation[],
): ReadonlyMap<string, readonly Use[]> {
  const all = new Map<string, Use[]>();
  const targets = new Map<string, readonly string[]>();
  const targetsOf = (pointer: string) => {
    const found =
      targets.get(pointer) ??
      referencesIn(valueAt(root, pointer), pointer).map(({ target }) => target);
    targets.set(pointer, found);
    return found;
  };
  for (const operation of operations) {
    for (const [direction, parts] of Object.entries(partsOf(operation))) {
      const seen = new Set<string>();
      const queue = parts.flatMap((part) => referencesIn(part, '').map(({ target }) => target));
      for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
        if (seen.has(next)) continue;
        seen.add(next);
        const uses = all.get(next) ?? [];
        uses.push({ operation, direction: direction as Direction });
        all.set(next, uses);
        queue.push(...targetsOf(next));
      }
    }
  }
  return all;
}

function partsOf({
  value,
  shared,
}: Operation): Readonly<Record<Direction, readonly (Json | undefined)[]>> {
  // A part of a map of names, so that what is in it is looked at.
  return {
    request: [shared, value['parameters'], { body: value['requestBody'] ?? null }],
    response: [{ responses: value['responses'] ?? null }],
  };
}

/**
 * What an element was used for when it was released and still is: who uses it only now has not relied on it,
 * and what does not use it any more is told where it did. What is on one side only is used there.
 */
export function usesOf(element: Pair, released: Usage, current: Usage): Uses {
  const before = released.of(element.released.pointer);
  const after = current.of(element.current.pointer);
  const both = before.filter((use) => after.some((other) => isSameUse(use, other)));
  const uses = both.length > 0 ? both : [...before, ...after];
  const now = uses.map(({ operation, direction }) => ({
    direction,
    operation: after.find((it) => isSameOperation(it.operation, operation))?.operation ?? operation,
  }));
  return {
    directions: [...new Set(now.flatMap(({ direction }) => direction ?? []))].toSorted(),
    operations: [...new Map(now.map(({ operation }) => [operation.id, operation])).values()],
  };
}

function isSameUse(one: Use, other: Use): boolean {
  return one.direction === other.direction && isSameOperation(one.operation, other.operation);
}

/** Operations are the same if they are called in the same way, or by the same name. */
function isSameOperation(one: Operation, other: Operation): boolean {
  return one.pointer === other.pointer || one.id === other.id;
}

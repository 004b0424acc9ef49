import { type Comparer, type Context, tell } from '../compare/comparer.ts';
import { told } from '../compare/words.ts';
import { type Operation, operationsOf } from '../judge/operations.ts';
import type { Contract } from '../model/contract.ts';
import type { Finding, Pair, Side } from '../model/finding.ts';
import { isList, isSame, member } from '../model/json.ts';
import { innerSide } from '../model/pair.ts';
import { below } from '../model/pointer.ts';
import { pairSides } from './listed.ts';
import { identityOf, renamedIn, resolved, testsOf } from './parameter-identity.ts';
import { parameter, renamedParameter } from './parameters.ts';
import { findingsBehind, referable } from './referred.ts';

/**
 * Compares the parameters of an operation: its own, and those of its path that it does not replace
 * (OpenAPI 3.1.1, section 4.8.9.1). What both sides have from the same path is told of the path.
 */
export function compareParameters(released: Operation, current: Operation, context: Context): void {
  const around = { released: listOf(released), current: listOf(current) };
  const sides = [
    effective(released, context.released),
    effective(current, context.current),
  ] as const;
  const renamed = renamedIn(released.path, current.path);
  const listed = pairSides(...sides, around, testsOf(renamed, context));
  const isOfPath = ({ pointer }: Side) =>
    released.path === current.path && pointer.startsWith(sharedList(released.path).pointer);
  for (const it of listed.both) {
    if (!(isOfPath(it.released) && isOfPath(it.current))) compareParameter(it, renamed, context);
  }
  for (const [name, now] of renamed) {
    const isTold = listed.both.some(
      (it) =>
        isSame(identityOf(it.released.value, context.released), ['path', name]) &&
        isSame(identityOf(it.current.value, context.current), ['path', now]),
    );
    if (!isTold) tellRenamed(name, now, operationPair(released, current), context, []);
  }
  for (const it of listed.removed) {
    if (!isOfPath(it.released)) tell(context, 'parameter-removed', it);
  }
  for (const it of listed.added) if (!isOfPath(it.current)) tellAdded(it, context);
  if (listed.isReordered) tell(context, 'order-changed', around);
}

/** The parameters that a path has for all of its operations. */
export const sharedParameters: Comparer = (pair, _element, context) => {
  const listed = pairSides(
    elementsOf(pair.released),
    elementsOf(pair.current),
    pair,
    testsOf(new Map(), context),
  );
  for (const it of listed.both) compareParameter(it, new Map(), context);
  for (const it of listed.removed) {
    if (!isOwnOfAll(it.released, context.released, pair, context.current)) {
      tell(context, 'parameter-removed', it);
    }
  }
  for (const it of listed.added) {
    if (!isOwnOfAll(it.current, context.current, pair, context.released)) tellAdded(it, context);
  }
  if (listed.isReordered) tell(context, 'order-changed', pair);
};

/** Whether on the other side each operation of the path has a parameter by itself. */
function isOwnOfAll(shared: Side, its: Contract, { released }: Pair, other: Contract): boolean {
  const path = released.pointer.slice(0, -'/parameters'.length);
  return operationsOf(other)
    .filter(({ pointer }) => pointer.startsWith(`${path}/`))
    .every((operation) =>
      elementsOf(listOf(operation)).some((own) =>
        isSame(identityOf(own.value, other), identityOf(shared.value, its)),
      ),
    );
}

function compareParameter(
  pair: Pair,
  renamed: ReadonlyMap<string, string>,
  context: Context,
): void {
  if (isSame(pair.released.value, pair.current.value)) return;
  const [before, after] = [
    identityOf(pair.released.value, context.released),
    identityOf(pair.current.value, context.current),
  ];
  const [place, name] = before;
  const isRenamed = place === 'path' && renamed.get(name) === after[1];
  if (!isRenamed) referable(parameter)(pair, pair, context);
  else {
    // Under another name it cannot be the same shared parameter: what else is another one goes with the name.
    const behind = findingsBehind(renamedParameter, pair, pair, context);
    tellRenamed(name, after[1], pair, context, behind);
  }
}

function tellRenamed(
  before: string,
  after: string,
  element: Pair,
  { found }: Context,
  behind: readonly Finding[],
): void {
  const values = { before: told(before), after: told(after) };
  const rule = 'path-parameter-renamed';
  found.push({ rule, element, spot: element, values, operations: [], behind });
}

function tellAdded(pair: Pair, context: Context): void {
  const value = resolved(pair.current.value, context.current);
  const isRequired = member(value, 'required') === true;
  tell(context, isRequired ? 'parameter-added-required' : 'parameter-added', pair);
}

function effective(operation: Operation, contract: Contract): readonly Side[] {
  const own = elementsOf(listOf(operation));
  const identities = own.map(({ value }) => identityOf(value, contract));
  const shared = elementsOf({ ...sharedList(operation.path), value: operation.shared });
  return [
    ...own,
    ...shared.filter(
      ({ value }) => !identities.some((it) => isSame(it, identityOf(value, contract))),
    ),
  ];
}

function operationPair(released: Operation, current: Operation): Pair {
  return {
    released: { pointer: released.pointer, value: released.value },
    current: { pointer: current.pointer, value: current.value },
  };
}

function listOf({ pointer, value }: Operation): Side {
  return innerSide({ pointer, value }, 'parameters');
}

function sharedList(path: string): Side {
  return { pointer: below('/paths', path, 'parameters'), value: undefined };
}

function elementsOf(list: Side): readonly Side[] {
  return isList(list.value) ? list.value.map((_, index) => innerSide(list, index)) : [];
}

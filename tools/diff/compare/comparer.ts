import type { Contract } from '../model/contract.ts';
import type { Finding, Pair, Values } from '../model/finding.ts';
import { isRecord, isSame } from '../model/json.ts';
import { inner } from '../model/pair.ts';
import { told } from './words.ts';

/** What a comparison goes on. */
export interface Context {
  readonly released: Contract;
  readonly current: Contract;
  /** Takes what is found. */
  readonly found: Finding[];
  /** The references that are being followed: none is followed twice, so recursion ends. */
  readonly following: ReadonlySet<string>;
}

/** Compares a member of an element, which differs or is on one side only. */
export type Comparer = (pair: Pair, element: Pair, context: Context) => void;

/** A comparer for each member that is known. */
export type Table = Readonly<Record<string, Comparer>>;

/**
 * Notes a difference of an element.
 * @param spot where exactly, if that is not the element itself
 * @param operations which it reaches beside those that use the element
 */
export function tell(
  { found }: Context,
  rule: string,
  element: Pair,
  values: Values = {},
  spot: Pair = element,
  operations: readonly string[] = [],
): void {
  found.push({ rule, element, spot, values, operations });
}

/** Tells a difference for which there is no rule, as one that may break anybody. */
export const unclassified: Comparer = (pair, element, context) => {
  tell(context, 'unclassified-change', element, beforeAndAfter(pair), pair);
};

/**
 * Compares all members of two objects, each by its own comparer. Whatever the table does not know is told,
 * so that no difference goes unseen.
 * @param isMeant which members are compared, if others are compared elsewhere
 */
export function compareMembers(
  pair: Pair,
  table: Table,
  context: Context,
  isMeant: (name: string) => boolean = () => true,
): void {
  const { released, current } = pair;
  if (!isRecord(released.value) || !isRecord(current.value)) {
    if (!isSame(released.value, current.value)) unclassified(pair, pair, context);
    return;
  }
  for (const name of namesOf(pair).filter(isMeant)) {
    const member = inner(pair, name);
    if (isSame(member.released.value, member.current.value)) continue;
    const comparer = Object.hasOwn(table, name) ? table[name] : undefined;
    if (comparer) comparer(member, pair, context);
    else if (name.startsWith('x-')) extensionChanged(member, pair, context);
    else unclassified(member, pair, context);
  }
}

/** Compares two maps whose names are the contract's own: `each` compares what is on both sides. */
export function mapOf(added: Comparer, removed: Comparer, each: Comparer): Comparer {
  return (pair, element, context) => {
    const sides = [pair.released.value, pair.current.value];
    if (!sides.every((value) => value === undefined || isRecord(value))) {
      unclassified(pair, element, context);
      return;
    }
    for (const name of namesOf(pair)) {
      const entry = inner(pair, name);
      if (isSame(entry.released.value, entry.current.value)) continue;
      if (entry.released.value === undefined) added(entry, pair, context);
      else if (entry.current.value === undefined) removed(entry, pair, context);
      else each(entry, pair, context);
    }
  };
}

/** A comparer that tells one rule, of the element that has the member. */
export function tells(rule: string): Comparer {
  return (pair, element, context) => tell(context, rule, element, beforeAndAfter(pair), pair);
}

/** A comparer that tells one rule, of the member itself. */
export function tellsItself(rule: string): Comparer {
  return (pair, _element, context) => tell(context, rule, pair, beforeAndAfter(pair));
}

/** What stood there and what stands there now, in words. */
export function beforeAndAfter({ released, current }: Pair): Values {
  return { before: told(released.value), after: told(current.value) };
}

/** The names of the members that are on either side. */
export function namesOf({ released, current }: Pair): readonly string[] {
  return [
    ...new Set(
      [released.value, current.value].flatMap((it) => (isRecord(it) ? Object.keys(it) : [])),
    ),
  ];
}

const extensionChanged = tells('unknown-extension-changed');

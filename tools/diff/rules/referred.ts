import { type Comparer, compareMembers, type Context, type Table } from '../compare/comparer.ts';
import { schemaWords } from '../compare/words.ts';
import type { Contract } from '../model/contract.ts';
import type { Finding, Pair, Side } from '../model/finding.ts';
import { isRecord, isSame, type Json, member } from '../model/json.ts';
import { inner } from '../model/pair.ts';
import { valueAt } from '../model/pointer.ts';
import { targetOf } from '../model/references.ts';
import { description, text } from './texts.ts';

const besideReference: Table = { description, summary: text('summary') };

/**
 * Compares elements that may be references. What two equal references lead to is compared where it stands.
 * A reference that leads elsewhere is one difference, judged by all that it changes.
 */
export function referable(compare: Comparer): Comparer {
  return (pair, element, context) => {
    const { released, current } = refsOf(pair);
    if (released === undefined && current === undefined) compare(pair, element, context);
    else if (released === current) compareMembers(pair, besideReference, context);
    else referenceChanged(compare, pair, element, context);
  };
}

/** Tells a reference that leads elsewhere, or is one on one side only. */
export function referenceChanged(
  compare: Comparer,
  pair: Pair,
  element: Pair,
  context: Context,
): void {
  const { released, current } = pair;
  const behind = findingsBehind(compare, pair, element, context);
  if (behind.length === 0 && isToldByNames(pair, context)) return;
  const spot = inner(pair, '$ref');
  context.found.push({
    rule: 'reference-changed',
    element: pair,
    spot: isSame(spot.released.value, spot.current.value) ? pair : spot,
    values: { before: wordsOf(released), after: wordsOf(current) },
    operations: [],
    behind,
  });
}

/** Whether it is told that the name that was referred to is gone, or that the one that is referred to is new. */
function isToldByNames(pair: Pair, { released, current }: Context): boolean {
  const { released: before, current: after } = refsOf(pair);
  const isGone =
    typeof before === 'string' && valueAt(current.root, targetOf(before)) === undefined;
  const isNew = typeof after === 'string' && valueAt(released.root, targetOf(after)) === undefined;
  return isGone || isNew;
}

/** All that is found if what references lead to is compared in their place. */
export function findingsBehind(
  compare: Comparer,
  pair: Pair,
  element: Pair,
  context: Context,
): readonly Finding[] {
  const { released, current } = refsOf(pair);
  const way = JSON.stringify([released ?? pair.released.pointer, current ?? pair.current.pointer]);
  if (context.following.has(way)) return [];
  const found: Finding[] = [];
  const following = new Set([...context.following, way]);
  const sides = {
    released: resolve(pair.released, context.released),
    current: resolve(pair.current, context.current),
  };
  compare(sides, element, { ...context, found, following });
  return found;
}

/** What a reference leads to; what stands beside the reference goes before what is there. */
function resolve(side: Side, { root }: Contract): Side {
  const { value } = side;
  const $ref = member(value, '$ref');
  if (!isRecord(value) || typeof $ref !== 'string') return side;
  const pointer = targetOf($ref);
  const target = valueAt(root, pointer);
  const { $ref: _, ...beside } = value;
  return { pointer, value: isRecord(target) ? { ...target, ...beside } : target };
}

function refsOf({
  released,
  current,
}: Pair): Readonly<Record<'released' | 'current', Json | undefined>> {
  return { released: member(released.value, '$ref'), current: member(current.value, '$ref') };
}

function wordsOf({ value }: Side): string {
  return member(value, '$ref') === undefined ? 'written out' : schemaWords(value);
}

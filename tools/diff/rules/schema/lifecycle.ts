import {
  beforeAndAfter,
  type Comparer,
  compareMembers,
  type Context,
  type Table,
  tell,
  unclassified,
} from '../../compare/comparer.ts';
import { told } from '../../compare/words.ts';
import type { Finding, Pair, Side } from '../../model/finding.ts';
import { isList, isRecord, isSame, type Json, member } from '../../model/json.ts';
import { innerSide } from '../../model/pair.ts';
import { type Belongs, isSameElement, pairElements, pairSides } from '../listed.ts';
import { provenance } from '../provenance.ts';
import { decision, description, text } from '../texts.ts';

/** How the states of an enumeration follow each other (see openapi/README.md, Lifecycles). */
export const lifecycle: Comparer = (pair, _element, context) => {
  const { released, current } = pair;
  if (released.value === undefined) tell(context, 'lifecycle-added', pair);
  else if (current.value === undefined) tell(context, 'lifecycle-removed', pair);
  else {
    compareMembers(pair, lifecycleTable, context);
    compareEntries(pair, context);
  }
};

const initial: Comparer = (pair, element, context) => {
  tell(context, 'lifecycle-initial-changed', element, beforeAndAfter(pair), pair);
};

const final: Comparer = (pair, element, context) => {
  const listed = pairElements(pair, [isSameElement]);
  for (const it of listed.added) {
    tell(context, 'lifecycle-final-added', element, { value: told(it.current.value) }, it);
  }
  for (const it of listed.removed) {
    tell(context, 'lifecycle-final-removed', element, { value: told(it.released.value) }, it);
  }
  if (listed.isReordered) tell(context, 'order-changed', element, {}, pair);
};

const entryList: Comparer = (pair, element, context) => {
  const sides = [pair.released.value, pair.current.value];
  if (!sides.every((it) => it === undefined || isList(it))) unclassified(pair, element, context);
  else if (!sides.some((it) => isList(it) && it.length > 0)) {
    tell(context, 'default-stated', element, { value: 'no entries' }, pair);
  }
};

const lifecycleTable: Table = {
  'x-provenance': provenance,
  'x-decision': decision,
  description,
  initial,
  final,
  transitions: entryList,
  unchanged: entryList,
  refused: entryList,
};

const lists = ['transitions', 'unchanged', 'refused'] as const;

/** The entries of all three lists together: an operation in a state may have gone from one to another. */
function compareEntries(pair: Pair, context: Context): void {
  const sides = [entriesOf(pair.released), entriesOf(pair.current)] as const;
  const { both, added, removed, isReordered } = pairSides(...sides, pair, [isSameElement, isAlike]);
  const before = context.found.length;
  for (const it of both) compareEntry(it, pair, context);
  for (const it of added) tellEntry('added', it, it.current.value);
  for (const it of removed) tellEntry('removed', it, it.released.value);
  if (isReordered && context.found.length === before) tell(context, 'order-changed', pair);

  function tellEntry(how: string, spot: Pair, entry: Json | undefined): void {
    const values = { value: words(entry), before: outcome(entry), after: outcome(entry) };
    const what = member(entry, 'operation') === undefined ? 'transition' : 'outcome';
    tell(context, `${what}-${how}`, pair, values, spot, operationsIn(entry));
  }
}

/** Each with the name of its list in it. */
function entriesOf(side: Side): readonly Side[] {
  return lists.flatMap((list) => {
    const within = innerSide(side, list);
    const { value: entries } = within;
    if (!isList(entries)) return [];
    return entries.map((entry, index) => ({
      pointer: innerSide(within, index).pointer,
      value: isRecord(entry) ? { ...entry, list } : entry,
    }));
  });
}

/** Whether two entries tell of the same: an operation in a state, or one way without an operation. */
const isAlike: Belongs = (released, current) => {
  const names = member(current, 'operation') === undefined ? ['to', 'cause'] : [];
  return (
    isSame(stateOf(released), stateOf(current)) &&
    ['operation', ...names].every((name) => isSame(member(released, name), member(current, name)))
  );
};

function stateOf(entry: Json | undefined): Json | undefined {
  return member(entry, 'in') ?? member(entry, 'from');
}

/** What is told as the outcome. */
const outcomes: ReadonlySet<string> = new Set(['list', 'from', 'in', 'to', 'status', 'cause']);

const entryTable: Table = { description, example: text('example') };

function compareEntry(spot: Pair, element: Pair, context: Context): void {
  const [before, after] = [spot.released.value, spot.current.value];
  const operations = operationsIn(after);
  if (outcome(before) !== outcome(after)) {
    const values = { value: words(after), before: outcome(before), after: outcome(after) };
    tell(context, 'outcome-changed', element, values, spot, operations);
  }
  const found: Finding[] = [];
  compareMembers(spot, entryTable, { ...context, found }, (name) => !outcomes.has(name));
  context.found.push(...found.map((it) => ({ ...it, operations })));
}

/** The operation that an entry is about: it is reached, too. */
function operationsIn(entry: Json | undefined): readonly string[] {
  const operation = member(entry, 'operation');
  return typeof operation === 'string' ? [operation] : [];
}

/** What is done in which state. */
function words(entry: Json | undefined): string {
  const what = member(entry, 'operation') ?? member(entry, 'cause');
  const state = told(stateOf(entry));
  return member(entry, 'operation') === undefined
    ? `${state} to ${told(member(entry, 'to'))} by ${told(what)}`
    : `${told(what)} in ${state}`;
}

/** What comes of it. */
function outcome(entry: Json | undefined): string {
  const list = member(entry, 'list');
  if (list === 'transitions') return told(member(entry, 'to'));
  return list === 'refused'
    ? `a refusal with status ${told(member(entry, 'status'))}`
    : 'no change';
}

/** Decides what a difference means, by `rules.yaml` and by what oasdiff reports. */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { Direction, Use } from './elements.ts';
import { type Breaks, type Change, effects } from './model.ts';
import type { OasdiffChange } from './oasdiff.ts';
import type { Difference } from './pair.ts';

/** Effect and migration of a difference. */
type Meaning = Pick<Change, 'effect' | 'breaks' | 'migration'>;

const directions: readonly Direction[] = ['request', 'response'];
type ByDirection = Readonly<Record<Direction, string>>;

interface Row {
  readonly message: string;
  readonly effect?: string | ByDirection;
  readonly migration?: string | Partial<ByDirection>;
}

const file = readFileSync(new URL('rules.yaml', import.meta.url), 'utf8');
const { oasdiff, rules } = parse(file) as {
  readonly oasdiff: Readonly<Record<string, string>>;
  readonly rules: Readonly<Record<string, Row>>;
};

/** Levels of oasdiff's checks, in the format of its option `--severity-levels`. */
export const levels: string = Object.entries(oasdiff)
  .map(([check, level]) => `${check} ${level}\n`)
  .join('');

const shorthands: Readonly<Record<string, ByDirection>> = {
  narrowed: { request: 'sender', response: 'compatible' },
  widened: { request: 'compatible', response: 'receiver' },
  changed: { request: 'sender', response: 'receiver' },
};

function rowOf(rule: string): Row {
  const row = rules[rule];
  if (!row) throw new Error(`rules.yaml has no rule ${rule}`);
  return row;
}

/** Returns the message of a rule, with placeholders. */
export const templateOf = (rule: string): string => rowOf(rule).message;

/** Returns what a row says for one direction. */
function meaningOf({ effect = 'editorial', migration = '' }: Row, direction: Direction): Meaning {
  const all = typeof effect === 'string' ? shorthands[effect] : effect;
  const words = all ? all[direction] : (effect as string);
  if (words === 'compatible' || words === 'editorial') {
    return { effect: words, breaks: [], migration: '' };
  }
  const text = typeof migration === 'string' ? migration : (migration[direction] ?? '');
  return { effect: 'breaking', breaks: words.split(' ') as Breaks[], migration: text };
}

/**
 * Decides what a difference means. Nothing else does.
 *
 * @param uses of the element by operations
 * @param reported by oasdiff at the element
 */
export function decide(
  { rule, behind, element }: Difference,
  uses: readonly Use[],
  reported: readonly OasdiffChange[],
): Meaning {
  const used = directions.filter((it) => uses.some(({ direction }) => direction === it));
  if (rule === 'reference') {
    const { breaks, ...rest } = worst(behind.map((it) => decide(it, uses, reported)));
    // Where clients break on the wire, their programs have to change anyway.
    const isOnWire = used.length > 0 && breaks.some((it) => it !== 'source');
    return { ...rest, breaks: breaks.filter((it) => it !== 'source' || !isOnWire) };
  }
  const row = rowOf(rule);
  const possible = used.length > 0 ? used : directions;
  if (row.effect !== 'oasdiff') return worst(possible.map((it) => meaningOf(row, it)));
  const affected = reported.filter(({ isBreaking }) => isBreaking).map((it) => it.direction);
  const isHarmless = affected.length === 0 && reported.length > 0;
  // oasdiff does not look at what no operation uses.
  const isAddition = rule.endsWith('-added') && element.base.value === undefined;
  if (isHarmless || (isAddition && uses.length === 0)) {
    return { effect: 'compatible', breaks: [], migration: '' };
  }
  const broken = affected.length > 0 ? affected : possible;
  const sorted = directions.filter((it) => broken.includes(it));
  return worst(sorted.map((it) => meaningOf({ ...row, effect: 'changed' }, it)));
}

function worst(all: readonly Meaning[]): Meaning {
  const effect = effects.find((it) => all.some((other) => other.effect === it)) ?? 'editorial';
  const order: readonly Breaks[] = ['sender', 'receiver', 'source'];
  const breaks = order.filter((it) => all.some((other) => other.breaks.includes(it)));
  const migrations = new Set(all.map(({ migration }) => migration).filter((it) => it !== ''));
  return { effect, breaks, migration: [...migrations].slice(0, 3).join(' ') };
}

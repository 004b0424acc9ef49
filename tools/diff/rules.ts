/** Reads `rules.yaml`: what each difference means. */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { Direction } from './elements.ts';
import type { Breaks, Effect } from './model.ts';

/** Effect and migration of a difference. */
export interface Meaning {
  readonly effect: Effect;
  readonly breaks: readonly Breaks[];
  readonly migration: string;
}

type ByDirection = Readonly<Record<Direction, string>>;

interface Row {
  readonly message: string;
  readonly effect?: string | ByDirection;
  readonly migration?: string | Partial<ByDirection>;
}

const file = readFileSync(new URL('rules.yaml', import.meta.url), 'utf8');
const table = parse(file) as {
  readonly oasdiff: Readonly<Record<string, string>>;
  readonly rules: Readonly<Record<string, Row>>;
};

/** Levels of oasdiff's checks, in the format of its option `--severity-levels`. */
export const levels: string = Object.entries(table.oasdiff)
  .map(([check, level]) => `${check} ${level}\n`)
  .join('');

const shorthands: Readonly<Record<string, ByDirection>> = {
  narrowed: { request: 'sender', response: 'compatible' },
  widened: { request: 'compatible', response: 'receiver' },
  changed: { request: 'sender', response: 'receiver' },
};

function rowOf(rule: string): Row {
  const row = table.rules[rule];
  if (!row) throw new Error(`rules.yaml has no rule ${rule}`);
  return row;
}

/** Returns the message of a rule, with placeholders. */
export const templateOf = (rule: string): string => rowOf(rule).message;

/** Whether oasdiff decides what a difference means. */
export const isForOasdiff = (rule: string): boolean => rowOf(rule).effect === 'oasdiff';

/** Returns what a rule says for one direction. @param effect instead of that of the rule */
export function meaningOf(
  rule: string,
  direction: Direction,
  effect = rowOf(rule).effect ?? 'editorial',
): Meaning {
  const all = typeof effect === 'string' ? shorthands[effect] : effect;
  const words = all ? all[direction] : (effect as string);
  if (words === 'compatible' || words === 'editorial') {
    return { effect: words, breaks: [], migration: '' };
  }
  const { migration = '' } = rowOf(rule);
  const text = typeof migration === 'string' ? migration : (migration[direction] ?? '');
  return { effect: 'breaking', breaks: words.split(' ') as Breaks[], migration: text };
}

/** Reads `rules.yaml`: what each difference means. */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { Breaks, Effect } from './model.ts';
import type { Direction } from './operations.ts';

/** Effect and migration of a difference in one direction. */
export interface Meaning {
  readonly effect: Effect;
  readonly breaks: readonly Breaks[];
  readonly migration: string;
}

interface Row {
  readonly message: string;
  readonly effect?: string | Readonly<Record<Direction, string>>;
  readonly migration?: string | Partial<Record<Direction, string>>;
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

const shorthands: Readonly<Record<string, Readonly<Record<Direction, string>>>> = {
  narrowed: { request: 'sender', response: 'compatible' },
  widened: { request: 'compatible', response: 'receiver' },
  changed: { request: 'sender', response: 'receiver' },
};

export function rowOf(rule: string): Row {
  const row = table.rules[rule];
  if (!row) throw new Error(`rules.yaml has no rule ${rule}`);
  return row;
}

/** What a rule says for one direction; undefined where oasdiff decides. */
export function meaningOf(rule: string, direction: Direction): Meaning | undefined {
  const { effect = 'editorial', migration = '' } = rowOf(rule);
  if (effect === 'oasdiff') return undefined;
  const byDirection = typeof effect === 'string' ? shorthands[effect] : effect;
  const words = byDirection ? byDirection[direction] : (effect as string);
  if (words === 'compatible' || words === 'editorial')
    return { effect: words, breaks: [], migration: '' };
  return {
    effect: 'breaking',
    breaks: words.split(' ') as Breaks[],
    migration: typeof migration === 'string' ? migration : (migration[direction] ?? ''),
  };
}

/** The migration for those who are affected by what oasdiff decides. */
export function migrationOf(rule: string, breaks: readonly Breaks[]): string {
  const { migration = '' } = rowOf(rule);
  if (typeof migration === 'string') return migration;
  const { request = '', response = '' } = migration;
  return [breaks.includes('sender') ? request : '', breaks.includes('receiver') ? response : '']
    .join(' ')
    .trim();
}

import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { Breaks, Effect } from '../model/change.ts';

/** What a difference does to others. */
export interface Verdict {
  /** Whom it breaks. */
  readonly breaks?: readonly Breaks[];
  /** What it is if it breaks nobody. */
  readonly effect?: Exclude<Effect, 'breaking'>;
  /** Why, where one may doubt. */
  readonly because?: string;
  /** What users do about it: a sentence, in which the same is filled in as in `tells`. */
  readonly migration?: string;
}

/** A rule of the comparison, as `rules.yaml` has it. */
export interface Rule {
  /** Permanent. */
  readonly id: string;
  /** The sentence that tells the difference, with `{element}` and other values to fill in. */
  readonly tells: string;
  /** The verdict wherever the element stands; or one for each direction. */
  readonly always?: Verdict;
  readonly request?: Verdict;
  readonly response?: Verdict;
}

const text = readFileSync(new URL('../rules.yaml', import.meta.url), 'utf8');

/** All rules, by their ids. */
export const rules: ReadonlyMap<string, Rule> = new Map(
  (parse(text) as { rules: readonly Rule[] }).rules.map((rule) => [rule.id, rule]),
);

/** @throws {Error} if there is no such rule: a mistake in this tool */
export function ruleOf(id: string): Rule {
  const rule = rules.get(id);
  if (!rule) throw new Error(`rules.yaml has no rule ${id}`);
  return rule;
}

import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

/** A rule of what the compiler says of consumer programs. */
export interface SourceRule {
  /** Permanent. */
  readonly id: string;
  /** The sentence, with `{program}` and `{error}` to fill in. */
  readonly tells: string;
  /** What users do about it. */
  readonly migration: string;
}

const text = readFileSync(new URL('../rules.yaml', import.meta.url), 'utf8');

/** All rules, by their ids. */
export const sourceRules: ReadonlyMap<string, SourceRule> = new Map(
  (parse(text) as { rules: readonly SourceRule[] }).rules.map((rule) => [rule.id, rule]),
);

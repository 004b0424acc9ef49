/** The contract of the fixtures, and what is reported of edits of it. */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { type Json, stepsOf } from '@agent-conversation/contract';
import { compareContracts } from '../compare.ts';

/** Values at JSON Pointers; null removes one. */
export type Edits = Readonly<Record<string, Json>>;

export const readFixture = (name: string): string =>
  readFileSync(new URL(`../fixtures/${name}`, import.meta.url), 'utf8');

export const contract: string = readFixture('contract.yaml');

/** Returns the contract with other values. */
export function edited(edits: Edits): string {
  const root = parse(contract) as Record<string, unknown>;
  for (const [pointer, value] of Object.entries(structuredClone(edits))) {
    const names = stepsOf(pointer);
    const last = names.pop()!;
    let parent = root;
    for (const name of names) parent = parent[name] as Record<string, unknown>;
    if (value === null) delete parent[last];
    else parent[last] = value;
  }
  return JSON.stringify(root);
}

/** Returns the changes that edits make. @param before edits of both sides */
export const changesOf = (edits: Edits, before: Edits = {}) =>
  compareContracts(
    { file: 'base.json', text: edited(before) },
    { file: 'current.json', text: edited({ ...before, ...edits }) },
  );

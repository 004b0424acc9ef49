import { assert, property } from 'fast-check';
import { expect, test } from 'vitest';
import { garbage, spoilt, spoiltEverywhere } from '../garbage.ts';
import { contract } from './cases/base.ts';
import { loadRuleset } from './load-ruleset.ts';

const { rules } = await loadRuleset();

/** The rules with a function of their own. */
const own = Object.values(rules)
  .filter(({ name }) => name.startsWith('contract-'))
  .flatMap((rule) => rule.then.map((then) => ({ rule, ...then })))
  .filter(({ function: find }) => find.name !== 'schema');

test('there are rules to try', () => {
  expect(own.length).toBeGreaterThan(20);
});

test.each([
  ['anything', garbage],
  ['the contract of the cases, with garbage in it', spoilt(contract())],
])('no rule throws on %s, and each speaks in sentences', (_, documents) => {
  assert(property(documents, findAll), { numRuns: 300 });
});

test('no rule throws when something else stands at a place of the contract', () => {
  expect(() => spoiltEverywhere(contract()).forEach(findAll)).not.toThrow();
});

/** Runs all rules. */
function findAll(document: unknown): void {
  for (const { rule, function: find, functionOptions } of own) {
    // Its functions need no more of a context than this.
    const context = { path: [], rule } as unknown as Parameters<typeof find>[2];
    const found = find(document, functionOptions, context) ?? [];
    for (const { message, path } of found as { message: string; path: unknown[] }[]) {
      expect(message, rule.name).toMatch(/^[A-Z`].*[^ ]$/s);
      expect(Array.isArray(path), rule.name).toBe(true);
    }
  }
}

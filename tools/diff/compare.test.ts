import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { compareContracts } from './compare.ts';
import { type Json, stepsOf } from '@agent-conversation/contract';
import type { Change } from './model.ts';

const read = (name: string) => readFileSync(new URL(`fixtures/${name}`, import.meta.url), 'utf8');
const contract = read('contract.yaml');
type Edits = Readonly<Record<string, Json>>;

/** The contract with other values at JSON Pointers; null removes one. */
function edited(edits: Edits): string {
  const root = parse(contract) as Record<string, unknown>;
  for (const [pointer, value] of Object.entries(edits)) {
    const names = stepsOf(pointer);
    const last = names.pop()!;
    let parent = root;
    for (const name of names) parent = parent[name] as Record<string, unknown>;
    if (value === null) delete parent[last];
    else parent[last] = value;
  }
  return JSON.stringify(root);
}

function changesOf(edits: Edits, before: Edits = {}): readonly Change[] {
  return compareContracts(
    { file: 'base.json', text: edited(before) },
    { file: 'current.json', text: edited({ ...before, ...edits }) },
  );
}

const cases = Object.entries(parse(read('cases.yaml')) as Record<string, [Edits, ...string[]]>);

test.each(cases)('%s', (_, [edits, ...want]) => {
  const changes = changesOf(edits);
  const got = changes.map(({ effect, rule, breaks }) => [effect, rule, ...breaks].join(' '));
  // A star: further changes may be reported. Without names of those who are affected, anybody may be.
  const exact = want.filter((it) => !it.startsWith('*'));
  expect(got.length).toBeGreaterThanOrEqual(want.length);
  expect(got.slice(exact.length === want.length ? want.length : got.length)).toEqual([]);
  for (const each of want)
    expect(got).toContainEqual(expect.stringContaining(each.replace(/^\*/, '')));
  expect(new Set(changes.map(({ fingerprint }) => fingerprint)).size).toBe(changes.length);
});

test('reports everything that a maintainer needs about a change', () => {
  const [change] = changesOf({ '/components/parameters/Limit/schema/maximum': 50 });
  expect(change).toEqual({
    rule: 'schema',
    effect: 'breaking',
    breaks: ['sender'],
    needsApproval: true,
    pointer: '/components/parameters/Limit/schema',
    location: { file: 'current.json', line: 1 },
    operations: ['listThings'],
    generation: 'v0',
    provenance: 'documented',
    message: 'parameter `limit`: `maximum` is 50, was 100.',
    migration: 'Send only values that are valid now.',
    fingerprint: expect.stringMatching(/^[0-9a-f]{16}$/) as string,
    evidence: { value: 51, error: 'must be <= 50' },
  });
});

test('what cannot be decided is breaking, with the keyword', () => {
  const [change] = changesOf({ '/components/schemas/Start/oddness': 3 });
  expect(change).toMatchObject({ effect: 'breaking', evidence: { undecided: 'oddness' } });
  expect(change!.message).toBe('`Start`: `oddness` is 3, was none.');
});

test('what is only assumed needs no approval', () => {
  const [change] = changesOf({ '/components/responses/Missing/content': null });
  expect(change).toMatchObject({ effect: 'breaking', provenance: 'assumed', needsApproval: false });
});

test('a removed element has its location in the base, line by line', () => {
  const lines = contract.split('\n');
  const line = lines.findIndex((it) => it.includes('operationId: startThing'));
  const [change] = compareContracts(
    { file: 'base.yaml', text: contract },
    { file: 'current.yaml', text: edited({ '/paths/~1things/post': null }) },
  );
  expect(change!.location).toEqual({ file: 'base.yaml', line });
});

test('the fingerprint stays when something else changes, and follows the values', () => {
  const print = (edits: Edits) =>
    changesOf(edits).find(({ rule }) => rule === 'schema')!.fingerprint;
  const maximum = '/components/parameters/Limit/schema/maximum';
  const first = print({ [maximum]: 50 });
  expect(print({ [maximum]: 50, '/info/title': 'Stuff' })).toBe(first);
  expect(print({ [maximum]: 40 })).not.toBe(first);
});

test('a component whose only use is new affects no client', () => {
  const [change] = changesOf(
    { '/components/schemas/Alone/maxLength': 5 },
    { '/components/schemas/Alone': { type: 'string' } },
  );
  expect(change).toMatchObject({ operations: [], generation: 'none' });
});

const start = 'openapi: 3.1.0\ninfo: {}\n';

test.each([
  ['invalid YAML', 'a: [1', 'x.yaml:1: '],
  ['a list', '- 1', 'x.yaml:1: the document must be an object'],
  ['another version', 'info: {}\nopenapi: 4.0.0', 'x.yaml:2: `openapi` must be'],
  [
    'a lost reference',
    `${start}paths:\n  /a:\n    $ref: ./a.yaml`,
    'x.yaml:5: `$ref` leads nowhere',
  ],
])('rejects %s with file and line', (_, text, want) => {
  const base = { file: 'y.yaml', text: contract };
  expect(() => compareContracts({ file: 'x.yaml', text }, base)).toThrow(want);
});

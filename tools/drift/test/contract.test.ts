import { readFileSync } from 'node:fs';
import { SourceFile } from '@agent-conversation/contract';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { type ContractOperator, contractMutants, readSources } from '../contract.ts';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('fixture', import.meta.url));
const sources = readSources(root);
const operators = parse(
  readFileSync(new URL('../catalogue/contract.yaml', import.meta.url), 'utf8'),
) as ContractOperator[];

/** The lines that a mutant removes and adds. */
function changesOf(operator: ContractOperator): readonly string[] {
  const { mutants } = contractMutants(sources, [operator], false);
  return mutants.slice(0, 1).flatMap(({ title, gate, says, files }) => [
    `${operator.id} ${title} [${gate}: ${says.join(', ')}]`,
    ...files.flatMap(({ file, content }) => {
      const before = sources.find((it) => it.file === file)?.text.split('\n') ?? [];
      const after = String(content).split('\n');
      return [
        ...before.filter((line) => !after.includes(line)).map((line) => `  - ${line.trim()}`),
        ...after.filter((line) => !before.includes(line)).map((line) => `  + ${line.trim()}`),
      ];
    }),
  ]);
}

test('each operator changes its place of the fixture', async () => {
  const text = operators.map((operator) => changesOf(operator).join('\n')).join('\n\n');
  await expect(`${text}\n`).toMatchFileSnapshot('fixture/changes.txt');
});

test.each(operators)('$id $title: it has a place in the fixture and changes it', (operator) => {
  expect(changesOf(operator).length).toBeGreaterThan(1);
});

test('a full run takes at most five places, spread; the fast slice takes one, always the same', () => {
  const schema = Array.from({ length: 12 }, (_, index) => `p${index}: 1`).join('\n');
  const many = [new SourceFile('openapi/components/schemas/Many.yaml', schema)];
  const operator = {
    id: 'A0',
    title: 'shifts',
    gate: 'diff',
    at: String.raw`^/p\d+$`,
    set: { '': '$next' },
  };
  const all = contractMutants(many, [operator], false).mutants;
  expect(all.map(({ title }) => title.split('/')[1])).toEqual(['p0', 'p3', 'p6', 'p9']);
  const fast = contractMutants(many, [operator], true).mutants;
  expect(fast).toHaveLength(1);
  expect(contractMutants(many, [operator], true).mutants).toEqual(fast);
});

test('an operator without a place is returned', () => {
  const operator = { id: 'A0', title: 'nowhere', gate: 'diff', at: '^/none$', remove: [''] };
  expect(contractMutants(sources, [operator], true).without).toEqual([operator]);
});

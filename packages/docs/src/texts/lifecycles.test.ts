import { describe, expect, test } from 'vitest';
import { lifecyclesOf } from './lifecycle.ts';
import { lifecycleMarkdown } from './lifecycles.ts';
import { contract } from '../testing.ts';
import { linkTo } from './testing.ts';

const lifecycles = [...lifecyclesOf(contract)];

describe.each(lifecycles)('%s', (name, schema) => {
  const { initial, final, transitions, unchanged, rejected, ...source } = schema['x-lifecycle'];
  const lines = lifecycleMarkdown(name, schema, linkTo).split('\n');
  const link = (id: string) => `[\`${id}\`](operation:${id})`;

  test('begins with its name', () => {
    expect(lines[0]).toBe(`## ${name}`);
  });

  test('shows the meaning of each state once', () => {
    const rows = Object.entries(schema['x-enumDescriptions']).map(
      ([state, meaning]) => `| \`${state}\` | ${meaning} |`,
    );
    expect(lines).toEqual(expect.arrayContaining(rows));
    expect(lines.filter((line) => line.startsWith(`- \`${initial}\``))).toEqual([]);
  });

  test('shows the final states and the provenance of the table', () => {
    const text = lines.find((line) => line.startsWith(`It begins as \`${initial}\`.`));
    for (const state of final) expect(text).toContain(`\`${state}\``);
    expect(text).toContain(`decision:${source['x-decision']}`);
  });

  test('has a row for each transition, each call without effect and each refusal', () => {
    const rows = [
      ...transitions.map(
        ({ from, to, operation, cause, description }) =>
          `| \`${from}\` | \`${to}\` | ${operation ? link(operation) : cause} | ${description} |`,
      ),
      ...unchanged.map(
        ({ in: state, operation, description }) =>
          `| \`${state}\` | ${link(operation)} | ${description} |`,
      ),
      ...rejected.map(
        ({ in: state, operation, status, example, description }) =>
          `| \`${state}\` | ${link(operation)} | ${status} | \`${example}\` | ${description} |`,
      ),
    ];
    expect(lines).toEqual(expect.arrayContaining(rows));
  });

  test('explains the causes that occur, and no others', () => {
    const used = new Set(transitions.flatMap(({ cause }) => cause ?? []));
    const explained = lines.flatMap((line) => /^- \*(\w+)\*: /.exec(line)?.[1] ?? []);
    expect(explained.toSorted()).toEqual([...used].toSorted());
  });
});

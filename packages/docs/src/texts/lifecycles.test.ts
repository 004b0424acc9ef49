import { readFileSync } from 'node:fs';
import type { Element } from 'hast';
import { selectAll } from 'hast-util-select';
import { toHtml } from 'hast-util-to-html';
import { toString } from 'hast-util-to-string';
import { describe, expect, test } from 'vitest';
import { drawLifecycle } from './draw-lifecycle.ts';
import { type Lifecycle, lifecyclesOf, statesOf } from './lifecycle.ts';
import { lifecycleMarkdown } from './lifecycles.ts';
import { contract, linkTo } from '../testing.ts';

const schemas = [...lifecyclesOf(contract)];
const real = schemas.map(([name, schema]) => [name, schema['x-lifecycle']] as const);
/** Has what the contract lacks: a loop, a name with signs, and several transitions in one direction. */
const other: Lifecycle = {
  initial: 'a "b" <c>',
  final: [],
  transitions: [
    { from: 'a "b" <c>', to: 'a "b" <c>', cause: 'time', description: 'It stays.' },
    { from: 'a "b" <c>', to: 'd', cause: 'fault', description: 'It fails.' },
    { from: 'a "b" <c>', to: 'd', operation: 'stopAll', description: 'It is stopped.' },
  ],
  unchanged: [],
  rejected: [],
};

describe.each([...real, ['other', other] as const])('the drawing of %s', (name, lifecycle) => {
  const drawing = drawLifecycle(name, lifecycle);
  const textsOf = (tag: string, parent: Element) => selectAll(tag, parent).map(toString).join('');

  test('shows each state once, and the final ones with two borders', () => {
    const states = selectAll('g.state', drawing);
    const nameOf = (state: Element) => textsOf('text', state);
    expect(states.map(nameOf).toSorted()).toEqual(statesOf(lifecycle).toSorted());
    const doubled = states.filter((state) => selectAll('path', state).length === 2);
    expect(doubled.map(nameOf).toSorted()).toEqual([...lifecycle.final].toSorted());
  });

  test('shows each transition with its word, as a link if it is an operation', () => {
    const shown = selectAll('g.transition', drawing).map((edge) => ({
      title: textsOf('title', edge),
      word: textsOf('text', edge),
      href: selectAll('a', edge)[0]?.properties['href'],
      kind: selectAll('[class~=transition]', edge)[0]?.properties['className'],
    }));
    const declared = lifecycle.transitions.map(({ from, to, operation, cause, description }) => ({
      title: `${from} → ${to}: ${description}`,
      word: operation ?? cause,
      href: operation && `operations/${operation}.html`,
      kind: ['edge', 'transition', `by-${operation ? 'operation' : cause}`],
    }));
    expect(shown).toHaveLength(declared.length);
    expect(shown).toEqual(expect.arrayContaining(declared));
  });

  test('leaves colors to the style sheet, and can be read on a screen of 390 pixels', () => {
    expect(toHtml(drawing)).not.toMatch(/ (style|fill|stroke|color|font-\w+)=/);
    expect(Number(drawing.properties['width'])).toBeLessThanOrEqual(460);
  });
});

test.each(['operation', 'fault', 'external'])('transitions of the kind %s have a style', (kind) => {
  const css = readFileSync(new URL('lifecycle.css', import.meta.url), 'utf8');
  expect(css).toContain(`.by-${kind} `);
});

describe.each(schemas)('the text of %s', (name, schema) => {
  const { initial, final, transitions, unchanged, rejected, ...source } = schema['x-lifecycle'];
  const lines = lifecycleMarkdown(name, schema, linkTo).split('\n');
  const row = (...cells: readonly unknown[]) => `| ${cells.join(' | ')} |`;
  const link = (id: string) => `[\`${id}\`](operation:${id})`;

  test('has a row for each state, transition, call without effect and rejected request', () => {
    expect(lines).toEqual(
      expect.arrayContaining([
        ...Object.entries(schema['x-enumDescriptions']).map(([state, meaning]) =>
          row(`\`${state}\``, meaning),
        ),
        ...transitions.map(({ from, to, operation, cause, description }) =>
          row(`\`${from}\``, `\`${to}\``, operation ? link(operation) : cause, description),
        ),
        ...unchanged.map((it) => row(`\`${it.in}\``, link(it.operation), it.description)),
        ...rejected.map((it) =>
          row(`\`${it.in}\``, link(it.operation), it.status, `\`${it.example}\``, it.description),
        ),
      ]),
    );
  });

  test('has the initial and final states, the provenance, and the causes that occur', () => {
    const text = lines.find((line) => line.startsWith(`It begins as \`${initial}\`.`));
    for (const state of final) expect(text).toContain(`\`${state}\``);
    expect(text).toContain(`decision:${source['x-decision']}`);
    const used = new Set(transitions.flatMap(({ cause }) => cause ?? []));
    const explained = lines.flatMap((line) => /^- \*(\w+)\*: /.exec(line)?.[1] ?? []);
    expect(explained.toSorted()).toEqual([...used].toSorted());
  });
});

import { readFileSync } from 'node:fs';
import { selectAll } from 'hast-util-select';
import { toHtml } from 'hast-util-to-html';
import { toString } from 'hast-util-to-string';
import { describe, expect, test } from 'vitest';
import { drawLifecycle } from './draw-lifecycle.ts';
import { lifecyclesOf, statesOf } from './lifecycle.ts';
import type { Lifecycle } from './lifecycle.ts';
import { contract } from '../testing.ts';

const real = [...lifecyclesOf(contract)].map(([name, schema]): [string, Lifecycle] => [
  name,
  schema['x-lifecycle'],
]);
/** With what the contract has not: a loop, a name with signs, and more changes than one in one direction. */
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

describe.each([...real, ['other', other] as const])('%s', (name, lifecycle) => {
  const drawing = drawLifecycle(name, lifecycle);

  test('shows each state once, and the final ones with two borders', () => {
    const states = selectAll('g.state', drawing);
    const nameOf = (state: (typeof states)[0]) => selectAll('text', state).map(toString).join('');
    expect(states.map(nameOf).toSorted()).toEqual(statesOf(lifecycle).toSorted());
    const doubled = states.filter((state) => selectAll('path', state).length === 2);
    expect(doubled.map(nameOf).toSorted()).toEqual([...lifecycle.final].toSorted());
  });

  test('shows each transition with its word, as a link if it is an operation', () => {
    const shown = selectAll('g.transition', drawing).map((edge) => ({
      title: selectAll('title', edge).map(toString).join(),
      word: selectAll('text', edge).map(toString).join(''),
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

test('every kind of transition has a style, but for the plain one', () => {
  const css = readFileSync(new URL('lifecycle.css', import.meta.url), 'utf8');
  const kinds = ['operation', 'fault', 'external'].filter((kind) => !css.includes(`.by-${kind} `));
  expect(kinds).toEqual([]);
});

import { readFileSync } from 'node:fs';
import type { Element } from 'hast';
import { select, selectAll } from 'hast-util-select';
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
const invented = Array.from({ length: 6 }, (_, seed): [string, Lifecycle] => [
  `Invented${seed}`,
  invent(seed),
]);

const drawings = [...real, ...invented].map(([name, lifecycle]): [string, Lifecycle, Element] => [
  name,
  lifecycle,
  drawLifecycle(name, lifecycle),
]);
const realDrawings = drawings.slice(0, real.length);

describe.each(drawings)('%s', (_name, lifecycle, drawing) => {
  const stateBoxes = stateBoxesOf(drawing);
  const words = selectAll('rect.gap', drawing).map(edges);

  test('shows each state once, and the final ones with two borders', () => {
    expect([...stateBoxes.keys()].toSorted()).toEqual(statesOf(lifecycle).toSorted());
    const doubled = groupsOf(drawing).filter((group) => select('rect.final', group));
    expect(doubled.map(nameOf).toSorted()).toEqual([...lifecycle.final].toSorted());
  });

  test('shows each transition with its word, as a link if it is an operation', () => {
    const shown = selectAll('svg > g > g.transition:has(> title)', drawing).map((group) => ({
      title: toString(select('title', group)!),
      word: toString(select('text', group)!),
      href: select('a', group)?.properties['href'],
    }));
    expect(shown).toEqual(
      lifecycle.transitions.map(({ from, to, operation, cause, description }) => ({
        title: `${from} → ${to}: ${description}`,
        word: operation ?? cause,
        href: operation && `operations/${operation}.html`,
      })),
    );
  });

  test('leads each arrow from the border of a state to that of another', () => {
    const arrows = selectAll('svg > g > g.transition:has(> title)', drawing);
    for (const [i, { from, to }] of lifecycle.transitions.entries()) {
      const [line, head] = selectAll('path', arrows[i]).map(pointsOf);
      expect(distanceToBorder(line![0]!, stateBoxes.get(from)!), `from ${from}`).toBeLessThan(0.5);
      expect(distanceToBorder(head![0]!, stateBoxes.get(to)!), `to ${to}`).toBeLessThan(0.5);
    }
  });

  test('lets no states and words overlap, and keeps them inside', () => {
    const all = [...stateBoxes.values(), ...words, startOf(drawing)];
    const overlaps = all.flatMap((a, i) => all.slice(i + 1).filter((b) => overlap(a, b)));
    expect(overlaps).toEqual([]);
    const [shift = 0] = numbers(String(select('svg > g', drawing)!.properties['transform']));
    const [, , width, height] = numbers(String(drawing.properties['viewBox']));
    const outside = all.filter(
      ({ left, right, top, bottom }) =>
        left + shift < 0 || right + shift > width! || top < 0 || bottom > height!,
    );
    expect(outside).toEqual([]);
  });

  test('explains each kind of arrow, and leaves colours to the style sheet', () => {
    const kinds = (scope: string) =>
      selectAll(`${scope} g.transition`, drawing).flatMap(({ properties }) =>
        (properties['className'] as string[]).filter((word) => word.startsWith('by-')),
      );
    expect(new Set(kinds('.legend'))).toEqual(new Set(kinds('svg')));
    expect(toHtml(drawing)).not.toMatch(/ (style|fill|stroke|color)=/);
  });
});

test.each(realDrawings)(
  '%s can be read on a screen of 390 pixels',
  (_name, _lifecycle, drawing) => {
    expect(Number(drawing.properties['width'])).toBeLessThanOrEqual(460);
  },
);

test('every class of a drawing has a style, but for those without one', () => {
  const css = readFileSync(new URL('lifecycle.css', import.meta.url), 'utf8');
  const classes = new Set(
    realDrawings.flatMap(([, , drawing]) =>
      selectAll('[class]', drawing).flatMap(
        ({ properties }) => properties['className'] as string[],
      ),
    ),
  );
  const plain = [...classes].filter((word) => !css.includes(`.${word}`));
  expect(plain.toSorted()).toEqual(['by-time', 'transition']);
});

interface Edges {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

function groupsOf(drawing: Element): Element[] {
  return selectAll('svg > g > g:has(> rect.state)', drawing).filter((g) => select('text.name', g));
}

function nameOf(group: Element): string {
  return selectAll('text', group).map(toString).join('');
}

function stateBoxesOf(drawing: Element): Map<string, Edges> {
  return new Map(groupsOf(drawing).map((g) => [nameOf(g), edges(select('rect.state', g)!)]));
}

function edges({ properties }: Element): Edges {
  const [x, y, width, height] = ['x', 'y', 'width', 'height'].map((key) => Number(properties[key]));
  return { left: x!, right: x! + width!, top: y!, bottom: y! + height! };
}

/** The dot where the lifecycle begins. */
function startOf(drawing: Element): Edges {
  const [x, y, r] = ['cx', 'cy', 'r'].map((key) =>
    Number(select('svg > g > circle.start', drawing)!.properties[key]),
  );
  return { left: x! - r!, right: x! + r!, top: y! - r!, bottom: y! + r! };
}

function overlap(a: Edges, b: Edges): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

function pointsOf({ properties }: Element): [number, number][] {
  const flat = numbers(String(properties['d']));
  return flat.flatMap((x, i): [number, number][] => (i % 2 === 0 ? [[x, flat[i + 1]!]] : []));
}

function distanceToBorder([x, y]: [number, number], { left, right, top, bottom }: Edges): number {
  const outside = Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom));
  const inside = Math.min(...[x - left, right - x, y - top, bottom - y].map(Math.abs));
  return outside > 0 ? outside : inside;
}

function numbers(text: string): number[] {
  return (text.match(/-?[\d.]+/g) ?? []).map(Number);
}

/** A lifecycle of two to seven states, of which each is reached; the same for the same seed. */
function invent(seed: number): Lifecycle {
  let state = seed + 1;
  const random = (below: number) => {
    state = (state * 48271) % 2147483647;
    return state % below;
  };
  const names = Array.from(
    { length: 2 + random(6) },
    (_, i) => `STATE_${'LONG_'.repeat(random(4))}${i}`,
  );
  const pairs = [
    ...names.slice(1).map((to, i) => [names[random(i + 1)]!, to]),
    ...Array.from({ length: random(5) }, () => [
      names[random(names.length)]!,
      names[random(names.length)]!,
    ]),
  ];
  const causes = [{ cause: 'time' }, { cause: 'fault' }, { operation: 'stopEverything' }] as const;
  return {
    initial: names[0]!,
    final: random(2) === 0 ? [] : names.slice(-1),
    transitions: pairs.map(([from, to], i) => ({
      from: from!,
      to: to!,
      ...causes[random(3)]!,
      description: `Change ${i}.`,
    })),
    unchanged: [],
    rejected: [],
  };
}

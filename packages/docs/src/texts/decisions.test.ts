import { expect, test } from 'vitest';
import { calls } from '../contract.ts';
import { decisionsMarkdown, readDecisions } from './decisions.ts';
import { contract, linkTo, readSource } from '../testing.ts';

const source = readSource('decisions.md');
const decisions = readDecisions(source);
const page = decisionsMarkdown(decisions, contract, linkTo);
const ids = decisions.entries.map(({ id }) => id);

test('reads sections and rows of the table, in the order of their numbers', () => {
  const found = [...source.matchAll(/^(?:## |\| )(D\d\d)/gm)].map(([, id]) => id);
  expect(found.length).toBeGreaterThan(40);
  expect(ids).toEqual(found.toSorted());
  expect(page.match(/^## D\d\d/gm)).toEqual(ids.map((id) => `## ${id}`));
});

test('the overview has each decision once, documented ones first', () => {
  const rows = [...page.matchAll(/^\| (\w+) \| \[(D\d\d)\]\(#\2\) \| (.+) \|$/gm)];
  expect(rows.map(([, , id]) => id).toSorted()).toEqual(ids);
  const order = [...new Set(rows.map(([, provenance]) => provenance))];
  expect(order).toEqual(['documented', 'observed', 'assumed']);
});

test('each decision that the contract names leads to what it applies to', () => {
  const named = new Set(
    JSON.stringify(contract).match(/(?<="(x-decision|meaning|omission)":")D\d\d/g),
  );
  const sections = page.split(/^## /m).filter((text) => named.has(text.slice(0, 3)));
  expect(sections.length).toBe(named.size);
  for (const section of sections) expect(section).toMatch(/\*\*Applies to:\*\* .+\(\w+:\w+\)/);
  const operations = calls(contract).map(({ operation }) => operation.operationId);
  expect(sections.find((text) => text.startsWith('D06'))).toContain(`(operation:${operations[0]})`);
});

test('other decisions are links, code is not', () => {
  const text = source.replace('**Chosen:** ', '**Chosen:** By D02, `x-decision: D03`. ');
  const changed = decisionsMarkdown(readDecisions(text), contract, linkTo);
  expect(changed).toContain('By [D02](#D02), `x-decision: D03`.');
});

const lineOf = (text: string) => source.slice(0, source.indexOf(text)).split('\n').length;
const start = lineOf('## D05');
const line = '2026-11-22 · observed · edition late 2025; edition mid 2026';

test.each([
  ['## D05 · P', '## D5 · P', start, 'the heading must have the form'],
  ['## D05 · P', '## D05: P', start, 'the heading must have the form'],
  ['## D06 · L', '## D05 · L', lineOf('## D06'), 'D05 must have one entry'],
  [line, line.replace('11-22', '13-22'), start + 2, 'must have a date and the provenance'],
  [line, line.replace('observed', 'guessed'), start + 2, 'must have a date and the provenance'],
  [line, '2026-11-22 · observed', start + 2, 'must name the evidence'],
  ['**Documented:** "Request', '**Open:** "Request', start, 'must have a paragraph that begins'],
  ['| D01      | ', '| D01 ', lineOf('| D01'), 'the row must have the form'],
])('rejects %j -> %j with its line', (from, to, at, message) => {
  expect(source).toContain(from);
  const read = () => readDecisions(source.replace(from, to));
  expect(read).toThrow(`openapi/decisions.md:${at}: `);
  expect(read).toThrow(message);
});

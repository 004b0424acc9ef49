import { describe, expect, test } from 'vitest';
import { calls } from '../contract.ts';
import { decisionsMarkdown, readDecisions } from './decisions.ts';
import { contract } from '../testing.ts';
import { linkTo, readSource } from './testing.ts';

const source = readSource('decisions.md');
const decisions = readDecisions(source);
const page = decisionsMarkdown(decisions, contract, linkTo);
const sections = new Map(
  page
    .split(/^## /m)
    .slice(1)
    .map((text) => [text.slice(0, 3), text]),
);

test('all entries are read, in their order', () => {
  const headings = [...source.matchAll(/^## (D\d\d) · (.+)$/gm)].map(([, id, title]) => ({
    id,
    title,
  }));
  expect(headings.length).toBeGreaterThan(30);
  expect(decisions.map(({ id, title }) => ({ id, title }))).toEqual(headings);
});

test('the overview has each decision once, the surest first', () => {
  const rows = [...page.matchAll(/^\| (\w+)[^|]* \| \[(D\d\d)\]\(#\2\) \| (.+) \|$/gm)];
  expect(rows.map(([, , id]) => id).toSorted()).toEqual(decisions.map(({ id }) => id));
  expect([...new Set(rows.map(([, standing]) => standing))]).toEqual([
    'documented',
    'observed',
    'assumed',
  ]);
});

test('each part that rests on a decision is there, as a link or with links to its users', () => {
  const operations = calls(contract).map(({ operation }) => operation.operationId);
  const form = (name: string) => {
    if (operations.includes(name)) return `(operation:${name})`;
    return name in contract.components.schemas ? `(schema:${name})` : ` \`${name}\` of [`;
  };
  const untold = decisions.flatMap(({ id, marks }) =>
    marks.filter(({ name }) => !sections.get(id)?.includes(form(name))),
  );
  expect(untold).toEqual([]);
  expect(page).not.toContain('.yaml)');
});

test('other decisions are links, code is not', () => {
  const text = source.replace(
    '**Chosen:** The request',
    '**Chosen:** By D02, `x-decision: D03`. The request',
  );
  const changed = decisionsMarkdown(readDecisions(text), contract, linkTo);
  expect(changed).toContain('By [D02](#D02), `x-decision: D03`.');
});

describe('a malformed entry is refused with its place', () => {
  const lineOf = (text: string) => source.slice(0, source.indexOf(text)).split('\n').length;
  const start = lineOf('## D02');
  test.each([
    ['## D02 · The', '## D2 · The', start, 'the heading must have the form'],
    ['## D02 · The', '## D02: The', start, 'the heading must have the form'],
    ['## D02 · The', '## D01 · The', start, 'D01 stands in line'],
    [
      '## D02 · The fields of an app conversation\n\n2026-11-21',
      '## D02 · The fields of an app conversation\n\n2026-13-21',
      start + 2,
      'must stand a date',
    ],
    [
      '## D02 · The fields of an app conversation\n\n2026-11-21 · observed',
      '## D02 · The fields of an app conversation\n\n2026-11-21 · guessed',
      start + 2,
      'must stand a date',
    ],
    [
      '**Left open:** The fields of app',
      '**Open:** The fields of app',
      start,
      'D02 must have a paragraph that begins with `**Left open:**`',
    ],
    [
      '**Why:** A reader that',
      '**Because:** A reader that',
      start,
      'D02 must have a paragraph that begins with `**Why:**`',
    ],
  ])('%j -> %j', (from, to, line, message) => {
    expect(source).toContain(from);
    const read = () => readDecisions(source.replace(from, to));
    expect(read).toThrow(`openapi/decisions.md:${line}: `);
    expect(read).toThrow(message);
  });
});

test('a mark of what is not in the contract is refused', () => {
  const text = source.replace('[AgentType](', '[AgentKind](');
  expect(() => decisionsMarkdown(readDecisions(text), contract, linkTo)).toThrow(
    'openapi/decisions.md: D01 marks [AgentKind](components/schemas/AgentType.yaml), which is no part',
  );
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path/posix';
import { expect, test } from 'vitest';
import { contract } from '../testing.ts';
import { pagesOf, read } from './testing.ts';

const pages = pagesOf(contract);

// Other pages than these are made elsewhere.
const decisions = new URL(import.meta.resolve('@agent-conversation/openapi/package.json'));
const anchors = new Map([
  [
    'decisions',
    [...readFileSync(new URL('decisions.md', decisions), 'utf8').matchAll(/^## (D\d\d)/gm)].map(
      ([, id]) => id!,
    ),
  ],
  [
    'lifecycles',
    Object.entries(contract.components.schemas)
      .filter(([, schema]) => 'x-lifecycle' in schema)
      .map(([name]) => name),
  ],
  ...Array.from(pages, ([path, markdown]) => [path, read(markdown).headings] as const),
]);

test.each([...pages])('each link of %s leads to a page and an anchor', (path, markdown) => {
  const lost = read(markdown).links.filter((target) => {
    const [, page = '', anchor] = /^(.+)\.md(?:#(.+))?$/.exec(join(path, '..', target)) ?? [];
    const known = anchors.get(page);
    return !known || (anchor !== undefined && !known.includes(anchor));
  });
  expect(lost).toEqual([]);
});

test.each([...pages])('each table of %s is read as one, with equal rows', (_, markdown) => {
  const { tables, text } = read(markdown);
  expect(tables).toHaveLength([...markdown.matchAll(/^\| ---/gm)].length);
  for (const { columns, rows } of tables) {
    for (const row of rows) expect(row).toHaveLength(columns.length);
  }
  expect(text).not.toMatch(/undefined|\[object |\| ---/);
});

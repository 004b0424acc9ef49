import { toHtml } from 'hast-util-to-html';
import { expect, test } from 'vitest';
import { renderMarkdown } from '../html/render.ts';
import type { Sources } from '../sources/sources.ts';
import { twinOf } from '../twin.ts';
import { type Page, withMoves } from './make-pages.ts';
import { movesOf } from './moves.ts';

const page = (path: string): Page => ({
  path,
  title: path,
  summary: '',
  group: '',
  markdown: '',
});

const sources = {
  movedAddresses: [
    'index.html#oars #rudders',
    'operations/park.html#park.200 operations/moor.html#moor.200',
  ],
  releasedAddresses: [
    'schemas/boats.html#Boat',
    'schemas/boats.html#Success',
    'index.html#Success',
  ],
} as unknown as Sources;

const schemaPages = new Map([
  ['Boat', 'schemas/boats'],
  ['Success', 'schemas/shared'],
]);

test('a schema that has left its page has moved, beside what is listed', () => {
  expect(movesOf(sources, schemaPages)).toEqual([
    {
      from: { page: 'index', id: 'oars' },
      to: { page: 'index', id: 'rudders' },
    },
    {
      from: { page: 'operations/park', id: 'park.200' },
      to: { page: 'operations/moor', id: 'moor.200' },
    },
    {
      from: { page: 'schemas/boats', id: 'Success' },
      to: { page: 'schemas/shared', id: 'Success' },
    },
  ]);
});

test('a page leads to what has left it; a page that is gone stays as a list of links', () => {
  const paths = ['index', 'operations/moor', 'schemas/boats', 'schemas/shared'];
  const pages = withMoves(paths.map(page), movesOf(sources, schemaPages));
  const left = pages.filter(({ markdown }) => markdown !== '');
  expect(left.map(({ path, isUnlisted }) => [path, isUnlisted])).toEqual([
    ['schemas/boats', undefined],
    ['operations/park', true],
  ]);
  const [boats, park] = left;
  expect(twinOf(boats!.markdown)).toBe(
    '- `Success` has moved: [Success](shared.md#Success)\n',
  );
  expect(toHtml(renderMarkdown(park!.markdown))).toMatch(
    /<ul class="moved">\s*<li id="park\.200">.*<a href="moor\.html#moor\.200">moor\.200<\/a>/s,
  );
});

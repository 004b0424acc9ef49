import { expect, test } from 'vitest';
import { operationsOf } from './contract/operations.ts';
import { released } from './contract/released.ts';
import { schemasOf } from './contract/schemas.ts';
import { objectAt, pointerOf } from './contract/pointer.ts';
import { corpus } from './corpus.ts';
import { documentsOf } from './labels/documents.ts';

test('there are many hundreds of changes, each with an id of its own and a title of one line', () => {
  expect(corpus.length).toBeGreaterThan(1000);
  expect(new Set(corpus.map(({ id }) => id)).size).toBe(corpus.length);
  expect(corpus.filter(({ title }) => title === '' || title.includes('\n'))).toEqual([]);
});

const components = (sort: string) => ({
  sort: `of components/${sort}`,
  pointers: Object.keys(objectAt(released, `/components/${sort}`)).map((name) =>
    pointerOf('components', sort, name),
  ),
});

test.each([
  { sort: 'operation', pointers: operationsOf(released).map(({ pointer }) => pointer) },
  { sort: 'schema and member', pointers: schemasOf(released).map(({ pointer }) => pointer) },
  ...['parameters', 'responses', 'examples', 'securitySchemes'].map(components),
])('each $sort is changed in several ways', ({ pointers }) => {
  const changed = corpus.flatMap(({ expected }) => expected.map(({ pointer }) => pointer));
  expect(
    pointers.filter((pointer) => changed.filter((other) => other === pointer).length < 2),
  ).toEqual([]);
});

test('each of a hundred changes spread over the corpus changes the document', () => {
  const some = corpus.filter((_, index) => index % Math.floor(corpus.length / 100) === 0);
  const unchanged = some.filter((change) => {
    const { before, after } = documentsOf([change]);
    return JSON.stringify(before) === JSON.stringify(after);
  });
  expect(unchanged.map(({ id }) => id)).toEqual([]);
});

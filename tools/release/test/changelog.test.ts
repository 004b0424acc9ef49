/** What a release says of the changes of the contract. */
import type { Review, ReviewedChange } from '@agent-conversation/diff';
import { expect, test } from 'vitest';
import { contractChangesets, releaseOf } from '../changelog.ts';
import type { Workspace } from '../packages.ts';

function changeOf(
  rule: string,
  message: string,
  more: object = {},
): ReviewedChange {
  const facts = {
    effect: 'compatible',
    breaks: [],
    operations: [],
    migration: '',
  };
  return { ...facts, rule, message, ...more } as unknown as ReviewedChange;
}

const breaking = {
  effect: 'breaking',
  breaks: ['receiver'],
  migration: 'Handle null',
};
const changes = [
  changeOf(
    'values',
    '`Pet.name`: `type` is string, null, was string.',
    breaking,
  ),
  changeOf(
    'values',
    '`Pet.toy`: `type` is none; `anyOf` is [{"type":"null"}], was [{"type":"string"}]',
    breaking,
  ),
  changeOf('response-added', 'response `TooMany`: status 429 added', {
    operations: ['feedPet'],
  }),
  changeOf('response-added', 'response `TooMany`: status 429 added', {
    operations: ['listPets'],
  }),
  changeOf('schema-added', '`Toy`: added.'),
  changeOf('default', '`Toy.size`: default is 1'),
  changeOf('deprecated', '`feedPet`: deprecated: true, was none', {
    operations: ['feedPet'],
  }),
  changeOf('text', '`Toy`: other `description`', { effect: 'editorial' }),
  changeOf('text', '`Ball`: other `description`', { effect: 'editorial' }),
];

const changeset = (
  packages: readonly string[],
  summary: string,
  step = 'minor',
) => ({
  file: '.changeset/a.md',
  step,
  summary,
  packages: packages.map((name) => ({
    name: `@agent-conversation/${name}`,
    step: 'minor',
  })),
});

function reviewOf(changesets: readonly object[], listed = changes): Review {
  const planned = { step: 'minor', version: '1.2.0', changesets };
  const least = { step: 'minor', version: '1.2.0' };
  return { changes: listed, planned, least } as unknown as Review;
}

test('the entry lists each change once, with the operations that it reaches', () => {
  const review = reviewOf([
    changeset(['client'], 'The client is quicker.'),
    changeset(['openapi'], 'Samples are shorter', 'patch'),
    changeset(
      ['openapi', 'mock'],
      'Pets (e.g. cats) have toys: a ball.\nThey can be null.\n\nMore.',
    ),
  ]);
  const nullable = { breaks: ['receiver'], migration: 'Handle null.' };
  expect(releaseOf(review, '2026-01-02')).toEqual({
    version: '1.2.0',
    date: '2026-01-02',
    summary: 'Pets (e.g. cats) have toys. Samples are shorter.',
    changes: [
      {
        changed: '`Pet.name`: `type` is string, null, was string.',
        ...nullable,
      },
      {
        changed: '`Pet.toy`: `type` is none; `anyOf` is …, was ….',
        ...nullable,
      },
      {
        added: 'response `TooMany`: status 429 added.',
        operations: ['feedPet', 'listPets'],
      },
      { added: '`Toy`.' },
      { changed: '`Toy.size`: default is 1.' },
      {
        deprecated: '`feedPet`: deprecated: true, was none.',
        operations: ['feedPet'],
      },
      { changed: 'Descriptions, examples and annotations in 2 places.' },
    ],
  });
});

test('the summary is that of packages if the contract has no changeset', () => {
  const review = reviewOf(
    [changeset(['client'], '- The client is quicker.\n- Smaller.')],
    [],
  );
  const summary = 'The client is quicker.';
  expect(releaseOf(review, '2026-01-02')).toEqual({
    version: '1.2.0',
    date: '2026-01-02',
    summary,
  });
});

test('the changelog of the contract lists what breaks first, and the others link to it', () => {
  const packages = ['openapi', 'client', 'mock'].map((name) => ({
    name: `@agent-conversation/${name}`,
  }));
  const changesets = contractChangesets(
    releaseOf(reviewOf([]), '2026-01-02'),
    'minor',
    packages as Workspace[],
  );
  const [own = '', linked = ''] = Object.values(changesets);
  expect(own).toBe(`---
'@agent-conversation/openapi': minor
---

Changes of the contract:

- Changed: \`Pet.name\`: \`type\` is string, null, was string.
  - Breaks programs that read responses.
  - To do: Handle null.
- Changed: \`Pet.toy\`: \`type\` is none; \`anyOf\` is …, was ….
  - Breaks programs that read responses.
  - To do: Handle null.
- \`feedPet\`, \`listPets\`, added: response \`TooMany\`: status 429 added.
- Added: \`Toy\`.
- Changed: \`Toy.size\`: default is 1.
- \`feedPet\`, deprecated: \`feedPet\`: deprecated: true, was none.
- Changed: Descriptions, examples and annotations in 2 places.
`);
  expect(linked).toContain(
    "'@agent-conversation/client': minor\n'@agent-conversation/mock': minor\n",
  );
  expect(linked).toContain('/openapi/CHANGELOG.md)');
});

/** What a release says of the changes of the contract. */
import type { Review, ReviewedChange } from '@agent-conversation/diff';
import { expect, test } from 'vitest';
import { changelogEntry, contractChangesets } from '../changelog.ts';
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
    '`Pet.color`: `type` is string, null, was string.',
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
  changeOf('schema-added', '`Toy`: added'),
  changeOf('schema-added', '`Ball`: added'),
  changeOf('default', '`Toy.size`: default is 1'),
  changeOf('optional', '`Toy.size`: is optional now'),
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

test('the entry lists each change once, with what means the same', () => {
  const review = reviewOf([
    changeset(['client'], 'The client is quicker.'),
    changeset(['openapi'], 'Samples are shorter', 'patch'),
    changeset(
      ['openapi', 'mock'],
      'Pets (e.g. cats) have toys: a ball.\nThey can be null.\n\nMore.',
    ),
  ]);
  const nullable = { breaks: ['receiver'], migration: 'Handle null.' };
  expect(changelogEntry(review, '2026-01-02')).toEqual({
    version: '1.2.0',
    date: '2026-01-02',
    summary: 'Pets (e.g. cats) have toys. Samples are shorter.',
    changes: [
      {
        changed: '`Pet.name`, `Pet.color`: `type` is string, null, was string.',
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
      { added: '`Toy`, `Ball`.' },
      { changed: '`Toy.size`: default is 1; is optional now.' },
      { deprecated: '`feedPet`.', operations: ['feedPet'] },
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
  expect(changelogEntry(review, '2026-01-02')).toEqual({
    version: '1.2.0',
    date: '2026-01-02',
    summary,
  });
});

test('the changelog of the contract lists what breaks first, and the others link to it', () => {
  const packages = ['openapi', 'client', 'mock'].map((name) => ({
    name: `@agent-conversation/${name}`,
  }));
  const changesets = contractChangesets(reviewOf([]), packages as Workspace[]);
  const [own = '', linked = ''] = changesets.values();
  const [head, breakingList, otherList] = own.split(
    /^.*changes of the contract:$/m,
  );
  expect(head).toBe("---\n'@agent-conversation/openapi': minor\n---\n\n");
  expect(breakingList!.match(/^- /gm)).toHaveLength(2);
  expect(breakingList).toContain(
    'Breaks programs that read responses. Migration: Handle null.',
  );
  expect(otherList!.match(/^- /gm)).toHaveLength(5);
  expect(otherList).toContain('- Deprecated: `feedPet`.\n');
  expect(otherList).toContain('status 429 added. In `feedPet`, `listPets`.\n');
  expect(linked).toContain(
    "'@agent-conversation/client': minor\n'@agent-conversation/mock': minor\n",
  );
  expect(linked).toContain('/openapi/CHANGELOG.md#120)');
  expect(linked).not.toContain('Pet');
});

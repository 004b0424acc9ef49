import { expect, test } from 'vitest';
import { changesOf } from '../rules/cases/tell.ts';

const own = '/paths/~1api~1old/get/security';

test.each([
  { keys: undefined, operations: ['oldThing', 'startThing'] },
  { keys: [], operations: ['startThing'] },
])('a key reaches those that go by the keys of the document: $operations', (given) => {
  const changes = changesOf({
    given: { '/security': [{ Key: [] }], [own]: given.keys },
    edit: { '/components/securitySchemes/Key/name': 'X-Other' },
  });
  expect(changes.map(({ operations }) => operations)).toEqual([given.operations]);
});

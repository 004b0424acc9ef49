import { expect, test } from 'vitest';
import { base } from '../rules/cases/base.ts';
import { changesOf } from '../rules/cases/tell.ts';
import { isRecord, member } from '../model/json.ts';

const body = '/paths/~1api~1v1~1things~1{id}/post/requestBody/content/application~1json/schema';
const sent = member(member(base['components'], 'schemas'), 'Sent');
const members = ['text', 'both', 'maybe', 'list', 'part'];

/** What is told when a body becomes another schema, which is the same but for what is given. */
function bodyBecomes(given: object) {
  const current = { ...(isRecord(sent) ? sent : {}), ...given };
  const changes = changesOf({
    edit: { '/components/schemas/Other': current, [body]: { $ref: '#/components/schemas/Other' } },
  });
  return changes.find(({ rule }) => rule === 'reference-changed');
}

test('what breaks behind a reference is approved with it, and more of it is not', () => {
  const four = bodyBecomes({ required: members.slice(0, 4) });
  const five = bodyBecomes({ required: members });
  expect(four).toMatchObject({ effect: 'breaking', needsApproval: true });
  expect(five?.fingerprint).not.toBe(four?.fingerprint);
});

test('it stays the same in another order, and with other words', () => {
  const first = bodyBecomes({ required: members });
  const other = bodyBecomes({ required: members.toReversed(), description: 'It.' });
  expect(other?.fingerprint).toBe(first?.fingerprint);
});

test('of much that is behind a reference, what breaks is told first', () => {
  const news = { a: {}, b: {}, c: {} };
  const properties = { ...news, ...(member(sent, 'properties') as object) };
  const { message } = bodyBecomes({ properties, required: ['text'] }) ?? {};
  expect(message).toMatch(/: the member `Other\.text` is always there.*; …\.$/);
});

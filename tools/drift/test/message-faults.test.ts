import { expect, test } from 'vitest';
import { breakResponse, exampleResponses, messageFaults } from '../responses/index.ts';
import { contract, thing } from './fixture.ts';

const bare = { operation: 'readThing', status: 404, headers: new Headers(), value: undefined };
const empty = { operation: 'removeThing', status: 204, headers: new Headers(), value: undefined };

const required = ['/kind', '/size', '/inner/kind', '/inner/size'].map(
  (it) => `body ${it} required`,
);

/** Fault -> the pointers that a validator must report. */
const cases: Readonly<Record<string, readonly string[]>> = {
  E1: ['status  status'],
  E2: ['status  server-error'],
  E3: ['header /content-type media-type'],
  E4: ['header /content-type media-type'],
  E5: required,
  E6: required,
  E8: ['body /kind enum', 'body /inner/kind enum'],
  E10: ['body /size minimum', 'body /inner/size minimum'],
  E11: ['body /tags uniqueItems'],
  E12: ['body /closed/surplus additionalProperties'],
  E13: ['body /data additionalProperties'],
  E14: ['body  type'],
  E15: ['body  json'],
  E16: ['body /surplus additionalProperties', 'body /inner/surplus additionalProperties'],
  E17: ['made', 'tags', 'pair', 'closed', 'closed/id', 'inner'].map(
    (it) => `body /${it}_ additionalProperties`,
  ),
  E18: ['body /password writeOnly', 'body /inner/password writeOnly'],
  E19: ['body /made format'],
  E20: ['body /pair/0 type'],
  E21: ['header /x-request-id required'],
  E22: ['header /x-request-id format'],
  E23: ['header /x-count type'],
  E24: ['body  required'],
  E26: required,
  E27: ['body  body'],
  E28: ['body  body'],
};
const leaves = ['kind', 'size', 'made', 'tags', 'tags/0', 'pair', 'pair/0', 'pair/1'];
const inner = ['inner', 'inner/kind', 'inner/size'];
const everywhere = ['', ...[...leaves, 'closed', 'closed/id', ...inner].map((it) => `/${it}`)].map(
  (pointer) => `body ${pointer} type`,
);

test.each(messageFaults)('$id a response $title', (fault) => {
  const from = fault.id === 'E27' ? empty : fault.id === 'E28' ? bare : thing;
  const broken = breakResponse(contract, fault, from);
  const found = broken.map(({ expected: it }) => `${it.part} ${it.pointer} ${it.keyword}`);
  expect(found.toSorted()).toEqual((cases[fault.id] ?? everywhere).toSorted());
  for (const { body, status, headers } of broken) {
    const shown = { body, status, headers: [...headers] };
    const valid = { status: from.status, headers: [...from.headers] };
    expect(shown).not.toEqual({ ...valid, body: from.value ? JSON.stringify(from.value) : '' });
  }
  expect(['E25', 'E26'].includes(fault.id)).toBe(fault.needs === 'a recursive schema');
});

test('a response that the contract does not declare is rejected', () => {
  const other = { ...thing, status: 418 };
  expect(() => breakResponse(contract, messageFaults[0]!, other)).toThrow('readThing 418');
});

test('the examples of the contract are valid responses', () => {
  expect(exampleResponses(contract).map(({ title }) => title)).toEqual([
    'pauseThing 200 Shown',
    'pauseThing 404 Shown',
    'pauseThing 422 Shown',
    'readThing 404',
    'removeThing 204',
  ]);
});

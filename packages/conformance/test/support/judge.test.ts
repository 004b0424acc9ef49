import { expect, test } from 'vitest';
import { operations } from '../../src/contract.ts';
import type { Fault } from '../../src/requests/fault.ts';
import { type Answer, complaintsAbout, complaintsAboutRefusal } from './judge.ts';
import type { RandomRequest } from '../../src/requests/random-requests.ts';

const pausing: RandomRequest = {
  operation: operations.find(({ operationId }) => operationId === 'pauseSandbox')!,
  method: 'POST',
  path: '/api/v1/sandboxes/a/pause',
  query: [],
  headers: { 'X-Session-API-Key': 'KEY-1' },
  body: undefined,
  value: undefined,
};
const creating: RandomRequest = {
  ...pausing,
  operation: operations.find(({ operationId }) => operationId === 'createConversation')!,
  path: '/api/conversations',
};
const wrongTitle: Fault = {
  kind: 'body: type',
  status: 422,
  loc: ['body', 'create_microagent', 'title'],
  reaches: true,
};
const wrongMethod: Fault = {
  kind: 'method',
  status: 405,
  allow: ['POST', 'OPTIONS'],
  reaches: false,
};

function answer(status: number, body: unknown, headers: Record<string, string> = {}): Answer {
  return {
    status,
    headers: new Headers({ 'Content-Type': 'application/json', ...headers }),
    text: JSON.stringify(body),
  };
}

const at = (...loc: readonly (string | number)[]) => ({ loc, msg: 'wrong', type: 'type' });

test.each([
  ['an answer that is not declared', answer(500, { detail: '' }), 'does not declare 500'],
  ['a refusal that is declared', answer(401, { detail: '' }), 'a valid request was refused'],
  ['a body that breaks its schema', answer(200, { success: 1 }), '/success: must be boolean'],
  ['another type', answer(200, {}, { 'Content-Type': 'text/plain' }), 'content type is text/plain'],
  ['the key', answer(404, { detail: 'not for KEY-1' }), 'the answer tells the key'],
  ['a secret', answer(200, { success: true, extra: ['SECRET-1'] }), 'the answer tells a secret'],
  ['a secret in a header', answer(200, {}, { 'X-Echo': 'SECRET-1' }), 'tells a secret'],
])('after a valid request, %s is complained about', (_, came, complaint) => {
  expect(complaintsAbout(pausing, came)).toEqual([expect.stringContaining(complaint)]);
});

test('a body in the answer to HEAD is complained about', () => {
  expect(complaintsAbout({ ...pausing, method: 'HEAD' }, answer(200, {}))).toEqual([
    'HEAD gave a body',
  ]);
});

test.each([
  ['another status', creating, wrongTitle, answer(200, {}), 'the status is not 422'],
  ['no place', creating, wrongTitle, answer(422, { detail: [] }), '"title"] is not named'],
  [
    'a place above the fault',
    creating,
    wrongTitle,
    answer(422, { detail: [at(...wrongTitle.loc!), at('body', 'create_microagent')] }),
    '["body","create_microagent"] is not wrong',
  ],
  [
    'a place below the fault alone',
    creating,
    wrongTitle,
    answer(422, { detail: [at(...wrongTitle.loc!, 0)] }),
    '"title"] is not named',
  ],
  [
    'other methods',
    pausing,
    wrongMethod,
    answer(405, { detail: '' }, { Allow: 'POST' }),
    'Allow is not OPTIONS, POST',
  ],
  [
    'the form of the other generation',
    creating,
    wrongMethod,
    answer(405, { detail: '' }, { Allow: 'POST, OPTIONS' }),
    "must have required property 'error'",
  ],
])('after a fault, %s is complained about', (_, request, fault, came, complaint) => {
  expect(complaintsAboutRefusal(request, fault, came)).toEqual([
    expect.stringContaining(complaint),
  ]);
});

test('there is nothing to complain about in what is right', () => {
  expect(complaintsAbout(pausing, answer(200, { success: true }))).toEqual([]);
  expect(complaintsAbout(pausing, answer(404, { detail: 'Sandbox not found' }))).toEqual([]);
  const named = answer(422, { detail: [at(...wrongTitle.loc!)] });
  expect(complaintsAboutRefusal(creating, wrongTitle, named)).toEqual([]);
  const allowed = answer(405, { error: '' }, { Allow: 'OPTIONS,POST' });
  expect(complaintsAboutRefusal(creating, wrongMethod, allowed)).toEqual([]);
});

/** Requests that several resources are asked with. */
import type { Question, Recorder } from './recorder.ts';

/** Questions by the names under which their exchanges are kept. */
export type Questions = Readonly<Record<string, Question>>;

/** A sandbox that does not exist: a conversation in it never starts, so nothing is left behind. */
export const noSandbox = 'unknown-sandbox';

const wrongKey = 'wrong-key';

/** Asks questions of an operation in their order. */
export async function askAll(
  recorder: Recorder,
  operationId: string,
  questions: Questions,
): Promise<void> {
  for (const [name, question] of Object.entries(questions)) {
    await recorder.ask(operationId, name, question);
  }
}

/** Requests without a valid key, of every operation. */
export function withoutValidKey(question: Question): Questions {
  return {
    'no-key': { ...question, headers: { 'x-session-api-key': null } },
    'wrong-key': { ...question, headers: { 'x-session-api-key': wrongKey } },
  };
}

/** Values of the parameters of a search. */
export function pagingQuestions(path: string): Questions {
  const get = (query: string): Question => ({
    method: 'GET',
    path: `${path}?${query}`,
  });
  return {
    'limit-0': get('limit=0'),
    'limit-1': get('limit=1'),
    'limit-100': get('limit=100'),
    'limit-101': get('limit=101'),
    'limit-huge': get('limit=100000000000000000000'),
    'limit-text': get('limit=many'),
    'limit-twice': get('limit=1&limit=2'),
    'limit-with-spaces': get('limit=%202%20'),
    'page-id-unknown': get('page_id=no-such-page'),
    'page-id-beyond': get('page_id=1000'),
    'page-id-huge-limit': get('page_id=1000&limit=100000000000000000000'),
    'unknown-query': get('colour=blue'),
  };
}

/** Further values, of which one search is asked: both read their parameters in the same way. */
export function unusualPagingQuestions(path: string): Questions {
  const get = (query: string): Question => ({
    method: 'GET',
    path: `${path}?${query}`,
  });
  return {
    'limit-negative': get('limit=-1'),
    'limit-fraction': get('limit=1.5'),
    'limit-empty': get('limit='),
    'page-id-empty': get('page_id='),
    'page-id-negative': get('page_id=-1'),
    'page-id-malformed': get('page_id=%00%F0%9F%92%A5'),
  };
}

const json = { 'content-type': 'application/json' };

/** Bodies that cannot be read as a JSON object, of an operation that takes one. */
export function malformedBodies(path: string): Questions {
  const post = { method: 'POST', path };
  return {
    'no-body': post,
    'empty-body': { ...post, headers: json, rawBody: '' },
    'malformed-json': { ...post, headers: json, rawBody: '{"title": ' },
    'invalid-utf-8': {
      ...post,
      headers: json,
      hexBody: '7b227469746c65223a22ff227d',
    },
    'null-body': { ...post, body: null },
    'list-body': { ...post, body: [] },
    'content-type-text': {
      ...post,
      headers: { 'content-type': 'text/plain' },
      body: {},
    },
    'content-type-missing': {
      ...post,
      headers: { 'content-type': null },
      rawBody: '{"sandbox_id": "unknown-sandbox"}',
    },
    'malformed-json-without-key': {
      ...post,
      headers: { ...json, 'x-session-api-key': null },
      rawBody: '{',
    },
    'list-body-without-key': {
      ...post,
      headers: { 'x-session-api-key': null },
      body: [],
    },
  };
}

/** Further bodies, of which one operation is asked: all read them in the same way. */
export function unusualBodies(path: string): Questions {
  const post = { method: 'POST', path };
  return {
    'trailing-comma': { ...post, headers: json, rawBody: '{"title": null,}' },
    'single-quotes': { ...post, headers: json, rawBody: "{'title': null}" },
    'two-values': { ...post, headers: json, rawBody: '{} {}' },
    'text-body': { ...post, headers: json, rawBody: 'hello' },
    'string-body': { ...post, body: 'hello' },
    'number-body': { ...post, body: 1 },
    'content-type-form': {
      ...post,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      rawBody: 'title=hello',
    },
  };
}

/** Requests that several resources are asked with. */
import type { Json } from '@agent-conversation/contract';
import type { Question, Recorder } from './recorder.ts';

/** Questions by the names under which their exchanges are kept. */
export type Questions = Readonly<Record<string, Question>>;

/** A sandbox that does not exist: a conversation in it never starts, so nothing is left behind. */
export const noSandbox = 'unknown-sandbox';

/** A request without a body. */
export const get = (path: string): Question => ({ method: 'GET', path });
export const post = (path: string): Question => ({ method: 'POST', path });

/** A request without a key. */
export function withoutKey(question: Question): Question {
  const headers = { ...question.headers, 'x-session-api-key': null };
  return { ...question, headers };
}

/** Requests without a valid key, of every operation. */
export function withoutValidKey(question: Question): Questions {
  return {
    'no-key': withoutKey(question),
    'wrong-key': { ...question, headers: { 'x-session-api-key': 'wrong-key' } },
  };
}

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

/** Requests with JSON bodies. */
export function posts(
  path: string,
  bodies: Readonly<Record<string, Json>>,
): Questions {
  return questionsOf(bodies, (body) => ({ ...post(path), body }));
}

/** Searches with queries. */
function searches(
  path: string,
  queries: Readonly<Record<string, string>>,
): Questions {
  return questionsOf(queries, (query) => get(`${path}?${query}`));
}

/** A question for each part, by its name. */
function questionsOf<Part>(
  parts: Readonly<Record<string, Part>>,
  questionOf: (part: Part) => Questions[string],
): Questions {
  const entries = Object.entries(parts);
  return Object.fromEntries(
    entries.map(([name, part]) => [name, questionOf(part)]),
  );
}

/** Values of the parameters of a search. */
export function pagingQuestions(path: string): Questions {
  return searches(path, {
    'limit-0': 'limit=0',
    'limit-1': 'limit=1',
    'limit-100': 'limit=100',
    'limit-101': 'limit=101',
    'limit-huge': 'limit=100000000000000000000',
    'limit-text': 'limit=many',
    'limit-twice': 'limit=1&limit=2',
    'limit-with-spaces': 'limit=%202%20',
    'page-id-unknown': 'page_id=no-such-page',
    'page-id-beyond': 'page_id=1000',
    'page-id-huge-limit': 'page_id=1000&limit=100000000000000000000',
    'unknown-query': 'colour=blue',
  });
}

/** Further values, of which one search is asked: both read their parameters in the same way. */
export function unusualPagingQuestions(path: string): Questions {
  return searches(path, {
    'limit-negative': 'limit=-1',
    'limit-fraction': 'limit=1.5',
    'limit-empty': 'limit=',
    'page-id-empty': 'page_id=',
    'page-id-negative': 'page_id=-1',
    'page-id-malformed': 'page_id=%00%F0%9F%92%A5',
  });
}

/** A text that is sent as JSON. */
export function raw(path: string, rawBody: string): Question {
  return { ...post(path), headers: jsonType, rawBody };
}

const jsonType = { 'content-type': 'application/json' };

/** Bodies that cannot be read as a JSON object, of an operation that takes one. */
export function malformedBodies(path: string): Questions {
  return {
    'no-body': post(path),
    'empty-body': raw(path, ''),
    'malformed-json': raw(path, '{"title": '),
    'invalid-utf-8': {
      ...post(path),
      headers: jsonType,
      hexBody: '7b227469746c65223a22ff227d',
    },
    ...posts(path, { 'null-body': null, 'list-body': [] }),
    'content-type-text': {
      ...post(path),
      headers: { 'content-type': 'text/plain' },
      body: {},
    },
    'content-type-missing': {
      ...post(path),
      headers: { 'content-type': null },
      rawBody: '{"sandbox_id": "unknown-sandbox"}',
    },
    'malformed-json-without-key': withoutKey(raw(path, '{')),
    'list-body-without-key': withoutKey({ ...post(path), body: [] }),
  };
}

/** Further bodies, of which one operation is asked: all read them in the same way. */
export function unusualBodies(path: string): Questions {
  return {
    'trailing-comma': raw(path, '{"title": null,}'),
    'single-quotes': raw(path, "{'title': null}"),
    'two-values': raw(path, '{} {}'),
    'text-body': raw(path, 'hello'),
    ...posts(path, { 'string-body': 'hello', 'number-body': 1 }),
    'content-type-form': {
      ...post(path),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      rawBody: 'title=hello',
    },
  };
}

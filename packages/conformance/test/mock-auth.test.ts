/** Who may call: over HTTP, each operation with the key, without it, and with it in other places. */
import { createMock, type Listening } from '@agent-conversation/mock';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { operations, resolve } from '../src/contract.ts';
import { exampleArguments } from './support/client-arguments.ts';
import { violations } from './support/violations.ts';

const key = 'KEY-of-a-caller';
const mock = createMock();
let listening: Listening;
beforeAll(async () => {
  listening = await mock.listen();
});
beforeEach(() => mock.reset());
afterAll(async () => listening.close());

describe.each(operations)('$operationId', (operation) => {
  const { method, path, responses, requestBody } = operation;
  const given = exampleArguments(operation);
  const target = path.replace(/\{(\w+)\}/, (_, name: string) => given.path[name]!);
  const json = requestBody ? { 'Content-Type': 'application/json' } : {};

  async function call(headers: Record<string, string>, query = '', body?: string) {
    return fetch(`${listening.url}${target}${query}`, {
      method: method.toUpperCase(),
      headers: { ...json, ...headers },
      body: requestBody ? (body ?? JSON.stringify(given.body)) : null,
    });
  }

  test.each<[string, Record<string, string>, query?: string, body?: string]>([
    ['no key', {}],
    ['an empty key', { 'X-Session-API-Key': '' }],
    ['a key of blanks', { 'X-Session-API-Key': '  ' }],
    ['the key as a bearer', { Authorization: `Bearer ${key}` }],
    ['the key as a password', { Authorization: `Basic ${btoa(`:${key}`)}` }],
    ['the key in a cookie', { Cookie: `X-Session-API-Key=${key}` }],
    ['the key in another header', { 'X-API-Key': key }],
    ['the key in the query', {}, `?X-Session-API-Key=${key}`],
    ['no key, and other faults as well', { Accept: 'text/html' }, '?limit=0&ids=', '{'],
  ])('with %s is refused as declared, and does nothing', async (_, headers, query, body) => {
    const answer = await call(headers, query, body);
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toMatch(/^ApiKey realm=/);
    const { schema } = resolve(responses['401']!).content['application/json']!;
    const text = await answer.text();
    expect(violations(schema, JSON.parse(text))).toEqual([]);
    expect(text).not.toContain(key);
    expect(mock.state(key)).toMatchObject(nothing);
    expect(mock.state('')).toMatchObject(nothing);
  });

  test.each(['X-Session-API-Key', 'x-session-api-key', 'X-SESSION-API-KEY'])(
    'takes the key in %s',
    async (name) => {
      expect((await call({ [name]: key })).status).not.toBe(401);
    },
  );
});

const nothing = { sandboxes: [], startTasks: [], appConversations: [], conversations: [] };

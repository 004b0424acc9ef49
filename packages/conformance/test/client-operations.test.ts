import { createClient } from '@agent-conversation/client';
import * as functions from '@agent-conversation/client/operations';
import { operations as validators } from '@agent-conversation/validators';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Arguments, argumentsOf, inOrder } from './support/client-arguments.ts';
import { type Callable, methodOf, type Methods } from './support/client-methods.ts';
import { type Operation, operations, resolve } from '../src/contract.ts';

const seed = Number(process.env['FC_SEED'] ?? 20261102);
const numRuns = Number(process.env['FC_RUNS'] ?? 500);

/** A client of which every attempt is noted, and answered with the contract's example of a success. */
function listen(operation?: Operation) {
  const sent: { readonly url: string; readonly init: RequestInit }[] = [];
  const client = createClient({
    baseUrl: 'http://service.example/base',
    apiKey: 'any',
    async fetch(url, init) {
      sent.push({ url, init });
      const { content } = resolve(operation!.responses[200]!);
      const [example] = Object.values(content['application/json']!.examples!);
      return Response.json(resolve(example!).value);
    },
  });
  return { sent, client, methods: client as unknown as Methods };
}

test('the client has a method for each operation, the waits, and no other', () => {
  const found = Object.entries(listen().methods).flatMap(([resource, its]) =>
    typeof its === 'function' ? [resource] : Object.keys(its).map((verb) => `${resource}.${verb}`),
  );
  const own = ['send', 'sandboxes.waitUntil', 'appConversations.waitUntilReady'];
  const want = [...operations.map((it) => methodOf(it).join('.')), ...own];
  expect(found.toSorted()).toEqual(want.toSorted());
});

test('there is a function for each operation, one to connect, and no other', () => {
  const want = [...operations.map((it) => it.operationId), 'connect'];
  expect(Object.keys(functions).toSorted()).toEqual(want.toSorted());
});

describe.each(operations)('$operationId', (operation) => {
  const { client, methods, sent } = listen(operation);
  const [resource, verb] = methodOf(operation);
  const call = (functions as unknown as Record<string, Callable>)[operation.operationId]!;

  test.each<[string, Callable, unknown]>([
    ['method', (...values) => methods[resource]![verb]!(...values), expect.anything()],
    ['function', (...values) => call(client, ...values), { status: 200, data: expect.anything() }],
  ])('its %s sends what it is given, once', async (_, send, want) => {
    await fc.assert(
      fc.asyncProperty(argumentsOf(operation), async (given) => {
        sent.length = 0;
        expect(await send(...inOrder(operation, given))).toEqual(want);
        expect(sent.map((request) => received(operation, request))).toEqual([
          meant(operation, given),
        ]);
      }),
      { seed, numRuns },
    );
  });
});

/**
 * What the arguments say: null and undefined leave a parameter out, and a body that may be left out is empty
 * then.
 */
function meant(operation: Operation, { path, query = {}, body = {} }: Arguments) {
  const given = Object.entries(query).filter(([, value]) => value !== null && value !== undefined);
  return {
    method: operation.method.toUpperCase(),
    origin: 'http://service.example',
    key: 'any',
    accept: 'application/json',
    contentType: operation.requestBody ? 'application/json' : null,
    names: new Set(given.map(([name]) => name)),
    path,
    query: Object.fromEntries(given),
    body: operation.requestBody ? (JSON.parse(JSON.stringify(body)) as unknown) : undefined,
  };
}

/** What was sent, as the validator of the operation reads it. */
function received(
  { operationId, path }: Operation,
  { url, init }: { readonly url: string; readonly init: RequestInit },
) {
  const { origin, pathname, searchParams } = new URL(url);
  const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
  const match = new RegExp(`^/base${path.replaceAll(/\{\w+\}/g, '([^/]+)')}$`).exec(pathname);
  if (!match) throw new Error(`${pathname} is not of the form ${path}`);
  const ids = parameters.map((name, index) => [name, decodeURIComponent(match[index + 1]!)]);
  const result = Object.values(validators)
    .find(({ id }) => id === operationId)!
    .validateRequest({
      path: Object.fromEntries(ids),
      query: searchParams,
      body: init.body ? JSON.parse(init.body as string) : undefined,
    });
  if (!result.valid) throw new Error(JSON.stringify(result.violations));
  const headers = new Headers(init.headers);
  return {
    method: init.method,
    origin,
    key: headers.get('x-session-api-key'),
    accept: headers.get('accept'),
    contentType: headers.get('content-type'),
    names: new Set(searchParams.keys()),
    ...result.request,
  };
}

import { createClient } from '@agent-conversation/client';
import * as functions from '@agent-conversation/client/operations';
import { operations as validators } from '@agent-conversation/validators';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Arguments, argumentsOf } from './support/client-arguments.ts';
import { type Operation, operations, resolve } from '../src/contract.ts';

const seed = Number(process.env['FC_SEED'] ?? 20261102);
const numRuns = Number(process.env['FC_RUNS'] ?? 500);

type Callable = (...values: unknown[]) => Promise<unknown>;
type Methods = Readonly<Record<string, Readonly<Record<string, Callable>>>>;

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

/**
 * The resource is what follows `/api` and the version in the path, in camel case; the verb is what stands
 * before the first capital of the operationId.
 */
function methodOf({ operationId, path }: Operation): [resource: string, verb: string] {
  const segment = path.split('/').find((it) => !['', 'api', 'v1'].includes(it))!;
  const [first, ...words] = segment.split('-');
  const capitalised = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return [first + capitalised.join(''), operationId.slice(0, operationId.search(/[A-Z]/))];
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

/** The arguments as they are passed: the ids, then the body if there is one, then the query if there is one. */
function inOrder(operation: Operation, { path, query, body }: Arguments): unknown[] {
  const takesQuery = operation.parameters?.some((it) => resolve(it).in === 'query') ?? false;
  return [
    ...Object.values(path),
    ...(operation.requestBody ? [body] : []),
    ...(takesQuery ? [query] : []),
  ];
}

/** What the arguments say: null leaves a parameter out, and a body that may be left out is empty then. */
function meant(operation: Operation, { path, query = {}, body = {} }: Arguments) {
  const given = Object.entries(query).filter(([, value]) => value !== null);
  return {
    method: operation.method.toUpperCase(),
    origin: 'http://service.example',
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
  return {
    method: init.method,
    origin,
    contentType: new Headers(init.headers).get('content-type'),
    names: new Set(searchParams.keys()),
    ...result.request,
  };
}

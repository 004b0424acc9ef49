/** The client against the contract: every operation, what it sends, and what becomes of every response. */
import { type ApiError, createClient, isApiError } from '@agent-conversation/client';
import * as functions from '@agent-conversation/client/operations';
import { createMock } from '@agent-conversation/mock';
import { operations as validators } from '@agent-conversation/validators';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Operation, operations, resolve } from '../src/contract.ts';
import {
  type Arguments,
  argumentsOf,
  exampleArguments,
  inOrder,
} from './support/client-arguments.ts';

const seed = Number(process.env['FC_SEED'] ?? 20261102);
const numRuns = Number(process.env['FC_RUNS'] ?? 100);

type Callable = (...values: unknown[]) => Promise<unknown>;
type Methods = Readonly<Record<string, Readonly<Record<string, Callable>>>>;

/**
 * The method of an operation: the resource is what follows `/api` and the version in the path, the verb what stands
 * before the first capital of the operationId.
 */
function methodOf({ operationId, path }: Operation): [resource: string, verb: string] {
  const segment = path.split('/').find((it) => !['', 'api', 'v1'].includes(it))!;
  const resource = segment.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  return [resource, operationId.slice(0, operationId.search(/[A-Z]/))];
}

/** The two ways to call an operation. */
function waysOf(
  operation: Operation,
  client: object,
): Readonly<Record<'method' | 'function', Callable>> {
  const [resource, verb] = methodOf(operation);
  const call = (functions as unknown as Record<string, Callable>)[operation.operationId]!;
  return {
    method: async (...values) => (client as Methods)[resource]![verb]!(...values),
    function: async (...values) => call(client, ...values),
  };
}

/** Every example of a response, with its status. */
const examples = operations.flatMap((operation) =>
  Object.entries(operation.responses).flatMap(([status, response]) =>
    Object.entries(resolve(response).content['application/json']?.examples ?? {}).map(
      ([name, example]) => ({
        operation,
        title: `${operation.operationId} ${status} ${name}`,
        status: Number(status),
        body: resolve(example).value,
      }),
    ),
  ),
);

test('the client has a method and a function for each operation', () => {
  const client = createClient({ baseUrl: 'http://service', apiKey: 'any' }) as unknown as Methods;
  for (const operation of operations) {
    const [resource, verb] = methodOf(operation);
    expect(client[resource]?.[verb], `${resource}.${verb}`).toBeTypeOf('function');
    expect(functions).toHaveProperty(operation.operationId);
  }
});

function setUp({ operation, status, body }: (typeof examples)[number]) {
  const fetch = async () => Response.json(body, { status });
  const client = createClient({ baseUrl: 'http://service', apiKey: 'any', retries: 0, fetch });
  return { ...waysOf(operation, client), given: inOrder(operation, exampleArguments(operation)) };
}

test.each(examples.filter(({ status }) => status < 400))('$title is returned', async (it) => {
  const { method, function: call, given } = setUp(it);
  expect(await method(...given)).toMatchObject(it.body as object);
  expect(await call(...given)).toEqual({ status: it.status, data: it.body });
});

test.each(examples.filter(({ status }) => status >= 400))('$title is reported', async (it) => {
  const { method, function: call, given } = setUp(it);
  const error: unknown = await method(...given).catch((reason: unknown) => reason);
  expect(isApiError(error)).toBe(true);
  const { status, body } = error as ApiError;
  expect({ status, body }).toEqual({ status: it.status, body: it.body });
  expect(await call(...given)).toEqual({ status: it.status, error: it.body });
});

describe.each(operations)('$operationId', (operation) => {
  test('succeeds against the mock', async () => {
    const { fetch } = createMock({ stateless: true });
    const client = createClient({ baseUrl: 'http://mock', apiKey: 'any', fetch });
    const given = inOrder(operation, exampleArguments(operation));
    expect(await waysOf(operation, client).function(...given)).toMatchObject({ status: 200 });
  });

  test.each(['method', 'function'] as const)('its %s sends what it is given, once', async (way) => {
    const sent: { readonly url: string; readonly init: RequestInit }[] = [];
    const success = examples.find((it) => it.operation === operation && it.status < 300)!;
    const client = createClient({
      baseUrl: 'http://service.example/base',
      apiKey: 'any',
      async fetch(url, init) {
        sent.push({ url, init });
        return Response.json(success.body);
      },
    });
    const call = waysOf(operation, client)[way];
    const property = fc.asyncProperty(argumentsOf(operation), async (given) => {
      sent.length = 0;
      await call(...inOrder(operation, given));
      expect(sent.map((request) => received(operation, request))).toEqual([
        meant(operation, given),
      ]);
    });
    await fc.assert(property, { seed, numRuns });
  });
});

/** What the arguments mean: null and undefined leave a parameter out; an optional body is empty by default. */
function meant(operation: Operation, { path, query = {}, body = {} }: Arguments) {
  const given = Object.entries(query).filter(([, value]) => value !== null && value !== undefined);
  return {
    method: operation.method.toUpperCase(),
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
  const { pathname, searchParams } = new URL(url);
  const form = path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)');
  const { groups = {} } = new RegExp(`^/base${form}$`).exec(pathname)!;
  const ids = Object.entries(groups).map(([name, id]) => [name, decodeURIComponent(id)]);
  const result = Object.values(validators)
    .find(({ id }) => id === operationId)!
    .validateRequest({
      path: Object.fromEntries(ids) as Record<string, string>,
      query: searchParams,
      body: init.body ? JSON.parse(init.body as string) : undefined,
    });
  if (!result.valid) throw new Error(JSON.stringify(result.violations));
  const headers = new Headers(init.headers);
  return {
    method: init.method,
    key: headers.get('x-session-api-key'),
    accept: headers.get('accept'),
    contentType: headers.get('content-type'),
    names: new Set(searchParams.keys()),
    ...result.request,
  };
}

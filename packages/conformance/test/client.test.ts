/** The client against the contract: what each operation sends, and what becomes of every response. */
import { clientMethodOf, routerOf } from '@agent-conversation/contract';
import { createClient, isApiError } from '@agent-conversation/client';
import { operations as validators } from '@agent-conversation/validators';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Operation, operations } from '../src/contract.ts';
import { examples, exampleOf } from './support/bodies.ts';
import {
  type Arguments,
  argumentsOf,
  type Call,
  calls,
  exampleArguments,
  inOrder,
} from './support/client-calls.ts';

const seed = Number(process.env['FC_SEED'] ?? 20261102);
const numRuns = Number(process.env['FC_RUNS'] ?? 100);

const ways = ['method', 'function'] as const;

/** Returns one of the two ways to call an operation. */
function callOf(
  { operationId, path }: Operation,
  way: (typeof ways)[number],
  fetch: (url: string, init: RequestInit) => Promise<Response>,
): Call {
  const baseUrl = 'http://service.example/base';
  const client = createClient({ baseUrl, apiKey: 'any', retries: 0, fetch });
  if (way === 'function') {
    return async (...values) => calls[operationId]!(client, ...values);
  }
  const { resource, verb } = clientMethodOf(operationId, path)!;
  const methods = client as unknown as Readonly<
    Record<string, Readonly<Record<string, Call>>>
  >;
  return async (...values) => methods[resource]![verb]!(...values);
}

const responses = examples.filter(({ status }) => status !== undefined);

test.each(responses)(
  '$title is returned or thrown',
  async ({ operation, status, value }) => {
    const isSuccess = status! < 400;
    const fetch = async () => Response.json(value, { status: status! });
    const given = inOrder(operation, exampleArguments(operation));
    const result = await callOf(operation, 'function', fetch)(...given);
    expect(result).toEqual({ status, [isSuccess ? 'data' : 'error']: value });
    const outcome = await callOf(
      operation,
      'method',
      fetch,
    )(...given).catch((error: unknown) =>
      isApiError(error) ? { status: error.status, error: error.body } : error,
    );
    expect(outcome).toMatchObject(
      isSuccess ? (value as object) : { status, error: value },
    );
  },
);

describe.each(operations)('$operationId', (operation) => {
  test.each(ways)('its %s sends what it is given, once', async (way) => {
    const sent: object[] = [];
    const call = callOf(operation, way, async (url, init) => {
      sent.push(received(url, init));
      return Response.json(exampleOf(operation, 200));
    });
    const property = fc.asyncProperty(argumentsOf(operation), async (given) => {
      await call(...inOrder(operation, given));
      expect(sent.splice(0)).toEqual([meant(operation, given)]);
    });
    await fc.assert(property, { seed, numRuns });
  });
});

/** What the arguments mean: null and undefined leave a parameter out; an optional body is empty by default. */
function meant(
  operation: Operation,
  { path, query = {}, body = {} }: Arguments,
) {
  const given = Object.entries(query).filter(
    ([, value]) => value !== null && value !== undefined,
  );
  return {
    operationId: operation.operationId,
    key: 'any',
    accept: 'application/json',
    contentType: operation.requestBody ? 'application/json' : null,
    names: new Set(given.map(([name]) => name)),
    path,
    query: Object.fromEntries(given),
    body: operation.requestBody
      ? (JSON.parse(JSON.stringify(body)) as unknown)
      : undefined,
  };
}

const match = routerOf(operations);

/** What was sent, as the validator of the operation reads it. */
function received(url: string, init: RequestInit) {
  const { pathname, searchParams } = new URL(url);
  const { parameters, operations: at } = match(pathname.slice('/base'.length))!;
  const { operationId } = at.get(init.method!)!;
  const result = validators[operationId].validateRequest({
    path: parameters,
    query: searchParams,
    body: init.body ? JSON.parse(init.body as string) : undefined,
  });
  if (!result.valid) throw new Error(JSON.stringify(result.violations));
  const headers = new Headers(init.headers);
  return {
    operationId,
    key: headers.get('x-session-api-key'),
    accept: headers.get('accept'),
    contentType: headers.get('content-type'),
    names: new Set(searchParams.keys()),
    ...result.request,
  };
}

import { type ApiError, createClient, isApiError } from '@agent-conversation/client';
import * as functions from '@agent-conversation/client/operations';
import { describe, expect, test } from 'vitest';
import { operations, resolve } from '../src/contract.ts';
import { exampleArguments, inOrder } from './support/client-arguments.ts';
import { type Callable, methodOf, type Methods } from './support/client-methods.ts';

const failures = operations.flatMap((operation) =>
  Object.entries(operation.responses)
    .filter(([status]) => Number(status) >= 400)
    .flatMap(([status, response]) =>
      Object.entries(resolve(response).content['application/json']!.examples!).map(
        ([name, example]) => ({
          operation,
          status: Number(status),
          name,
          body: resolve(example).value,
        }),
      ),
    ),
);

describe.each(failures)('$operation.operationId $status $name', ({ operation, status, body }) => {
  const client = createClient({
    baseUrl: 'http://service.example',
    apiKey: 'any',
    fetch: async () => Response.json(body, { status }),
  });
  const given = inOrder(operation, exampleArguments(operation));

  test('is thrown by the method, with all that it says', async () => {
    const [resource, verb] = methodOf(operation);
    const call = (client as unknown as Methods)[resource]![verb]!(...given);
    const error: unknown = await call.then(undefined, (reason: unknown) => reason);
    expect(isApiError(error)).toBe(true);
    const { status: told, body: said, text } = error as ApiError;
    expect({ status: told, body: said }).toEqual({ status, body });
    expect(JSON.parse(text)).toEqual(body);
  });

  test('is given by the function, with all that it says', async () => {
    const call = (functions as unknown as Record<string, Callable>)[operation.operationId]!;
    expect(await call(client, ...given)).toEqual({ status, error: body });
  });
});

test('there are failures of every operation', () => {
  const met = new Set(failures.map(({ operation }) => operation.operationId));
  expect(met.size).toBe(operations.length);
});

import type { Schema } from '@agent-conversation/contract';
import * as functions from '@agent-conversation/client/operations';
import * as fc from 'fast-check';
import type { Operation } from '../../src/contract.ts';
import { arbitrary, text } from '../../src/requests/arbitrary.ts';
import { exampleOf } from './bodies.ts';

/** A method or a function of the client. */
export type Call = (...values: readonly unknown[]) => Promise<unknown>;

/** The functions of the client by operationId; the first argument is the connection. */
export const calls = functions as unknown as Readonly<Record<string, Call>>;

/** What an operation is called with. */
export interface Arguments {
  /** The ids, in the order of the path. */
  readonly path: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>> | undefined;
  readonly body: unknown;
}

/** Returns the arguments that the contract allows; what may be left out is left out at times. */
export function argumentsOf({
  parameters,
  requestBody,
}: Operation): fc.Arbitrary<Arguments> {
  const named = (
    group: string,
    value: (schema: Schema) => fc.Arbitrary<unknown>,
  ) => {
    const own = parameters.filter((it) => it.in === group);
    const values = own.map(
      ({ name, schema }) => [name, value(schema)] as const,
    );
    return fc.record(Object.fromEntries(values), { noNullPrototype: true });
  };
  const maybe = <T>(some: fc.Arbitrary<T>) =>
    fc.option(some, { nil: undefined, freq: 8 });
  // A path cannot carry the others.
  const ids = text.map((id) => (/^\.{0,2}$/.test(id) ? `${id}/${id}` : id));
  const body = requestBody && arbitrary(requestBody.schema);
  return fc.record({
    path: named('path', () => ids),
    // Without entries, a list is not sent at all.
    query: maybe(
      named('query', (schema) =>
        maybe(
          arbitrary(schema).filter((it) => !Array.isArray(it) || it.length > 0),
        ),
      ),
    ),
    body:
      (requestBody?.required ? body : body && maybe(body)) ??
      fc.constant(undefined),
  });
}

/** Returns the arguments of the contract's examples, without a query. */
export function exampleArguments(operation: Operation): Arguments {
  const path = operation.parameters.filter((it) => it.in === 'path');
  return {
    path: Object.fromEntries(path.map(({ name, example }) => [name, example])),
    query: undefined,
    body: exampleOf(operation),
  };
}

/** Returns the arguments as they are passed: the ids, then the body if there is one, then the query if there is one. */
export function inOrder(
  operation: Operation,
  { path, query, body }: Arguments,
): unknown[] {
  return [
    ...Object.values(path),
    ...(operation.requestBody ? [body] : []),
    ...(operation.parameters.some((it) => it.in === 'query') ? [query] : []),
  ];
}

import { type MediaType, type Operation, operations, resolve } from '../../src/contract.ts';
import type { Exchange } from '../../src/oracle/exchange.ts';

/** A body that the contract shows, as part of an exchange in which all else is in order. */
export interface ExampleExchange {
  /** Such as `startSandbox 200 SandboxStarting`. */
  readonly title: string;
  readonly operation: Operation;
  /** The side that has the body. */
  readonly side: 'request' | 'answer';
  readonly status: number;
  readonly media: MediaType;
  readonly value: unknown;
  /** The exchange with a body in the place of the one that is shown. */
  readonly withBody: (value: unknown) => Exchange;
}

/** Every body that the contract shows, requests with a response that rejects nothing. */
export const exampleExchanges: readonly ExampleExchange[] = operations.flatMap((operation) => [
  ...Object.entries(operation.responses).flatMap(([status, response]) =>
    shown(operation, 'answer', Number(status), resolve(response).content['application/json']!),
  ),
  ...(operation.requestBody
    ? shown(operation, 'request', 200, operation.requestBody.content['application/json']!)
    : []),
]);

function shown(
  operation: Operation,
  side: ExampleExchange['side'],
  status: number,
  media: MediaType,
): ExampleExchange[] {
  return Object.entries(media.examples ?? {}).map(([name, example]) => ({
    title: `${operation.operationId} ${side === 'answer' ? status : side} ${name}`,
    operation,
    side,
    status,
    media,
    value: resolve(example).value,
    withBody: (value) =>
      side === 'answer'
        ? exchangeOf(operation, someRequest(operation), status, value)
        : exchangeOf(operation, value, status, someAnswer(operation)),
  }));
}

/** An exchange with the server `http://127.0.0.1:4010`, with the examples of the parameters in the path. */
export function exchangeOf(
  { path, method }: Operation,
  sent: unknown,
  status: number,
  answered: unknown,
): Exchange {
  const json = { 'Content-Type': 'application/json' };
  return {
    request: {
      method: method.toUpperCase(),
      url: `http://127.0.0.1:4010${path.replaceAll(/\{\w+\}/g, 'sbx-4kq7m2xw')}`,
      headers: new Headers({
        'X-Session-API-Key': 'key-of-ada-5f3a9c',
        ...(sent !== undefined && json),
      }),
      body: sent === undefined ? undefined : JSON.stringify(sent),
    },
    answer: { status, headers: new Headers(json), body: JSON.stringify(answered) },
  };
}

/** The first body that the contract shows of requests; undefined where there is none. */
function someRequest({ requestBody }: Operation): unknown {
  return requestBody && firstOf(requestBody.content['application/json']!);
}

function someAnswer({ responses }: Operation): unknown {
  return firstOf(resolve(responses['200']!).content['application/json']!);
}

function firstOf({ examples = {} }: MediaType): unknown {
  return resolve(Object.values(examples)[0]!).value;
}

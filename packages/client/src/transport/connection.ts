import type { ResponseInfo } from '../calls.ts';
import type { Input, Operation } from '../operation.ts';
import { type CallOptions, type ClientOptions, configure, readOptions } from './options.ts';
import { parseJson, requestIdOf } from './redact.ts';
import { requestOf, type Sent } from './request.ts';
import { type LastResponse, sendWithRetry } from './send.ts';

/** A response, whatever its status. */
export interface Received {
  readonly operation: Operation;
  readonly response: ResponseInfo;
  /** The body as it came. */
  readonly text: string;
  /** The JSON of the body; undefined where it is empty or not JSON. */
  readonly body: unknown;
  /** Whether the contract has the response: as a success, as a failure, or not at all. */
  readonly kind: 'success' | 'failure' | 'unexpected';
  /** What was sent, which no message may repeat. It is a function, so that no log shows it. */
  readonly sent: () => readonly Sent[];
}

/** A connection to the service: what the operations are sent over. */
export interface Connection {
  /**
   * Sends an operation of the contract, and returns the response, whatever its status. For the functions; there
   * is no need to call it directly.
   */
  send(operation: Operation, input: Input, options?: CallOptions): Promise<Received>;
}

/**
 * Makes a connection to the service, for the functions of `@agent-conversation/client/operations`.
 *
 * @throws {TypeError} when an option is missing or wrong; the message names it, and never has the key
 *
 * @example
 * const connection = connect({ baseUrl: 'http://localhost:3000', apiKey: 'my-key' });
 * const result = await pauseSandbox(connection, 'sbx-4kq7m2xw');
 */
export function connect(options: ClientOptions = {}): Connection {
  const shared = readOptions(options);
  return {
    async send(operation, input, callOptions) {
      const config = callOptions ? configure(shared, callOptions) : shared;
      const request = requestOf(config, operation, input);
      return receivedOf(
        operation,
        await sendWithRetry(config, operation, request, callOptions?.signal),
      );
    },
  };
}

/** Reads the last response of a call. */
export function receivedOf(
  operation: Operation,
  { response, attempts, sent }: LastResponse,
): Received {
  const { status, headers, text } = response;
  const isJson = /\bjson\b/i.test(headers.get('content-type') ?? '');
  const body = isJson ? parseJson(text) : undefined;
  return {
    operation,
    response: { status, headers, requestId: requestIdOf(headers, sent), attempts },
    text,
    body,
    kind: kindOf(operation, status, text, body),
    sent: () => sent,
  };
}

/** A success has an object as its body; a failure may also have a text, or none. */
function kindOf(
  { statuses }: Operation,
  status: number,
  text: string,
  body: unknown,
): Received['kind'] {
  if (!statuses.includes(status)) return 'unexpected';
  const isObject = typeof body === 'object' && body !== null;
  if (status < 300) return isObject ? 'success' : 'unexpected';
  return isObject || typeof body === 'string' || text === '' ? 'failure' : 'unexpected';
}

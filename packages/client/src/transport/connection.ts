import { carry } from './carry.ts';
import type { Input, Operation } from '../operation.ts';
import { configure, readOptions } from './config.ts';
import { requestIdOf } from './request-id.ts';
import type { CallOptions, ClientOptions } from './options.ts';
import type { Received } from './received.ts';

/** A way to the service: what the operations are sent over. */
export interface Connection {
  /**
   * Sends an operation of the contract, and returns the response, whatever its status. For the functions; there
   * is no need to call it directly.
   */
  send(operation: Operation, input: Input, options?: CallOptions): Promise<Received>;
}

/**
 * Makes a way to the service, for the functions of `@agent-conversation/client/operations`.
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
      const { answer, attempts, sent } = await carry(operation, input, config, callOptions?.signal);
      const { status, headers, text } = answer;
      const requestId = requestIdOf(headers, sent);
      const body = /\bjson\b/i.test(headers.get('content-type') ?? '') ? parse(text) : undefined;
      return {
        operation,
        response: { status, headers, requestId, attempts },
        text,
        body,
        kind: kindOf(operation, answer, body),
        sent: () => sent,
      };
    },
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A success has an object as its body; a failure may also have a text, or none. */
function kindOf(
  { statuses }: Operation,
  { status, text }: { readonly status: number; readonly text: string },
  body: unknown,
): Received['kind'] {
  if (!statuses.includes(status)) return 'unexpected';
  const isJson = typeof body === 'object' && body !== null;
  if (status < 300) return isJson ? 'success' : 'unexpected';
  return isJson || typeof body === 'string' || text === '' ? 'failure' : 'unexpected';
}

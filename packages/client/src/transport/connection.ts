/** A connection to the service: sends operations with retries. */
import type { Connection } from '../exchange.ts';
import { hidden } from '../hidden.ts';
import { type Config, configure, readOptions } from './config.ts';
import type { ClientOptions } from './options.ts';
import { requestOf } from './request.ts';
import { sendWithRetry } from './retry.ts';

/** Returns the configuration of a connection or a client; undefined for one that others have made. */
export function configOf(connection: Connection): Config | undefined {
  return hidden.get(connection.send);
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
  const send: Connection['send'] = async (operation, input, callOptions) => {
    const config = callOptions ? configure(shared, callOptions) : shared;
    const request = requestOf(config, operation, input);
    return await sendWithRetry(config, operation, request);
  };
  hidden.set(send, shared);
  return { send };
}

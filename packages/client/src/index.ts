import { createResources } from './generated/create-resources.ts';
import { type AppConversations, withStarts } from './app-conversations.ts';
import { secretNames, secretQueryNames } from './generated/operations.ts';
import type { Resources } from './generated/resources.ts';
import { type Sandboxes, withWaits } from './sandboxes.ts';
import type { Connection } from './exchange.ts';
import { connect } from './transport/connection.ts';
import type { ClientOptions } from './transport/options.ts';

// One package is enough for everything: the types and lists of values come along.
export * from '@agent-conversation/types';

/**
 * Makes a client of the service.
 *
 * Its methods return the data of a success, and throw an error of a class of its own for everything else. No
 * log, no error and no printed client shows the key.
 *
 * @throws {TypeError} when an option is missing or wrong; the message names it, and never has the key
 *
 * @example
 * const client = createClient({ baseUrl: 'http://localhost:3000', apiKey: 'my-key' });
 * const sandbox = await client.sandboxes.start();
 */
export function createClient(options: ClientOptions = {}): Client {
  const connection = connect(options);
  const resources = createResources(connection);
  return {
    ...connection,
    ...resources,
    sandboxes: withWaits(resources.sandboxes),
    appConversations: withStarts(resources),
  };
}

/**
 * Returns a value of an enumeration if the contract has it, and undefined for a newer one. A `switch` over it is
 * complete, for the compiler as well, if it has a case for each value of the contract and one for undefined.
 *
 * @example
 * switch (known(sandboxStatusValues, sandbox.status)) {
 *   case undefined:
 *     return `new to this program: ${sandbox.status}`;
 *   case 'RUNNING':
 *     return 'ready';
 *   default:
 *     return 'not ready';
 * }
 */
export function known<T extends string>(
  values: readonly T[],
  value: string | null | undefined,
): T | undefined {
  return values.find((it) => it === value);
}

/**
 * Copies a value, for logs: each property that the contract annotates as secret becomes `[redacted]`, and so does the
 * query of a URL that has a secret in it.
 *
 * @example
 * console.log(redact(await client.sandboxes.search()));
 */
export function redact<T>(value: T): T {
  if (value === undefined) return value;
  return JSON.parse(JSON.stringify(value), (name, property: unknown) => {
    if (property !== null && secretNames.includes(name)) return '[redacted]';
    const isUrl =
      typeof property === 'string' && secretQueryNames.includes(name);
    return isUrl ? property.replace(/\?[^]*/, '?[redacted]') : property;
  }) as T;
}

export type { AppConversations };

/** A client of the service: its operations, by resource. */
export interface Client extends Connection, Resources {
  readonly sandboxes: Sandboxes;
  readonly appConversations: AppConversations;
}

export type { Sandboxes };
export type { Call, Pages, WithResponse } from './calls.ts';
export type { Connection, ResponseInfo } from './exchange.ts';
export type { WaitOptions, WaitProgress } from './sandboxes.ts';
export * from './errors.ts';
export type * from './generated/inputs.ts';
export type * from './generated/resources.ts';
export type * from './transport/options.ts';

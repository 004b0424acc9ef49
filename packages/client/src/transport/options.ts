/** The options of a client and of a call, and their validation. */
import { keyHeader } from '../generated/operations.ts';
import type { Middleware } from './request.ts';
import type { LogEntry } from './send.ts';

/** Options of a client, or of a single call. */
export interface SharedOptions {
  /**
   * How long the whole call may take, with all its attempts and the pauses between them, in milliseconds.
   * `Infinity` sets no limit.
   *
   * @default 60000
   */
  readonly timeoutInMs?: number | undefined;
  /**
   * How long an attempt may take, until the body of its response is complete, in milliseconds.
   *
   * @default 20000
   */
  readonly attemptTimeoutInMs?: number | undefined;
  /**
   * How often the call may be retried, where the contract allows it.
   *
   * @default 2
   */
  readonly retries?: number | undefined;
  /** Additional headers; those of a call are sent in addition to those of the client. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** Options of a single call; they take precedence over those of the client. */
export interface CallOptions extends SharedOptions {
  /** Ends the call when it is aborted, in any phase; the call then throws an `AbortedError`. */
  readonly signal?: AbortSignal | undefined;
}

/** How a client reaches the service. */
export interface ClientOptions extends SharedOptions {
  /**
   * Scheme, host and port of the service, such as `http://localhost:3000`; a path is kept.
   *
   * @default the environment variable `AGENT_CONVERSATION_BASE_URL`, where there are such
   */
  readonly baseUrl?: string | undefined;
  /**
   * The caller's API key. It is sent in the header `X-Session-API-Key`, to `baseUrl` and nowhere else. It
   * may be left out where `headers` are given, for deployments that ask for something else.
   *
   * @default the environment variable `AGENT_CONVERSATION_API_KEY`, where there are such
   */
  readonly apiKey?: string | undefined;
  /**
   * Sends a request, in place of the global `fetch`, which is looked up at each call.
   *
   * @example
   * createClient({ baseUrl: 'http://mock', apiKey: 'any', fetch: mock.fetch });
   */
  readonly fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
  /** What every attempt goes through, from the outermost to the innermost. */
  readonly middleware?: readonly Middleware[] | undefined;
  /** Is called after every attempt. It gets no body, no header and no value of a parameter. */
  readonly log?: ((entry: LogEntry) => void) | undefined;
}

/** Options that were looked at, and completed. */
export interface Config extends Limits, Required<Pick<ClientOptions, 'fetch' | 'middleware'>> {
  /** Without a slash at the end. */
  readonly baseUrl: string;
  /** In lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The header with the key, if there is one. Middleware does not see it. */
  readonly keyHeaders: Readonly<Record<string, string>>;
  readonly fetch: NonNullable<ClientOptions['fetch']>;
  readonly middleware: NonNullable<ClientOptions['middleware']>;
  readonly log: ClientOptions['log'];
}

interface Limits {
  readonly timeoutInMs: number;
  readonly attemptTimeoutInMs: number;
  readonly retries: number;
}

const defaults: Limits = { timeoutInMs: 60_000, attemptTimeoutInMs: 20_000, retries: 2 };

/**
 * Completes the options of a client.
 *
 * @throws {TypeError} naming the option that is wrong; never with a key or a header's value
 */
export function readOptions(options: ClientOptions): Config {
  const { fetch, middleware = [], log } = options;
  const apiKey = options.apiKey ?? environment('AGENT_CONVERSATION_API_KEY');
  const headers = readHeaders(options.headers);
  demand(
    apiKey !== undefined || Object.keys(headers).length > 0,
    'apiKey is missing; give it, or set AGENT_CONVERSATION_API_KEY',
  );
  demand(isFunction(fetch ?? demand), 'fetch must be a function');
  demand(isFunction(log ?? demand), 'log must be a function');
  demand(
    Array.isArray(middleware) && middleware.every(isFunction),
    'middleware must be a list of functions',
  );
  return {
    baseUrl: readBaseUrl(options.baseUrl ?? environment('AGENT_CONVERSATION_BASE_URL')),
    keyHeaders: apiKey === undefined ? {} : { [keyHeader]: readKey(apiKey) },
    headers,
    // Looked up at each call, as others may put theirs in its place; and called with no `this`.
    fetch: fetch ?? ((url, init) => globalThis.fetch(url, init)),
    middleware,
    log,
    ...readLimits(defaults, options),
  };
}

/**
 * The configuration for a single call.
 *
 * @throws {TypeError} naming the option that is wrong
 */
export function configure(config: Config, options: CallOptions): Config {
  demand(
    !options.signal || typeof options.signal.aborted === 'boolean',
    'signal must be an AbortSignal',
  );
  return {
    ...config,
    ...readLimits(config, options),
    headers: { ...config.headers, ...readHeaders(options.headers) },
  };
}

/** @throws {TypeError} when it is no duration */
export function readDuration(name: string, value: number): number {
  demand(
    typeof value === 'number' && value > 0,
    `${name} must be a number of milliseconds above 0, not ${String(value)}`,
  );
  return value;
}

function readLimits(base: Limits, options: CallOptions): Limits {
  const {
    timeoutInMs = base.timeoutInMs,
    attemptTimeoutInMs = base.attemptTimeoutInMs,
    retries = base.retries,
  } = options;
  demand(
    Number.isInteger(retries) && retries >= 0,
    `retries must be a whole number, 0 or more, not ${String(retries)}`,
  );
  return {
    timeoutInMs: readDuration('timeoutInMs', timeoutInMs),
    attemptTimeoutInMs: readDuration('attemptTimeoutInMs', attemptTimeoutInMs),
    retries,
  };
}

function readBaseUrl(value: string | undefined): string {
  demand(value !== undefined, 'baseUrl is missing; give it, or set AGENT_CONVERSATION_BASE_URL');
  // A password in it would go along in errors of `fetch`; and it is not shown here.
  demand(
    URL.canParse(value) && /^https?:[^?#@]*$/i.test(value),
    'baseUrl must be an absolute http(s) address such as http://localhost:3000, without user, query and fragment',
  );
  return new URL(value).href.replace(/\/+$/, '');
}

function readKey(value: string): string {
  demand(
    typeof value === 'string' && /^[\x21-\x7e]+$/.test(value),
    'apiKey must be a text of one or more visible ASCII characters, without spaces or line ends',
  );
  return value;
}

function readHeaders(headers: ClientOptions['headers'] = {}): Record<string, string> {
  demand(
    typeof headers === 'object' && headers !== null && !(Symbol.iterator in headers),
    'headers must be an object of names and texts',
  );
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => {
      const lower = name.toLowerCase();
      demand(lower !== keyHeader, `headers: give ${name} as apiKey`);
      demand(
        /^[\w!#$%&'*+.^`|~-]+$/.test(name) &&
          typeof value === 'string' &&
          /^[\t\x20-\x7e]+$/.test(value),
        `headers: ${JSON.stringify(name)} or its value cannot be sent`,
      );
      return [lower, value.trim()];
    }),
  );
}

/** A variable of the environment, where there are such. */
function environment(name: string): string | undefined {
  try {
    return (globalThis as { process?: Environment }).process?.env?.[name] || undefined;
  } catch {
    // Deno asks for a permission to read it.
    return undefined;
  }
}

interface Environment {
  readonly env?: Readonly<Record<string, string | undefined>>;
}

function isFunction(value: unknown): boolean {
  return typeof value === 'function';
}

function demand(isRight: boolean, message: string): asserts isRight {
  if (!isRight) throw new TypeError(message);
}

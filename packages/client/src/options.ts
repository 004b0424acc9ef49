import { keyHeader } from './generated/contract.ts';
import type { Middleware } from './middleware.ts';
import type { LogEntry } from './log.ts';

/** What holds for a single call. */
export interface CallOptions {
  /** Ends the call when it is aborted, in whichever phase it is; the call then throws an `AbortedError`. */
  readonly signal?: AbortSignal | undefined;
  /**
   * How long the whole call may take, with all its attempts and the pauses between them, in milliseconds.
   * `Infinity` sets no limit.
   *
   * @default 60000
   */
  readonly timeoutInMs?: number | undefined;
  /**
   * How long an attempt may take, until the body of its answer is there, in milliseconds.
   *
   * @default 20000
   */
  readonly attemptTimeoutInMs?: number | undefined;
  /**
   * How often the call may be repeated, where the contract allows it.
   *
   * @default 2
   */
  readonly retries?: number | undefined;
  /** Headers to send besides; they take precedence over those of the client. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** How a client reaches the service. */
export interface ClientOptions extends Omit<CallOptions, 'signal'> {
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
  /** Is told of every attempt. It learns no body, no header and no value of a parameter. */
  readonly log?: ((entry: LogEntry) => void) | undefined;
}

/** Options that were looked at, and completed. */
export interface Config {
  /** Without a slash at the end. */
  readonly baseUrl: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The headers that are not shown to middleware. */
  readonly keyHeaders: Readonly<Record<string, string>>;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly middleware: readonly Middleware[];
  readonly log: ((entry: LogEntry) => void) | undefined;
  readonly timeoutInMs: number;
  readonly attemptTimeoutInMs: number;
  readonly retries: number;
}

/**
 * Completes the options of a client.
 *
 * @throws {TypeError} naming the option that is wrong; never with a key or a header's value
 */
export function readOptions(options: ClientOptions): Config {
  const { headers, fetch, middleware = [], log } = options;
  const apiKey =
    options.apiKey ?? (headers ? undefined : environment('AGENT_CONVERSATION_API_KEY'));
  if (apiKey === undefined && !headers) {
    throw new TypeError('apiKey is missing; give it, or set AGENT_CONVERSATION_API_KEY');
  }
  return {
    baseUrl: readBaseUrl(options.baseUrl ?? environment('AGENT_CONVERSATION_BASE_URL')),
    keyHeaders: apiKey === undefined ? {} : { [keyHeader]: readKey(apiKey) },
    headers: readHeaders(headers),
    fetch: fetch ?? ((url, init) => globalThis.fetch(url, init)),
    middleware,
    log,
    ...readLimits({ timeoutInMs: 60_000, attemptTimeoutInMs: 20_000, retries: 2 }, options),
  };
}

/**
 * The configuration for a single call.
 *
 * @throws {TypeError} naming the option that is wrong
 */
export function configure(config: Config, options: CallOptions): Config {
  return {
    ...config,
    ...readLimits(config, options),
    headers: options.headers
      ? { ...config.headers, ...readHeaders(options.headers) }
      : config.headers,
  };
}

type Limits = Pick<Config, 'timeoutInMs' | 'attemptTimeoutInMs' | 'retries'>;

function readLimits(defaults: Limits, options: CallOptions): Limits {
  const { timeoutInMs, attemptTimeoutInMs, retries } = options;
  return {
    timeoutInMs: readDuration('timeoutInMs', timeoutInMs ?? defaults.timeoutInMs),
    attemptTimeoutInMs: readDuration(
      'attemptTimeoutInMs',
      attemptTimeoutInMs ?? defaults.attemptTimeoutInMs,
    ),
    retries: readCount('retries', retries ?? defaults.retries),
  };
}

/** @throws {TypeError} when it is no duration */
export function readDuration(name: string, value: number): number {
  if (typeof value === 'number' && value > 0) return value;
  throw new TypeError(`${name} must be a number of milliseconds above 0, not ${String(value)}`);
}

function readCount(name: string, value: number): number {
  if (Number.isInteger(value) && value >= 0) return value;
  throw new TypeError(`${name} must be a whole number, 0 or more, not ${String(value)}`);
}

function readBaseUrl(value: string | undefined): string {
  if (value === undefined) {
    throw new TypeError('baseUrl is missing; give it, or set AGENT_CONVERSATION_BASE_URL');
  }
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (
    !url ||
    !/^https?:$/.test(url.protocol) ||
    url.username ||
    url.password ||
    /[?#]/.test(value)
  ) {
    // The value is not shown, as it may have a password in it.
    throw new TypeError(
      'baseUrl must be an absolute http(s) address such as http://localhost:3000, without user, query and fragment',
    );
  }
  return url.href.replace(/\/+$/, '');
}

function readKey(value: string): string {
  if (typeof value === 'string' && /^[\x21-\x7e]+$/.test(value)) return value;
  throw new TypeError(
    'apiKey must be a text of one or more visible ASCII characters, without spaces or line ends',
  );
}

function readHeaders(headers: Readonly<Record<string, string>> = {}): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => {
      const lower = name.toLowerCase();
      if (lower === keyHeader) throw new TypeError(`headers: give ${name} as apiKey`);
      if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name) || !/^[\t\x20-\x7e]+$/.test(value)) {
        throw new TypeError(`headers: ${JSON.stringify(name)} or its value cannot be sent`);
      }
      return [lower, value];
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

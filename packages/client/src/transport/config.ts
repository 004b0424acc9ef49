/** The validation of options. */
import { keyHeader } from '../generated/operations.ts';
import { isApiKey, isBaseUrl } from '../generated/request-url.ts';
import type { CallOptions, ClientOptions } from './options.ts';

/** Options that are validated. Where others are missing, what uses them has their defaults. */
export interface Config extends ClientOptions {
  readonly baseUrl: string;
  /** By name, in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
  /** That of a call. */
  readonly signal?: AbortSignal | undefined;
}

/** Options without those that are undefined. */
type Given<T> = { [K in keyof T]: NonNullable<T[K]> };

/** Variables of the environment with options. */
const variables = {
  apiKey: 'AGENT_CONVERSATION_API_KEY',
  baseUrl: 'AGENT_CONVERSATION_BASE_URL',
};

/** What Node, Deno and Bun have, and browsers do not. */
interface Runtime {
  readonly process: {
    readonly env: Readonly<Record<string, string | undefined>>;
  };
}

/** Completes the options of a client. @throws {TypeError} naming the option that is wrong, never the key */
export function readOptions(options: ClientOptions): Config {
  const complete = { ...options };
  for (const [name, variable] of Object.entries(variables) as [
    keyof typeof variables,
    string,
  ][]) {
    try {
      complete[name] ??=
        (globalThis as unknown as Runtime).process.env[variable] || undefined;
    } catch {
      // Browsers have no environment, and Deno asks for a permission to read it.
    }
    const isNeedless =
      name === 'apiKey' && Object.keys(options.headers ?? {})[0];
    if (complete[name] || isNeedless) continue;
    throw new TypeError(`${name} is missing; give it, or set ${variable}`);
  }
  const config = validate(complete) as Config;
  const baseUrl = new URL(config.baseUrl).href.replace(/\/+$/, '');
  return { ...config, baseUrl };
}

/** Returns the configuration of a single call. @throws {TypeError} naming the option that is wrong */
export function configure(config: Config, options: CallOptions): Config {
  const overrides = validate(options);
  return {
    ...config,
    ...overrides,
    headers: { ...config.headers, ...overrides.headers },
  };
}

/** What an option must be. */
type Rule = readonly [isRight: (value: never) => boolean, requirement: string];

const isFunction = (value: unknown) => typeof value === 'function';
const isPositive = (value: unknown) => typeof value === 'number' && value > 0;
const positive: Rule = [isPositive, 'a number above 0'];

const rules: Readonly<Record<string, Rule>> = {
  baseUrl: [isBaseUrl, 'an http(s) URL without user, query and fragment'],
  apiKey: [isApiKey, 'visible ASCII characters'],
  headers: [
    (value: object) => Object(value) === value && !(Symbol.iterator in value),
    'an object',
  ],
  fetch: [isFunction, 'a function'],
  log: [isFunction, 'a function'],
  middleware: [
    (value: unknown) => Array.isArray(value) && value.every(isFunction),
    'functions',
  ],
  signal: [
    (value: unknown) => value === null || 'aborted' in Object(value),
    'an AbortSignal',
  ],
  retries: [
    (value: number) => Number.isInteger(value) && value >= 0,
    'a whole number, 0 or more',
  ],
  // Node's own `fetch` waits no longer.
  attemptTimeoutInMs: [
    (value: number) => isPositive(value) && value <= 300_000,
    'a number above 0, at most 300000',
  ],
  timeoutInMs: positive,
  maxBodyInBytes: positive,
  pollIntervalInMs: positive,
  graceInMs: positive,
};

/**
 * Returns the options that are not undefined, with the names of headers in lower case.
 *
 * @throws {TypeError} naming the option that is wrong
 */
export function validate<T extends object>(options: T): Given<T> {
  const defined: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined) continue;
    // It is no rule where the name is that of a property of every object, such as `constructor`.
    const rule = rules[name];
    if (rule?.[0]?.(value as never) === false) {
      // Texts may be secrets.
      const shown = typeof value === 'number' ? `, not ${value}` : '';
      throw new TypeError(`${name} must be ${rule[1]}${shown}`);
    }
    defined[name] = name === 'headers' ? readHeaders(value) : value;
  }
  return defined as Given<T>;
}

function readHeaders(headers: object): Record<string, string> {
  const read: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    const lower = name.toLowerCase();
    if (lower === keyHeader)
      throw new TypeError(`headers: give ${name} as apiKey`);
    // A name (RFC 9110, section 5.6.2) and a value of ASCII characters.
    const isSendable = /^[\w!#$%&'*+.^`|~-]+:[\t -~]+$/.test(
      `${name}:${value}`,
    );
    if (typeof value !== 'string' || !isSendable) {
      throw new TypeError(`headers: ${JSON.stringify(name)} cannot be sent`);
    }
    read[lower] = value.trim();
  }
  return read;
}

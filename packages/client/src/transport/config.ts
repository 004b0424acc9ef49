/** The validation of options, and their defaults. */
import { keyHeader } from '../generated/operations.ts';
import type { CallOptions, ClientOptions } from './options.ts';

/** Options that are validated and complete. */
export interface Config extends Required<Given<Omit<ClientOptions, 'apiKey' | 'log'>>> {
  /** The header with the key, if there is one. Middleware does not see it. */
  readonly keyHeaders: Readonly<Record<string, string>>;
  readonly log?: ClientOptions['log'];
  /** Whether requests are sent by the global `fetch`. */
  readonly isGlobalFetch: boolean;
  /** That of a call. */
  readonly signal?: AbortSignal;
}

/** Options without those that are undefined. */
type Given<T> = { [K in keyof T]: NonNullable<T[K]> };

const defaults = {
  timeoutInMs: 60_000,
  attemptTimeoutInMs: 20_000,
  retries: 2,
  maxBodyInBytes: 2 ** 24,
  // Looked up at each call, as others may put theirs in its place; and called with no `this`.
  fetch: (url: string, init: RequestInit) => globalThis.fetch(url, init),
  middleware: [],
};

/** Variables of the environment with options. */
const variables = {
  baseUrl: 'AGENT_CONVERSATION_BASE_URL',
  apiKey: 'AGENT_CONVERSATION_API_KEY',
};

/** Completes the options of a client. @throws {TypeError} naming the option that is wrong, never the key */
export function readOptions(options: ClientOptions): Config {
  const { baseUrl, apiKey, headers, ...others } = validate({
    ...options,
    baseUrl: options.baseUrl ?? environment(variables.baseUrl),
    apiKey: options.apiKey ?? environment(variables.apiKey),
  });
  const ownHeaders = readHeaders(headers);
  const hasAccess = apiKey !== undefined || Object.keys(ownHeaders).length > 0;
  if (!hasAccess || baseUrl === undefined) {
    const name = hasAccess ? 'baseUrl' : 'apiKey';
    throw new TypeError(`${name} is missing; give it, or set ${variables[name]}`);
  }
  return {
    ...defaults,
    ...others,
    baseUrl: new URL(baseUrl).href.replace(/\/+$/, ''),
    headers: { accept: 'application/json', ...ownHeaders },
    keyHeaders: apiKey === undefined ? {} : { [keyHeader]: apiKey },
    isGlobalFetch: options.fetch === undefined,
  };
}

/** Returns the configuration of a single call. @throws {TypeError} naming the option that is wrong */
export function configure(config: Config, options: CallOptions): Config {
  const { headers, ...others } = validate(options);
  return { ...config, ...others, headers: { ...config.headers, ...readHeaders(headers) } };
}

type Rule = readonly [isRight: (value: unknown) => boolean, requirement: string];

const isFunction = (value: unknown) => typeof value === 'function';

/** Without user: in the path, `@` is a character like others. */
const baseUrlForm = /^https?:\/\/[^/?#@\\]+(\/[^?#]*)?$/i;
const positive: Rule = [(it) => typeof it === 'number' && it > 0, 'a number above 0'];
const rules = new Map<string, Rule>(
  Object.entries({
    baseUrl: [
      // A password in it would go along in errors of `fetch`.
      (it) => typeof it === 'string' && URL.canParse(it) && baseUrlForm.test(it),
      'an http(s) address without user, query and fragment, such as http://localhost:3000',
    ],
    apiKey: [
      (it) => typeof it === 'string' && /^[\x21-\x7e]+$/.test(it),
      'a text of visible ASCII characters without spaces',
    ],
    headers: [
      (it) => typeof it === 'object' && it !== null && !(Symbol.iterator in it),
      'an object of names and texts',
    ],
    fetch: [isFunction, 'a function'],
    log: [isFunction, 'a function'],
    middleware: [(it) => Array.isArray(it) && it.every(isFunction), 'a list of functions'],
    signal: [(it) => it === null || 'aborted' in Object(it), 'an AbortSignal'],
    retries: [(it) => Number.isInteger(it) && Number(it) >= 0, 'a whole number, 0 or more'],
    maxBodyInBytes: positive,
    timeoutInMs: positive,
    attemptTimeoutInMs: positive,
    pollIntervalInMs: positive,
    graceInMs: positive,
  } satisfies Record<string, Rule>),
);
/** Their values may be secrets, and are not shown. */
const secret = ['baseUrl', 'apiKey', 'headers'];

/** Returns the options that are not undefined. @throws {TypeError} naming the option that is wrong */
export function validate<T extends object>(options: T): Given<T> {
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  for (const [name, value] of given) {
    const [isRight, requirement] = rules.get(name) ?? [];
    if (!isRight || isRight(value)) continue;
    const isShown = Object(value) !== value && !secret.includes(name);
    const shown = isShown ? `, not ${String(value)}` : '';
    throw new TypeError(`${name} must be ${requirement}${shown}`);
  }
  return Object.fromEntries(given) as Given<T>;
}

function readHeaders(headers: ClientOptions['headers'] = {}): Record<string, string> {
  const read: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    const lower = name.toLowerCase();
    if (lower === keyHeader) throw new TypeError(`headers: give ${name} as apiKey`);
    const isText = typeof value === 'string' && /^[\t\x20-\x7e]+$/.test(value);
    if (!isText || !/^[\w!#$%&'*+.^`|~-]+$/.test(name)) {
      throw new TypeError(`headers: ${JSON.stringify(name)} or its value cannot be sent`);
    }
    read[lower] = value.trim();
  }
  return read;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Returns a variable of the environment, where there are such. */
function environment(name: string): string | undefined {
  const { process } = globalThis as { readonly process?: { readonly env?: Environment } };
  try {
    return process?.env?.[name] || undefined;
  } catch {
    // Deno asks for a permission to read it.
    return undefined;
  }
}

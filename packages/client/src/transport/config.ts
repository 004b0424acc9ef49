/** The validation of options, and their defaults. */
import { keyHeader } from '../generated/operations.ts';
import type { CallOptions, ClientOptions } from './options.ts';

/** Options that are validated and complete. */
export interface Config extends Required<Given<Omit<ClientOptions, 'apiKey' | 'log'>>> {
  /** The header with the key, if there is one. Middleware does not see it. */
  readonly keyHeaders: Readonly<Record<string, string>>;
  readonly log?: ClientOptions['log'];
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
  const sent = readHeaders(headers);
  if (!apiKey && Object.keys(sent).length === 0) throw missing('apiKey');
  if (!baseUrl) throw missing('baseUrl');
  return {
    ...defaults,
    ...others,
    baseUrl: new URL(baseUrl).href.replace(/\/+$/, ''),
    headers: { accept: 'application/json', ...sent },
    keyHeaders: apiKey ? { [keyHeader]: apiKey } : {},
  };
}

function missing(name: keyof typeof variables): TypeError {
  return new TypeError(`${name} is missing; give it, or set ${variables[name]}`);
}

/** Returns the configuration of a single call. @throws {TypeError} naming the option that is wrong */
export function configure(config: Config, options: CallOptions): Config {
  const { headers, ...others } = validate(options);
  return { ...config, ...others, headers: { ...config.headers, ...readHeaders(headers) } };
}

/** What an option must be. */
type Rule = readonly [isRight: (value: never) => boolean, requirement: string];

const isFunction = (value: unknown) => typeof value === 'function';
const isPositive = (value: unknown) => typeof value === 'number' && value > 0;
const positive: Rule = [isPositive, 'a number above 0'];

/** Without user: in the path, `@` is a character like others. A password would go along in errors of `fetch`. */
const baseUrlForm = /^https?:\/\/[^/?#@\\]+(\/[^?#]*)?$/i;

const rules: Readonly<Record<string, Rule>> = {
  baseUrl: [
    (value: string) => baseUrlForm.test(value) && URL.canParse(value),
    'an http(s) URL without user, query and fragment',
  ],
  apiKey: [
    (value: unknown) => typeof value === 'string' && /^[!-~]+$/.test(value),
    'visible ASCII characters',
  ],
  headers: [
    (value: object) => Object(value) === value && !(Symbol.iterator in value),
    'an object of names and texts',
  ],
  fetch: [isFunction, 'a function'],
  log: [isFunction, 'a function'],
  middleware: [
    (value: unknown) => Array.isArray(value) && value.every(isFunction),
    'a list of functions',
  ],
  signal: [(value: unknown) => value === null || 'aborted' in Object(value), 'an AbortSignal'],
  retries: [(value: number) => Number.isInteger(value) && value >= 0, 'a whole number, 0 or more'],
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
/** Their values may be secrets, and are not shown. */
const secret = ['baseUrl', 'apiKey', 'headers'];

/** Returns the options that are not undefined. @throws {TypeError} naming the option that is wrong */
export function validate<T extends object>(options: T): Given<T> {
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  for (const [name, value] of given) {
    const rule = Object.hasOwn(rules, name) && rules[name];
    if (!rule || rule[0](value as never)) continue;
    const isShown = Object(value) !== value && !secret.includes(name);
    const shown = isShown ? `, not ${String(value)}` : '';
    throw new TypeError(`${name} must be ${rule[1]}${shown}`);
  }
  return Object.fromEntries(given) as Given<T>;
}

/** A name (RFC 9110, section 5.6.2) and a value of ASCII characters. */
const headerForm = /^[\w!#$%&'*+.^`|~-]+:[\t -~]+$/;

function readHeaders(headers: ClientOptions['headers'] = {}): Record<string, string> {
  const read: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    const lower = name.toLowerCase();
    if (lower === keyHeader) throw new TypeError(`headers: give ${name} as apiKey`);
    if (typeof value !== 'string' || !headerForm.test(`${name}:${value}`)) {
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

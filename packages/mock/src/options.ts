import type { SandboxSpec, Settings } from '@agent-conversation/types';
import { getSettings, searchSandboxSpecs, type Violation } from '@agent-conversation/validators';
import { type EditionName, editions } from './behaviour/editions.ts';
import { withoutSecrets } from './behaviour/settings.ts';
import { exampleNamed, exampleOf } from './contract.ts';
import type { Exchange } from './exchange.ts';
import type { Fault } from './faults/fault.ts';
import type { SavedState } from './state/accounts.ts';
import { Records } from './state/records.ts';
import { type ClockKind, clockKinds } from './state/clock.ts';

/** How a mock behaves. */
export interface MockOptions {
  /**
   * Makes ids, times and made-up data the same each time: the same requests give the same answers, byte
   * for byte.
   *
   * @default another one each time
   */
  readonly seed?: string;
  /**
   * What moves the clock: `real` is the time of the day; with `requests` each request of a key moves the
   * clock of that key by one second; with `manual` only `advance` moves it.
   *
   * @default 'requests' with a seed, else 'real'
   */
  readonly clock?: ClockKind;
  /**
   * How late each answer is, in milliseconds. It does not move the clock.
   *
   * @default 0
   */
  readonly latency?: number;
  /**
   * How long a sandbox takes to start, in milliseconds of the mock's clock. A conversation in it, and the
   * agent's turns, follow from that.
   *
   * @default 2000
   */
  readonly startupTime?: number;
  /**
   * The settings of every user. Secrets in them are never given out.
   *
   * @default the contract's example
   */
  readonly settings?: Partial<Settings>;
  /**
   * What sandboxes can be started from. The newest is the default.
   *
   * @default the contract's example
   */
  readonly sandboxSpecs?: readonly SandboxSpec[];
  /**
   * Lets the state of each key begin with what the contract's examples show: sandboxes, app conversations
   * and a legacy conversation, as they are in the documentation. A clock that is not the real one begins at
   * their latest time.
   *
   * @default false
   */
  readonly examples?: boolean;
  /**
   * The state of another mock with the same seed, clock and `examples`, as its `save` returned it. Use it to replace
   * a mock by one with other options.
   */
  readonly saved?: SavedState;
  /**
   * Responds with the contract's examples, and keeps no state.
   *
   * @default false
   */
  readonly stateless?: boolean;
  /**
   * The deployments that the mock behaves like, where older and newer ones differ: `documented` follows the interface
   * document, and the newest edition where the document is silent.
   *
   * @default 'documented'
   */
  readonly edition?: EditionName;
  /**
   * The form of the body of a 401: `{ detail }`, `{ error }`, or a JSON string.
   *
   * @default 'detail'
   */
  readonly unauthorizedBody?: UnauthorizedForm;
  /**
   * How many requests a key can send in a second. More get 429 with `Retry-After`. Cannot be combined with the clock
   * `requests`, which moves by a second with each request.
   *
   * @default no limit
   */
  readonly rateLimit?: number;
  /**
   * Whether properties and query parameters that the contract does not list are rejected with 422. They are logged
   * in any case.
   *
   * @default false
   */
  readonly strict?: boolean;
  /** The API key of requests without one, for browser applications that send none. */
  readonly defaultKey?: string;
  /** Host names under which the mock can be called, in addition to those of this machine. */
  readonly allowHosts?: readonly string[];
  /**
   * Origins, such as `https://app.acme.example`, whose pages can call the mock, in addition to those of this machine.
   *
   * @default every origin; none with `proxy`
   */
  readonly allowOrigins?: readonly string[];
  /**
   * Forwards every request to the service at this address, and reports what breaks the contract. Cannot be combined
   * with options that change how the mock itself behaves.
   */
  readonly proxy?: string;
  /** What goes wrong from the beginning, and again after a reset. */
  readonly faults?: readonly Fault[];
  /**
   * Whether the mock can be steered over HTTP, under `/_mock/`.
   *
   * @default false
   */
  readonly control?: boolean;
  /** Called after each answer, for a log. */
  readonly onExchange?: (exchange: Exchange) => void;
}

/** The forms of the body of a 401, by name. */
export const unauthorizedBodies = {
  detail: exampleNamed('KeyMissing'),
  error: exampleNamed('KeyMissingHosted'),
  text: 'Unauthorized',
} as const;

/** The form of the body of a 401. */
export type UnauthorizedForm = keyof typeof unauthorizedBodies;

const optionNames: readonly string[] = [
  'seed',
  'clock',
  'latency',
  'startupTime',
  'settings',
  'sandboxSpecs',
  'examples',
  'saved',
  'stateless',
  'edition',
  'unauthorizedBody',
  'rateLimit',
  'strict',
  'defaultKey',
  'allowHosts',
  'allowOrigins',
  'proxy',
  'faults',
  'control',
  'onExchange',
] satisfies (keyof MockOptions)[];

/**
 * Looks whether options are what they should be, as far as no type says it.
 *
 * @throws {TypeError} naming the option that is wrong
 */
export function checkOptions(options: MockOptions): void {
  const unknown = Object.keys(options).find((name) => !optionNames.includes(name));
  if (unknown !== undefined) {
    throw new TypeError(`There is no option '${unknown}', but ${optionNames.join(', ')}`);
  }
  const { latency = 0, startupTime = 0, examples, stateless, proxy } = options;
  checkChoice('clock', options.clock, clockKinds);
  checkChoice('edition', options.edition, Object.keys(editions));
  checkChoice('unauthorizedBody', options.unauthorizedBody, Object.keys(unauthorizedBodies));
  checkDuration('latency', latency);
  checkDuration('startupTime', startupTime);
  checkRateLimit(options);
  checkAccess(options);
  if (examples && stateless) {
    throw new TypeError('stateless takes no examples: it keeps nothing that could begin with them');
  }
  if (proxy === undefined) return;
  proxyTarget(proxy);
  const idle = behaving.find((name) => options[name] !== undefined && options[name] !== false);
  if (idle !== undefined)
    throw new TypeError(`A proxy takes no ${idle}: the service behaves as it does`);
}

function checkChoice(name: string, value: string | undefined, choices: readonly string[]): void {
  if (value !== undefined && !choices.includes(value)) {
    throw new TypeError(`${name} is ${choices.join(', ')}, not '${value}'`);
  }
}

function checkRateLimit(options: MockOptions): void {
  const { rateLimit } = options;
  if (rateLimit === undefined) return;
  if (!Number.isInteger(rateLimit) || rateLimit < 1) {
    throw new TypeError(`rateLimit is a number of requests, 1 or more, not ${rateLimit}`);
  }
  if (clockOf(options) === 'requests') {
    throw new TypeError(
      'rateLimit needs the clock real or manual: with requests, each request takes a second',
    );
  }
}

function checkAccess({ defaultKey, allowHosts = [], allowOrigins = [] }: MockOptions): void {
  if (defaultKey !== undefined && !/^[\x21-\x7e]+$/.test(defaultKey)) {
    throw new TypeError('defaultKey must be a header value: printable ASCII without spaces');
  }
  const host = allowHosts.find((it) => !/^(\[[\da-f:.]+\]|[\w.-]+)$/i.test(it));
  if (host !== undefined) {
    throw new TypeError(`allowHosts takes host names without a port, not '${host}'`);
  }
  const origin = allowOrigins.find(
    (it) => it !== 'null' && !(URL.canParse(it) && new URL(it).origin === it),
  );
  if (origin !== undefined) {
    throw new TypeError(
      `allowOrigins takes origins such as https://app.acme.example, without a path, not '${origin}'`,
    );
  }
}

/** Returns what moves the clock of a mock with these options. */
export function clockOf({ clock, seed }: MockOptions): ClockKind {
  return clock ?? (seed === undefined ? 'real' : 'requests');
}

/** The options that only a mock with a behaviour of its own needs. */
const behaving = [
  'stateless',
  'seed',
  'clock',
  'startupTime',
  'settings',
  'sandboxSpecs',
  'examples',
  'saved',
  'edition',
  'unauthorizedBody',
  'rateLimit',
  'strict',
  'faults',
] as const satisfies (keyof MockOptions)[];

/** @throws {TypeError} when it is not the address of a service */
export function proxyTarget(address: string): URL {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash || url.username) {
    throw new TypeError(
      'proxy is an absolute http(s) address such as http://localhost:3000, without query and user',
    );
  }
  return url;
}

/** @throws {TypeError} when it is not a duration that a timer takes */
export function checkDuration(name: string, milliseconds: number): void {
  if (!Number.isFinite(milliseconds) || milliseconds < 0 || milliseconds >= 2 ** 31) {
    throw new TypeError(`${name} is a number of milliseconds, 0 or more, not ${milliseconds}`);
  }
}

/**
 * The settings that the mock gives out.
 *
 * @throws {TypeError} naming the place that breaks the contract; never a value
 */
export function readSettings(settings: unknown = exampleOf('getSettings', 200)): Settings {
  const stored = isMembers(settings) ? { llm_api_key_set: false, ...settings } : {};
  const body = isMembers(settings) ? stored : settings;
  const result = getSettings.validateAnswer(answerOf(body), { closed: true });
  if (!result.valid) {
    throw new TypeError(`The settings break the contract: ${first(result.violations)}`);
  }
  return withoutSecrets(stored);
}

/**
 * The sandbox specs that the mock gives out, from the oldest to the newest.
 *
 * @param specs a list of them, or a page as `searchSandboxSpecs` gives it
 * @throws {TypeError} naming the place that breaks the contract, or an id that is there twice
 */
export function readSandboxSpecs(
  specs: unknown = exampleOf('searchSandboxSpecs', 200),
): Records<SandboxSpec> {
  const page = Array.isArray(specs) ? { items: specs } : specs;
  const result = searchSandboxSpecs.validateAnswer(answerOf(page), { closed: true });
  if (!result.valid) {
    throw new TypeError(`The sandbox specs break the contract: ${first(result.violations)}`);
  }
  const { items } = structuredClone(page) as { items: SandboxSpec[] };
  const oldestFirst = items
    .toReversed()
    .toSorted((a, b) => Date.parse(a.created_at ?? '') - Date.parse(b.created_at ?? '') || 0);
  const records = new Records<SandboxSpec>();
  for (const spec of oldestFirst) {
    if (records.get(spec.id)) throw new TypeError(`The sandbox spec ${spec.id} is there twice`);
    records.add(spec);
  }
  if (oldestFirst.length === 0) throw new TypeError('There must be a sandbox spec at least');
  return records;
}

function answerOf(body: unknown) {
  return { status: 200, contentType: 'application/json', body };
}

function isMembers(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function first([violation]: readonly Violation[]): string {
  return `${violation?.pointer || 'the whole'} ${violation?.message}`;
}

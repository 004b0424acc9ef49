/** The options of the mock: one table for programs and for the command line. */
import { withCurrentNames } from '@agent-conversation/cli/names';
import type { SandboxSpec, Settings } from '@agent-conversation/types';
import { exampleNamed } from './contract.ts';
import type { Fault } from './faults.ts';
import { type EditionName, editions } from './handlers/editions.ts';
import type { Exchange } from './log.ts';
import { type ClockKind, clockKinds, type SavedState } from './state/store.ts';

/** How a mock behaves. */
export interface MockOptions {
  /** Makes ids, times and generated data the same each time, for the same requests. @default a random one */
  readonly seed?: string;
  /** What moves the clock. @default 'requests' with a seed, else 'real' */
  readonly clock?: ClockKind;
  /** How long each response is delayed, which does not move the clock. @default 0 */
  readonly latencyInMs?: number;
  /** How long a sandbox takes to start; the times of conversations follow from it. @default 2000 */
  readonly startupTimeInMs?: number;
  /** The settings of every user. Responses never contain their secrets. @default the contract's example */
  readonly settings?: Partial<Settings>;
  /** What sandboxes can be started from. The newest is the default. @default the contract's example */
  readonly sandboxSpecs?: readonly SandboxSpec[];
  /**
   * Starts the state of each key with the sandboxes and conversations of the contract's examples. A clock that is not
   * the real one starts at their latest time.
   */
  readonly examples?: boolean;
  /** The state of another mock with the same seed, clock and `examples`, as its `save` returned it. */
  readonly saved?: SavedState;
  /** Responds with the contract's examples, and keeps no state. Needs Prism. */
  readonly stateless?: boolean;
  /** Serves the contract with plain Prism, for comparison. */
  readonly prism?: boolean;
  /** Which deployments the mock behaves like, where older and newer ones differ. @default 'documented' */
  readonly edition?: EditionName;
  /** The form of the body of a 401: `{ detail }`, `{ error }`, or a JSON string. @default 'detail' */
  readonly unauthorizedBody?: UnauthorizedForm;
  /** How many requests a key can send in a second. More get 429 with `Retry-After`. @default no limit */
  readonly rateLimit?: number;
  /** Rejects properties and query parameters that the contract does not list. They are logged in any case. */
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
  /** Forwards every request to the service at this address, and reports what breaks the contract. */
  readonly proxy?: string;
  /** The faults at the start, and again after a reset. */
  readonly faults?: readonly Fault[];
  /** Whether programs on this machine can control the mock over HTTP, under `/_mock/`. */
  readonly control?: boolean;
  /** Called after each response, for a log. */
  readonly onExchange?: (exchange: Exchange) => void;
  /** @deprecated use `latencyInMs` */
  readonly latency?: number;
  /** @deprecated use `startupTimeInMs` */
  readonly startupTime?: number;
}

const renamed = { latency: 'latencyInMs', startupTime: 'startupTimeInMs' } as const;

/** The options without the deprecated names. */
type Options = Omit<MockOptions, keyof typeof renamed>;

export type OptionName = keyof Options;

/** The bodies of a 401. */
export const unauthorizedBodies = {
  detail: exampleNamed('KeyMissing'),
  error: exampleNamed('KeyMissingHosted'),
  text: 'Unauthorized',
} as const;

/** The form of the body of a 401. */
export type UnauthorizedForm = keyof typeof unauthorizedBodies;

/** Returns what is wrong with a property of an object. */
type Problem<T> = (value: never, all: T) => string | false | undefined;

type OptionEntry = readonly [
  /** The name of the value decides how it is read. Without flags, an option is for programs only. */
  flags?: string,
  help?: string,
  problem?: Problem<Options>,
];

/** Every option, in the order of the help. */
export const optionTable: { readonly [Name in OptionName]: OptionEntry } = {
  edition: [
    '--edition <NAME>',
    'documented (default), mid-2026 or late-2025: see "Editions" in the README',
    choiceOf(Object.keys(editions)),
  ],
  unauthorizedBody: [
    '--unauthorized-body <FORM>',
    'body of a 401: detail (default), error or text',
    choiceOf(Object.keys(unauthorizedBodies)),
  ],
  rateLimit: [
    '--rate-limit <N>',
    'N requests per second and key; more get 429 with Retry-After',
    (value: number, options) =>
      !Number.isInteger(value) || value < 1
        ? `is a number of requests, 1 or more, not ${value}`
        : clockOf(options) === 'requests' &&
          'needs the clock real or manual: with requests, each request takes a second',
  ],
  strict: ['--strict', 'reject properties and query parameters that the contract does not list'],
  seed: ['--seed <TEXT>', 'same ids, times and responses each time, for the same requests'],
  settings: ['--settings <FILE>', 'settings of every user, as JSON; secrets are never returned'],
  sandboxSpecs: [
    '--sandbox-specs <FILE>',
    'sandbox specs, as a JSON array; the newest is the default',
  ],
  examples: [
    '--examples',
    "start the state of each key with the contract's examples",
    (_, { stateless }) => stateless && 'cannot be combined with stateless, which keeps no state',
  ],
  saved: [],
  startupTimeInMs: [
    '--startup-time <DURATION>',
    'how long a sandbox takes to start, such as 500ms or 3s (default: 2s)',
    durationProblem,
  ],
  clock: [
    '--clock <KIND>',
    'what moves the clock: real, requests (one second each) or manual (default: requests with --seed, else real)',
    choiceOf(clockKinds),
  ],
  latencyInMs: ['--latency <DURATION>', 'delay of each response (default: 0)', durationProblem],
  defaultKey: [
    '--default-key <KEY>',
    'API key of requests without one',
    (value: string) =>
      !/^[\x21-\x7e]+$/.test(value) && 'must be a header value: printable ASCII without spaces',
  ],
  allowHosts: [
    '--allow-host <HOST>',
    'host name under which the mock can be called, in addition to localhost (repeatable)',
    (values: readonly string[]) => {
      const wrong = values.find((it) => !/^(\[[\da-f:.]+\]|[\w.-]+)$/i.test(it));
      return wrong !== undefined && `takes host names without a port, not '${wrong}'`;
    },
  ],
  allowOrigins: [
    '--allow-origin <ORIGIN>',
    'origin whose pages can call the mock, in addition to those of localhost (repeatable; default: every origin, none with --proxy)',
    (values: readonly string[]) => {
      const wrong = values.find((it) => it !== 'null' && URL.parse(it)?.origin !== it);
      const rule = 'takes origins such as https://app.acme.example, without a path';
      return wrong !== undefined && `${rule}, not '${wrong}'`;
    },
  ],
  stateless: ['--stateless', "respond with the contract's examples; needs Prism"],
  prism: [
    '--prism',
    'serve the contract with plain Prism, for comparison',
    (_, options) => conflict(options, ['proxy', ...ownOptions]),
  ],
  proxy: [
    '--proxy <URL>',
    'forward requests to a service, and report what breaks the contract',
    (value: string, options) =>
      (!proxyTarget(value) &&
        'is an absolute http(s) address such as http://localhost:3000, without query and user') ||
      conflict(options, ownOptions),
  ],
  faults: [
    '--fault <RULE>',
    'OPERATION:WHAT or OPERATION:WHAT:TIMES (repeatable); * is any operation; WHAT is a status, delay=DURATION, reset, truncated or malformed',
  ],
  control: ['--control', 'let programs on this machine control the mock, under /_mock/'],
  onExchange: [],
};

const optionNames = Object.keys(optionTable) as OptionName[];

/** The options that also apply to responses of a service or of plain Prism. */
const common: readonly OptionName[] = [
  ...(['latencyInMs', 'defaultKey', 'allowHosts', 'allowOrigins'] as const),
  ...(['prism', 'proxy', 'control', 'onExchange'] as const),
];
const ownOptions = optionNames.filter((name) => !common.includes(name));

/**
 * Checks options.
 *
 * @returns the options without deprecated names
 * @throws {TypeError} naming the option that is wrong
 */
export function checkOptions(given: MockOptions): Options {
  const options: Options = withCurrentNames(given, renamed);
  // What is off contradicts nothing.
  const on = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== false));
  const problems = optionNames.map((name) => [name, optionTable[name][2]] as const);
  checkProperties<Options>(on, Object.fromEntries(problems), 'There is no option');
  return options;
}

/**
 * Checks each property of an object that is not undefined.
 *
 * @param unknown how the error of an unknown property begins
 * @throws {TypeError} naming the property that is wrong
 */
export function checkProperties<T extends object>(
  given: T,
  problems: Readonly<Record<string, Problem<T> | undefined>>,
  unknown: string,
): void {
  for (const [name, value] of Object.entries(given)) {
    if (!Object.hasOwn(problems, name)) {
      throw new TypeError(`${unknown} '${name}', but ${Object.keys(problems).join(', ')}`);
    }
    const problem = value !== undefined && problems[name]?.(value as never, given);
    if (problem) throw new TypeError(`${name} ${problem}`);
  }
}

/** Returns what moves the clock of a mock with these options. */
export function clockOf({ clock, seed }: MockOptions): ClockKind {
  return clock ?? (seed === undefined ? 'real' : 'requests');
}

/** Returns the address of a service; undefined if it is none. */
export function proxyTarget(address: string): URL | undefined {
  const url = URL.parse(address);
  const isUsable = url && /^https?:$/.test(url.protocol);
  return isUsable && !url.search && !url.hash && !url.username ? url : undefined;
}

/** Returns what is wrong with a duration in milliseconds: a timer cannot take it. */
export function durationProblem(value: number): string | false {
  const isValid = Number.isFinite(value) && value >= 0 && value < 2 ** 31;
  return !isValid && `is a number of milliseconds, 0 or more, not ${value}`;
}

export function choiceOf(choices: readonly string[]) {
  return (value: string) => !choices.includes(value) && `is ${choices.join(', ')}, not '${value}'`;
}

function conflict(options: Options, others: readonly OptionName[]): string | false {
  const other = others.find((it) => options[it] !== undefined && options[it] !== false);
  return (
    other !== undefined && `cannot be combined with ${other}: the mock itself does not respond`
  );
}

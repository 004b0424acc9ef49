/** The options of the mock: one table for programs and for the command line. */
import { isObject } from '@agent-conversation/contract';
import type { SandboxSpec, Settings } from '@agent-conversation/types';
import { exampleNamed } from './contract.ts';
import type { Fault } from './faults.ts';
import { type EditionName, editions } from './handlers/editions.ts';
import type { Exchange } from './log.ts';
import { clockKinds } from './state/store.ts';
import type { ClockKind, SavedState } from './state/types.ts';

/** How a mock behaves. */
export interface MockOptions {
  /** Makes ids, times and generated data the same each time, for the same requests. @default a random one */
  readonly seed?: string;
  /**
   * What moves the clock: `real` is the time of the day; with `requests`, each request of a key moves the clock of that
   * key by one second; with `manual`, only `advance` moves it.
   *
   * @default 'requests' with a seed, else 'real'
   */
  readonly clock?: ClockKind;
  /** How long each response is delayed, which does not move the clock. @default 0 */
  readonly latencyInMs?: number;
  /**
   * How long a sandbox takes to start, by the mock's clock. The times of conversations follow from it.
   *
   * @default 2000
   */
  readonly startupTimeInMs?: number;
  /** The settings of every user. Responses never contain their secrets. @default the contract's example */
  readonly settings?: Partial<Settings>;
  /** What sandboxes can be started from. The newest is the default. @default the contract's example */
  readonly sandboxSpecs?: readonly SandboxSpec[];
  /**
   * Starts the state of each key with the sandboxes and conversations of the contract's examples. A clock that is not
   * the real one starts at their latest time.
   *
   * @default false
   */
  readonly examples?: boolean;
  /** The state of another mock with the same seed, clock and `examples`, as its `save` returned it. */
  readonly saved?: SavedState;
  /** Responds with the contract's examples, and keeps no state. Needs Prism. @default false */
  readonly stateless?: boolean;
  /** Serves the contract with plain Prism, for comparison. @default false */
  readonly prism?: boolean;
  /** Which deployments the mock behaves like, where older and newer ones differ. @default 'documented' */
  readonly edition?: EditionName;
  /** The form of the body of a 401: `{ detail }`, `{ error }`, or a JSON string. @default 'detail' */
  readonly unauthorizedBody?: UnauthorizedForm;
  /** How many requests a key can send in a second. More get 429 with `Retry-After`. @default no limit */
  readonly rateLimit?: number;
  /**
   * Rejects properties and query parameters that the contract does not list with 422. They are logged in any case.
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
  /** Forwards every request to the service at this address, and reports what breaks the contract. */
  readonly proxy?: string;
  /** The faults at the start, and again after a reset. */
  readonly faults?: readonly Fault[];
  /** Whether programs on this machine can control the mock over HTTP, under `/_mock/`. @default false */
  readonly control?: boolean;
  /** Called after each response, for a log. */
  readonly onExchange?: (exchange: Exchange) => void;
  /** @deprecated use `latencyInMs` */
  readonly latency?: number;
  /** @deprecated use `startupTimeInMs` */
  readonly startupTime?: number;
}

/** The names of the options without the deprecated ones. */
export type OptionName = Exclude<keyof MockOptions, keyof typeof renamed>;

const renamed = { latency: 'latencyInMs', startupTime: 'startupTimeInMs' } as const;

/** The bodies of a 401. */
export const unauthorizedBodies = {
  detail: exampleNamed('KeyMissing'),
  error: exampleNamed('KeyMissingHosted'),
  text: 'Unauthorized',
} as const;

/** The form of the body of a 401. */
export type UnauthorizedForm = keyof typeof unauthorizedBodies;

/** An option: what is wrong with a value, and how the command line shows it. */
interface OptionEntry {
  /** The heading in the help, the flags and the description; undefined if it is for programs only. */
  readonly cli?: readonly [group: string, flags: string, description: string];
  /** What the command line reads; the default is a flag without a value. */
  readonly reads?: 'text' | 'list' | 'count' | 'duration' | 'json' | 'faults';
  /** Returns what is wrong with a value. */
  readonly problem?: (value: never, options: MockOptions) => string | false;
  /** Whether it only affects responses that the mock itself makes. */
  readonly isOwn?: true;
}

const [deployments, data, time] = ['Deployments', 'Data', 'Time'];
const [browsers, modes, tests] = ['Browsers', 'Other modes', 'For tests'];

/** Every option. The order is that of the help. */
export const optionTable: { readonly [Name in OptionName]: OptionEntry } = {
  edition: {
    cli: [
      deployments,
      '--edition <NAME>',
      'documented (default), mid-2026 or late-2025: see "Editions" in the README',
    ],
    reads: 'text',
    problem: choiceProblem(Object.keys(editions)),
    isOwn: true,
  },
  unauthorizedBody: {
    cli: [
      deployments,
      '--unauthorized-body <FORM>',
      'body of a 401: detail (default), error or text',
    ],
    reads: 'text',
    problem: choiceProblem(Object.keys(unauthorizedBodies)),
    isOwn: true,
  },
  rateLimit: {
    cli: [
      deployments,
      '--rate-limit <N>',
      'N requests per second and key; more get 429 with Retry-After',
    ],
    reads: 'count',
    problem: (value: number, options) =>
      !Number.isInteger(value) || value < 1
        ? `is a number of requests, 1 or more, not ${value}`
        : clockOf(options) === 'requests' &&
          'needs the clock real or manual: with requests, each request takes a second',
    isOwn: true,
  },
  strict: {
    cli: [
      deployments,
      '--strict',
      'reject properties and query parameters that the contract does not list',
    ],
    isOwn: true,
  },
  seed: {
    cli: [data, '--seed <TEXT>', 'same ids, times and responses each time, for the same requests'],
    reads: 'text',
    isOwn: true,
  },
  settings: {
    cli: [data, '--settings <FILE>', 'settings of every user, as JSON; secrets are never returned'],
    reads: 'json',
    isOwn: true,
  },
  sandboxSpecs: {
    cli: [
      data,
      '--sandbox-specs <FILE>',
      'sandbox specs, as a JSON array; the newest is the default',
    ],
    reads: 'json',
    isOwn: true,
  },
  examples: {
    cli: [data, '--examples', "start the state of each key with the contract's examples"],
    problem: (_, { stateless }) =>
      stateless === true && 'cannot be combined with stateless, which keeps no state',
    isOwn: true,
  },
  saved: { isOwn: true },
  startupTimeInMs: {
    cli: [
      time,
      '--startup-time <DURATION>',
      'how long a sandbox takes to start, such as 500ms or 3s (default: 2s)',
    ],
    reads: 'duration',
    problem: durationProblem,
    isOwn: true,
  },
  clock: {
    cli: [
      time,
      '--clock <KIND>',
      'what moves the clock: real, requests (one second each) or manual (default: requests with --seed, else real)',
    ],
    reads: 'text',
    problem: choiceProblem(clockKinds),
    isOwn: true,
  },
  latencyInMs: {
    cli: [time, '--latency <DURATION>', 'delay of each response (default: 0)'],
    reads: 'duration',
    problem: durationProblem,
  },
  defaultKey: {
    cli: [browsers, '--default-key <KEY>', 'API key of requests without one'],
    reads: 'text',
    problem: (value: string) =>
      !/^[\x21-\x7e]+$/.test(value) && 'must be a header value: printable ASCII without spaces',
  },
  allowHosts: {
    cli: [
      browsers,
      '--allow-host <NAME>',
      'host name under which the mock can be called, in addition to localhost (repeatable)',
    ],
    reads: 'list',
    problem: (values: readonly string[]) =>
      rejectFirst(
        values.filter((it) => !/^(\[[\da-f:.]+\]|[\w.-]+)$/i.test(it)),
        'takes host names without a port',
      ),
  },
  allowOrigins: {
    cli: [
      browsers,
      '--allow-origin <ORIGIN>',
      'origin whose pages can call the mock, in addition to those of localhost (repeatable; default: every origin, none with --proxy)',
    ],
    reads: 'list',
    problem: (values: readonly string[]) =>
      rejectFirst(
        values.filter((it) => it !== 'null' && (!URL.canParse(it) || new URL(it).origin !== it)),
        'takes origins such as https://app.acme.example, without a path',
      ),
  },
  stateless: {
    cli: [modes, '--stateless', "respond with the contract's examples; needs Prism"],
    isOwn: true,
  },
  prism: {
    cli: [modes, '--prism', 'serve the contract with plain Prism, for comparison'],
    problem: (_, options) => conflict(options, ['proxy', ...ownOptions]),
  },
  proxy: {
    cli: [
      modes,
      '--proxy <URL>',
      'forward requests to a service, and report what breaks the contract',
    ],
    reads: 'text',
    problem: (value: string, options) =>
      (!proxyTarget(value) &&
        'is an absolute http(s) address such as http://localhost:3000, without query and user') ||
      conflict(options, ownOptions),
  },
  faults: {
    cli: [
      tests,
      '--fault <RULE>',
      'OPERATION:WHAT or OPERATION:WHAT:TIMES (repeatable); * is any operation; WHAT is a status, delay=DURATION, reset, truncated or malformed',
    ],
    reads: 'faults',
    isOwn: true,
  },
  control: {
    cli: [tests, '--control', 'let programs on this machine control the mock, under /_mock/'],
  },
  onExchange: {},
};

const optionNames = Object.keys(optionTable) as OptionName[];
const ownOptions = optionNames.filter((name) => optionTable[name].isOwn);

/** An option that is wrong. */
export class OptionError extends TypeError {
  readonly option: OptionName;
  readonly problem: string;

  constructor(option: OptionName, problem: string) {
    super(`${option} ${problem}`);
    this.option = option;
    this.problem = problem;
  }
}

/**
 * Checks options.
 *
 * @returns the options without deprecated names
 * @throws {TypeError} naming the option that is wrong
 */
export function checkOptions(given: MockOptions): Omit<MockOptions, keyof typeof renamed> {
  const options: MockOptions = renameDeprecated(given, renamed);
  for (const [name, value] of Object.entries(options)) {
    if (!Object.hasOwn(optionTable, name)) {
      throw new TypeError(`There is no option '${name}', but ${optionNames.join(', ')}`);
    }
    const { problem } = optionTable[name as OptionName];
    // What is off contradicts nothing.
    const found = value !== undefined && value !== false && problem?.(value as never, options);
    if (found) throw new OptionError(name as OptionName, found);
  }
  return options;
}

/** Returns options with the new names of those that have a deprecated one, which is reported. */
export function renameDeprecated<T extends object>(
  given: T,
  names: Readonly<Record<string, string>>,
): T {
  if (!isObject(given)) return given;
  const options: Record<string, unknown> = { ...(given as object) };
  for (const [old, name] of Object.entries(names)) {
    if (options[old] === undefined) continue;
    options[name] ??= options[old];
    delete options[old];
    const message = `The option ${old} is called ${name}; the old name is removed in version 0.3`;
    const warning = { type: 'DeprecationWarning', code: `AGENT_CONVERSATION_${old}` };
    // Browsers have no process.
    if (typeof process === 'object') process.emitWarning(message, warning);
  }
  return options as T;
}

/** Returns what moves the clock of a mock with these options. */
export function clockOf({ clock, seed }: MockOptions): ClockKind {
  return clock ?? (seed === undefined ? 'real' : 'requests');
}

/** Returns the address of a service; undefined if it is none. */
export function proxyTarget(address: string): URL | undefined {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const isUsable = url && /^https?:$/.test(url.protocol);
  return isUsable && !url.search && !url.hash && !url.username ? url : undefined;
}

/** Returns what is wrong with a duration in milliseconds: a timer cannot take it. */
export function durationProblem(value: number): string | false {
  const isValid = Number.isFinite(value) && value >= 0 && value < 2 ** 31;
  return !isValid && `is a number of milliseconds, 0 or more, not ${value}`;
}

function choiceProblem(choices: readonly string[]) {
  return (value: string) => !choices.includes(value) && `is ${choices.join(', ')}, not '${value}'`;
}

function rejectFirst([wrong]: readonly string[], rule: string): string | false {
  return wrong !== undefined && `${rule}, not '${wrong}'`;
}

function conflict(options: MockOptions, others: readonly OptionName[]): string | false {
  const other = others.find((it) => options[it] !== undefined && options[it] !== false);
  return (
    other !== undefined && `cannot be combined with ${other}: the mock itself does not respond`
  );
}

/** The options of the mock: one table for programs and for the command line. */
import { withCurrentNames } from '@agent-conversation/cli/deprecation';
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

/** The names of the options without the deprecated ones. */
export type OptionName = Exclude<keyof MockOptions, keyof typeof renamed>;

/** The bodies of a 401. */
export const unauthorizedBodies = {
  detail: exampleNamed('KeyMissing'),
  error: exampleNamed('KeyMissingHosted'),
  text: 'Unauthorized',
} as const;

/** The form of the body of a 401. */
export type UnauthorizedForm = keyof typeof unauthorizedBodies;

interface OptionEntry {
  /** On the command line; the name of the value decides how it is read. Undefined if it is for programs only. */
  readonly flags?: string;
  readonly help?: string;
  /** Returns what is wrong with a value. */
  readonly problem?: (value: never, options: MockOptions) => string | false;
}

/** Every option, in the order of the help. */
export const optionTable: { readonly [Name in OptionName]: OptionEntry } = {
  edition: {
    flags: '--edition <NAME>',
    help: 'documented (default), mid-2026 or late-2025: see "Editions" in the README',
    problem: choiceProblem(Object.keys(editions)),
  },
  unauthorizedBody: {
    flags: '--unauthorized-body <FORM>',
    help: 'body of a 401: detail (default), error or text',
    problem: choiceProblem(Object.keys(unauthorizedBodies)),
  },
  rateLimit: {
    flags: '--rate-limit <N>',
    help: 'N requests per second and key; more get 429 with Retry-After',
    problem: (value: number, options) =>
      !Number.isInteger(value) || value < 1
        ? `is a number of requests, 1 or more, not ${value}`
        : clockOf(options) === 'requests' &&
          'needs the clock real or manual: with requests, each request takes a second',
  },
  strict: {
    flags: '--strict',
    help: 'reject properties and query parameters that the contract does not list',
  },
  seed: {
    flags: '--seed <TEXT>',
    help: 'same ids, times and responses each time, for the same requests',
  },
  settings: {
    flags: '--settings <FILE>',
    help: 'settings of every user, as JSON; secrets are never returned',
  },
  sandboxSpecs: {
    flags: '--sandbox-specs <FILE>',
    help: 'sandbox specs, as a JSON array; the newest is the default',
  },
  examples: {
    flags: '--examples',
    help: "start the state of each key with the contract's examples",
    problem: (_, { stateless }) =>
      stateless === true && 'cannot be combined with stateless, which keeps no state',
  },
  saved: {},
  startupTimeInMs: {
    flags: '--startup-time <DURATION>',
    help: 'how long a sandbox takes to start, such as 500ms or 3s (default: 2s)',
    problem: durationProblem,
  },
  clock: {
    flags: '--clock <KIND>',
    help: 'what moves the clock: real, requests (one second each) or manual (default: requests with --seed, else real)',
    problem: choiceProblem(clockKinds),
  },
  latencyInMs: {
    flags: '--latency <DURATION>',
    help: 'delay of each response (default: 0)',
    problem: durationProblem,
  },
  defaultKey: {
    flags: '--default-key <KEY>',
    help: 'API key of requests without one',
    problem: (value: string) =>
      !/^[\x21-\x7e]+$/.test(value) && 'must be a header value: printable ASCII without spaces',
  },
  allowHosts: {
    flags: '--allow-host <HOST>',
    help: 'host name under which the mock can be called, in addition to localhost (repeatable)',
    problem: (values: readonly string[]) => {
      const wrong = values.find((it) => !/^(\[[\da-f:.]+\]|[\w.-]+)$/i.test(it));
      return wrong !== undefined && `takes host names without a port, not '${wrong}'`;
    },
  },
  allowOrigins: {
    flags: '--allow-origin <ORIGIN>',
    help: 'origin whose pages can call the mock, in addition to those of localhost (repeatable; default: every origin, none with --proxy)',
    problem: (values: readonly string[]) => {
      const isOrigin = (it: string) =>
        it === 'null' || (URL.canParse(it) && new URL(it).origin === it);
      const wrong = values.find((it) => !isOrigin(it));
      const rule = 'takes origins such as https://app.acme.example, without a path';
      return wrong !== undefined && `${rule}, not '${wrong}'`;
    },
  },
  stateless: {
    flags: '--stateless',
    help: "respond with the contract's examples; needs Prism",
  },
  prism: {
    flags: '--prism',
    help: 'serve the contract with plain Prism, for comparison',
    problem: (_, options) => conflict(options, ['proxy', ...ownOptions]),
  },
  proxy: {
    flags: '--proxy <URL>',
    help: 'forward requests to a service, and report what breaks the contract',
    problem: (value: string, options) =>
      (!proxyTarget(value) &&
        'is an absolute http(s) address such as http://localhost:3000, without query and user') ||
      conflict(options, ownOptions),
  },
  faults: {
    flags: '--fault <RULE>',
    help: 'OPERATION:WHAT or OPERATION:WHAT:TIMES (repeatable); * is any operation; WHAT is a status, delay=DURATION, reset, truncated or malformed',
  },
  control: {
    flags: '--control',
    help: 'let programs on this machine control the mock, under /_mock/',
  },
  onExchange: {},
};

const optionNames = Object.keys(optionTable) as OptionName[];

/** The options that also apply to responses of a service or of plain Prism. */
const common: readonly OptionName[] = [
  ...(['latencyInMs', 'defaultKey', 'allowHosts', 'allowOrigins'] as const),
  ...(['prism', 'proxy', 'control', 'onExchange'] as const),
];
const ownOptions = optionNames.filter((name) => !common.includes(name));

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
  const options: MockOptions = withCurrentNames(given, renamed);
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

function conflict(options: MockOptions, others: readonly OptionName[]): string | false {
  const other = others.find((it) => options[it] !== undefined && options[it] !== false);
  return (
    other !== undefined && `cannot be combined with ${other}: the mock itself does not respond`
  );
}

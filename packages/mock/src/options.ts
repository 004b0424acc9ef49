/** The options of the mock: one table for programs and for the command line. */
import type { SandboxSpec, Settings } from '@agent-conversation/types';
import { isObject } from '@agent-conversation/contract';
import {
  checkProperties,
  choiceOf,
  durationProblem,
  type Problem,
} from './checks.ts';
import { exampleNamed } from './contract.ts';
import { type EditionName, editions } from './editions/editions.ts';
import { targetProblem } from './modes/proxy-target.ts';
import { type ClockKind, clockKinds, type SavedState } from './state/store.ts';
import type { Exchange, Fault, HttpArchive, MockData } from './types.ts';

/** How a mock behaves. */
export interface MockOptions {
  /** Makes ids, times and generated data the same each time, for the same requests. @default a random one */
  readonly seed?: string | undefined;
  /** What moves the clock. @default 'requests' with a seed, else 'real' */
  readonly clock?: ClockKind | undefined;
  /** How long each response is delayed, which does not move the clock. @default 0 */
  readonly latencyInMs?: number | undefined;
  /** How long a sandbox takes to start; the times of conversations follow from it. @default 2000 */
  readonly startupTimeInMs?: number | undefined;
  /**
   * The settings of every user; null if none are stored. Responses never contain their secrets.
   *
   * @default the contract's example
   */
  readonly settings?: StoredSettings | null | undefined;
  /** What sandboxes can be started from. The newest is the default. @default the contract's example */
  readonly sandboxSpecs?: readonly SandboxSpec[] | undefined;
  /** What the state of each key starts with, after the examples, and what settings and sandbox specs there are. */
  readonly data?: MockData | undefined;
  /** What can be changed while the mock runs, by `useScenario` or the control surface. */
  readonly scenarios?: Readonly<Record<string, Scenario>> | undefined;
  /** The name of the scenario at the start, and again after a reset. @default none: the options themselves apply */
  readonly scenario?: string | undefined;
  /**
   * Starts the state of each key with what the contract's examples show, and the clock at their time if it is not real.
   */
  readonly examples?: boolean | undefined;
  /** The state of another mock with the same seed, clock, examples and data, as its `save` returned it. */
  readonly saved?: SavedState | undefined;
  /** Responds with the contract's examples, and keeps no state. */
  readonly stateless?: boolean | undefined;
  /** Serves the contract with plain Prism, for comparison. */
  readonly prism?: boolean | undefined;
  /** The edition of the service that the mock behaves like. @default 'documented', the contract */
  readonly edition?: EditionName | undefined;
  /** The form of the body of a 401: `{ detail }`, `{ error }`, or a JSON string. @default 'detail' */
  readonly unauthorizedBody?: UnauthorizedForm | undefined;
  /** How many requests a key can send in a second. More get 429 with `Retry-After`. @default no limit */
  readonly rateLimit?: number | undefined;
  /** Rejects properties and query parameters that the contract does not list. They are logged in any case. */
  readonly strict?: boolean | undefined;
  /** The API keys that are accepted. @default every key */
  readonly acceptKeys?: readonly string[] | undefined;
  /** Headers that can carry the API key beside `X-Session-API-Key`; in `Authorization`, it is a bearer token. */
  readonly keyHeaders?: readonly string[] | undefined;
  /** The API key of requests without one, for browser applications that send none. */
  readonly defaultKey?: string | undefined;
  /** Host names under which the mock can be called, in addition to those of this machine. */
  readonly allowHosts?: readonly string[] | undefined;
  /** Origins whose pages can call it, beside those of this machine. @default every origin; none with `proxy` */
  readonly allowOrigins?: readonly string[] | undefined;
  /** Forwards every request to the service at this address, and reports what breaks the contract. */
  readonly proxy?: string | undefined;
  /** Responds as this recording of a service does, instead of behaving like one. */
  readonly replay?: HttpArchive | undefined;
  /**
   * The address to listen on. On another one than that of this machine, the header `Host` can be an IP address, or a
   * name that `allowHosts` has.
   *
   * @default '127.0.0.1'
   */
  readonly host?: string | undefined;
  /** The faults at the start, and again after a reset. */
  readonly faults?: readonly Fault[] | undefined;
  /** Whether programs on this machine can control the mock over HTTP, under `/_mock/`. */
  readonly control?: boolean | undefined;
  /** Called after each response, for a log. */
  readonly onExchange?: ((exchange: Exchange) => void) | undefined;
}

/** Settings of a user; those that are undefined are left out. */
type StoredSettings = {
  readonly [Name in keyof Settings]?: Settings[Name] | undefined;
};

/** The options that a scenario can replace. */
const scenarioOptions = [
  'edition',
  'unauthorizedBody',
  'rateLimit',
  'strict',
  'latencyInMs',
  'startupTimeInMs',
  'data',
  'examples',
  'settings',
  'sandboxSpecs',
  'faults',
] as const satisfies readonly (keyof MockOptions)[];

/** Options that replace those of the mock, as long as the scenario is used. */
export type Scenario = Pick<MockOptions, (typeof scenarioOptions)[number]>;

export type CheckedOptions = MockOptions & { readonly clock: ClockKind };

/** The bodies of a 401. */
export const unauthorizedBodies = {
  detail: exampleNamed('KeyMissing'),
  error: exampleNamed('KeyMissingHosted'),
  text: 'Unauthorized',
} as const;

/** The form of the body of a 401. */
export type UnauthorizedForm = keyof typeof unauthorizedBodies;

/** A token (RFC 9110, section 5.6.2). */
const headerName = /^[\w!#$%&'*+.^`|~-]+$/;

/** A name or an address, without a port. */
const hostName = /^(\[[\da-f:.]+\]|[\w.-]+)$/i;

/** What can be wrong with each option. */
const problems: {
  readonly [Name in keyof MockOptions]-?: Problem<MockOptions>;
} = {
  edition: choiceOf(Object.keys(editions)),
  unauthorizedBody: choiceOf(Object.keys(unauthorizedBodies)),
  rateLimit(value: number, options) {
    if (!Number.isInteger(value) || value < 1) {
      return `is a number of requests, 1 or more, not ${value}`;
    }
    if (clockOf(options) !== 'requests') return undefined;
    return 'needs the clock real or manual: with requests, each request takes a second';
  },
  strict: undefined,
  seed: undefined,
  settings: undefined,
  sandboxSpecs: undefined,
  data: stateProblem,
  scenarios(values: unknown) {
    if (!isObject(values)) return 'are names with options';
    const problemsOfAll = Object.entries(values).map(([name, scenario]) =>
      scenarioProblem(name, scenario),
    );
    return problemsOfAll.find((problem) => problem !== undefined);
  },
  scenario(value: string, { scenarios = {} }) {
    const names = Object.keys(scenarios);
    if (names.length === 0) return 'needs scenarios';
    return choiceOf(names)(value);
  },
  examples: stateProblem,
  saved: undefined,
  startupTimeInMs: durationProblem,
  clock: choiceOf(clockKinds),
  latencyInMs: durationProblem,
  acceptKeys(values: readonly string[]) {
    if (values.every(isHeaderValue)) return undefined;
    return 'takes header values: printable ASCII without spaces';
  },
  keyHeaders: listOf('names of headers', (value) => headerName.test(value)),
  defaultKey: (value: string) =>
    !isHeaderValue(value) &&
    'must be a header value: printable ASCII without spaces',
  allowHosts: listOf('host names without a port', (value) =>
    hostName.test(value),
  ),
  allowOrigins: listOf(
    'origins such as https://app.acme.example, without a path',
    isOrigin,
  ),
  stateless: undefined,
  prism: (_, options) => conflict('prism', options),
  proxy: (value: string, options) =>
    targetProblem(value) ?? conflict('proxy', options),
  replay: (_, options) => conflict('replay', options),
  host: (value: string) =>
    !/^[\w.:-]+$/.test(value) &&
    `is an address such as 0.0.0.0 or ::, not '${value}'`,
  faults: undefined,
  control: undefined,
  onExchange: undefined,
};

function stateProblem(_: unknown, { stateless }: MockOptions) {
  return stateless && 'cannot be combined with stateless, which keeps no state';
}

/** Returns a check that all values are of a kind. */
function listOf(kind: string, isOfKind: (value: string) => boolean) {
  return (values: readonly string[]) => {
    const wrong = values.find((value) => !isOfKind(value));
    return wrong !== undefined && `takes ${kind}, not '${wrong}'`;
  };
}

function scenarioProblem(name: string, scenario: unknown): string | undefined {
  if (!isObject(scenario)) return `'${name}' is an object of options`;
  const known: readonly string[] = scenarioOptions;
  const unknownOption = Object.keys(scenario).find(
    (option) => !known.includes(option),
  );
  if (unknownOption === undefined) return undefined;
  return `'${name}' has no option '${unknownOption}', but ${known.join(', ')}`;
}

function isOrigin(text: string): boolean {
  // Of a page from a file, for example (HTML, "origin").
  if (text === 'null') return true;
  return URL.parse(text)?.origin === text;
}

function isHeaderValue(text: string): boolean {
  return /^[\x21-\x7e]+$/.test(text);
}

/**
 * Checks options.
 *
 * @returns the options with the clock
 * @throws {TypeError} naming the option that is wrong
 */
export function checkOptions(options: MockOptions): CheckedOptions {
  // What is off contradicts nothing.
  const on = Object.fromEntries(
    Object.entries(options).filter(([, value]) => value !== false),
  );
  checkProperties<MockOptions>(on, problems, 'There is no option');
  return { ...options, clock: clockOf(options) };
}

function clockOf({ clock, seed }: MockOptions): ClockKind {
  return clock ?? (seed === undefined ? 'real' : 'requests');
}

/** The options that also apply to responses of a service or of plain Prism. */
const common =
  /^(latencyInMs|defaultKey|keyHeaders|host|allowHosts|allowOrigins|control|onExchange)$/;

function conflict(
  mode: keyof MockOptions,
  options: MockOptions,
): string | false {
  const isOther = (name: string) => name !== mode && !common.test(name);
  const names = Object.keys(problems) as (keyof MockOptions)[];
  const used = names.filter((name) => options[name] !== undefined);
  const conflicting = used.find(isOther);
  const reason = 'the mock itself does not respond';
  return (
    conflicting !== undefined &&
    `cannot be combined with ${conflicting}: ${reason}`
  );
}

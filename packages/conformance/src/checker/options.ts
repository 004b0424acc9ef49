import { randomInt } from 'node:crypto';
import { withCurrentNames } from '@agent-conversation/cli/names';
import type { RunSettings } from './run.ts';

/** What is checked, and how. */
export interface CheckOptions {
  /** The address of the server, http or https; a path is kept. */
  readonly baseUrl: string;
  /** The key to call it with. It is sent to `baseUrl` and nowhere else. */
  readonly apiKey: string;
  /** Whether things may be created and changed on the server. By default not. */
  readonly write?: boolean | undefined;
  /** Whether that may also be done on another machine. By default not. */
  readonly writeRemote?: boolean | undefined;
  /** The only operations, checks or generations to check, with `*` for any text. By default everything. */
  readonly include?: readonly string[] | undefined;
  /** What not to check, in the same form. By default nothing. */
  readonly exclude?: readonly string[] | undefined;
  /** The seed of the random requests; a whole number. By default another one each time. */
  readonly seed?: number | undefined;
  /** How many requests may be sent. By default 1000. */
  readonly maxRequests?: number | undefined;
  /** How long the whole run may take, in milliseconds. By default 600000. */
  readonly maxTimeInMs?: number | undefined;
  /** How many requests may be sent in a second. By default 20, and 1000 on this machine. */
  readonly rate?: number | undefined;
  /** How long a response can take, including its body, in milliseconds. By default 10000. */
  readonly timeoutInMs?: number | undefined;
  /** How long a change of state may take, in milliseconds. By default 60000. */
  readonly waitInMs?: number | undefined;
  /**
   * Whether what is assumed is binding, and properties that the contract does not list are reported: warnings
   * of the former are errors then, the latter are warnings. By default not.
   */
  readonly strict?: boolean | undefined;
  /** Ends the run early; what was created is cleaned up first. */
  readonly signal?: AbortSignal | undefined;
  /** @deprecated use `maxTimeInMs` */
  readonly maxTime?: number | undefined;
  /** @deprecated use `timeoutInMs` */
  readonly timeout?: number | undefined;
  /** @deprecated use `waitInMs` */
  readonly wait?: number | undefined;
}

/** The name of an option in messages. */
export type NameOption = (option: keyof CheckOptions) => string;

/** An option that is wrong; the message begins with its name. */
export class OptionError extends TypeError {
  readonly option: keyof CheckOptions;
  readonly #describe: (nameOf: NameOption) => string;

  /** @param describe returns what is wrong, without the name */
  constructor(option: keyof CheckOptions, describe: (nameOf: NameOption) => string) {
    super(`${option} ${describe((it) => it)}`);
    this.option = option;
    this.#describe = describe;
  }

  /** Returns the message with other names for the options, such as those of a command line. */
  messageWith(nameOf: NameOption): string {
    return `${nameOf(this.option)} ${this.#describe(nameOf)}`;
  }
}

/** Validated options with their defaults. */
export type Settings = RunSettings &
  Readonly<{ apiKey: string; writeRemote: boolean; timeoutInMs: number; waitInMs: number }>;

export const defaults = {
  maxRequests: 1000,
  maxTimeInMs: 600_000,
  rate: 20,
  loopbackRate: 1000,
  timeoutInMs: 10_000,
  waitInMs: 60_000,
} as const;

const whole = (least: number) => ({
  isRight: (value: number) => Number.isSafeInteger(value) && value >= least,
  must: `be a whole number, ${least} or more`,
});
const upTo = (most: number) => ({
  isRight: (value: number) => value > 0 && value <= most,
  must: `be above 0 and at most ${most}`,
});
/** Timers take no more (`setTimeout` of Node). */
const longest = 2 ** 31 - 1;
const limits = {
  seed: whole(0),
  maxRequests: whole(1),
  maxTimeInMs: upTo(longest),
  rate: upTo(10_000),
  timeoutInMs: upTo(longest),
  waitInMs: upTo(longest),
};

const renamed = { maxTime: 'maxTimeInMs', timeout: 'timeoutInMs', wait: 'waitInMs' } as const;

/**
 * Validates the options and adds the defaults.
 *
 * @throws {OptionError} for one that is wrong; never with the key
 */
export function readSettings(options: CheckOptions): Settings {
  const given = withCurrentNames(options, renamed);
  const { apiKey, write = false, writeRemote = false, strict = false } = given;
  const { include = [], exclude = [] } = given;
  const baseUrl = readBaseUrl(given.baseUrl);
  if (!/^[\x21-\x7e]+$/.test(apiKey)) {
    throw new OptionError(
      'apiKey',
      () => 'must be a text of one or more visible ASCII characters, without spaces or line ends',
    );
  }
  if (writeRemote && !write) {
    throw new OptionError('writeRemote', (nameOf) => `means nothing without ${nameOf('write')}`);
  }
  if (write && !isLoopback(baseUrl) && !writeRemote) {
    const { host } = new URL(baseUrl);
    throw new OptionError(
      'write',
      (nameOf) => `is for servers on this machine; for ${host} add ${nameOf('writeRemote')}`,
    );
  }
  const number = (option: keyof typeof limits, usual: number): number => {
    const value = given[option] ?? usual;
    const { isRight, must } = limits[option];
    if (!isRight(value)) throw new OptionError(option, () => `must ${must}, not ${value}`);
    return value;
  };
  const requests = number('maxRequests', defaults.maxRequests);
  const milliseconds = number('maxTimeInMs', defaults.maxTimeInMs);
  return {
    baseUrl,
    apiKey,
    write,
    writeRemote,
    include,
    exclude,
    strict,
    budget: { requests, milliseconds },
    seed: number('seed', randomInt(2 ** 31)),
    rate: number('rate', usualRate(baseUrl)),
    timeoutInMs: number('timeoutInMs', defaults.timeoutInMs),
    waitInMs: number('waitInMs', defaults.waitInMs),
  };
}

function readBaseUrl(value: string): string {
  // A password in it would get into reports; and it is not shown here.
  if (URL.canParse(value) && /^https?:[^?#@]*$/i.test(value)) {
    return new URL(value).href.replace(/\/+$/, '');
  }
  throw new OptionError(
    'baseUrl',
    () =>
      'must be an absolute http(s) address such as http://localhost:3000, without user, query and fragment',
  );
}

/** Whether an address is on this machine (RFC 5735, section 4; RFC 6761, section 6.3). */
function isLoopback(baseUrl: string): boolean {
  return /^(127(\.\d+){3}|\[::1\]|(.*\.)?localhost\.?)$/.test(new URL(baseUrl).hostname);
}

function usualRate(baseUrl: string): number {
  return isLoopback(baseUrl) ? defaults.loopbackRate : defaults.rate;
}

/** The command line that makes checks again, for a POSIX shell. The key is not in it. */
export function commandLine(settings: Settings, ids: readonly string[]): string {
  const { baseUrl, write, writeRemote, strict, rate, timeoutInMs, waitInMs, seed } = settings;
  const words = [
    'npx',
    'agent-conversation-conformance',
    '--base-url',
    baseUrl,
    ...(write ? ['--write'] : []),
    ...(writeRemote ? ['--write-remote'] : []),
    ...(strict ? ['--strict'] : []),
    ...(rate === usualRate(baseUrl) ? [] : ['--rate', `${rate}`]),
    ...(timeoutInMs === defaults.timeoutInMs ? [] : ['--timeout', `${timeoutInMs}ms`]),
    ...(waitInMs === defaults.waitInMs ? [] : ['--wait', `${waitInMs}ms`]),
    '--seed',
    `${seed}`,
    ...ids.flatMap((id) => ['--include', id]),
  ];
  return words.map(quoted).join(' ');
}

/** A word as a POSIX shell reads it (POSIX.1-2024, section 2.2). */
export function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

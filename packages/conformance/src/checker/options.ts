import { randomInt } from 'node:crypto';
import { withCurrentNames } from '@agent-conversation/cli/deprecation';
import type { RunSettings } from './run.ts';

/** What is checked, and how. */
export interface CheckOptions {
  /** The address of the server, http or https; a path is kept. */
  readonly baseUrl: string;
  /** The key to call it with. It is sent to `baseUrl` and nowhere else. */
  readonly apiKey: string;
  /**
   * Whether things may be created and changed on the server.
   *
   * @default false
   */
  readonly write?: boolean | undefined;
  /**
   * Whether that may be done on another machine, too.
   *
   * @default false
   */
  readonly writeRemote?: boolean | undefined;
  /**
   * The only operations, checks or generations to check, with `*` for any text.
   *
   * @default everything
   */
  readonly include?: readonly string[] | undefined;
  /**
   * What not to check, in the same form.
   *
   * @default nothing
   */
  readonly exclude?: readonly string[] | undefined;
  /**
   * The seed of the random requests; a whole number.
   *
   * @default another one each time
   */
  readonly seed?: number | undefined;
  /**
   * How many requests may be sent.
   *
   * @default 1000
   */
  readonly maxRequests?: number | undefined;
  /**
   * How long the whole run may take, in milliseconds.
   *
   * @default 600000
   */
  readonly maxTimeInMs?: number | undefined;
  /**
   * How many requests may be sent in a second.
   *
   * @default 20; 1000 on this machine
   */
  readonly rate?: number | undefined;
  /**
   * How long a response can take, including its body, in milliseconds.
   *
   * @default 10000
   */
  readonly timeoutInMs?: number | undefined;
  /**
   * How long a change of state may take, in milliseconds.
   *
   * @default 60000
   */
  readonly waitInMs?: number | undefined;
  /**
   * Whether what is assumed is binding, and properties that the contract does not list are reported: warnings
   * of the former are errors then, the latter are warnings.
   *
   * @default false
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
export interface Settings extends RunSettings {
  readonly apiKey: string;
  readonly writeRemote: boolean;
  readonly timeoutInMs: number;
  readonly waitInMs: number;
  /** Options that differ from their default, as the command line has them. */
  readonly flags: readonly string[];
}

export const defaults = {
  maxRequests: 1000,
  maxTimeInMs: 600_000,
  rate: 20,
  loopbackRate: 1000,
  timeoutInMs: 10_000,
  waitInMs: 60_000,
} as const;

/** Timers take no more (`setTimeout` of Node). */
const longest = 2 ** 31 - 1;

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
  const { host, hostname } = new URL(baseUrl);
  // RFC 5735, section 4; RFC 6761, section 6.3.
  const isLoopback = /^(127(\.\d+){3}|\[::1\]|(.*\.)?localhost\.?)$/.test(hostname);
  if (!/^[\x21-\x7e]+$/.test(apiKey)) {
    throw new OptionError(
      'apiKey',
      () => 'must be a text of one or more visible ASCII characters, without spaces or line ends',
    );
  }
  if (writeRemote && !write) {
    throw new OptionError('writeRemote', (nameOf) => `means nothing without ${nameOf('write')}`);
  }
  if (write && !isLoopback && !writeRemote) {
    throw new OptionError(
      'write',
      (nameOf) => `is for servers on this machine; for ${host} add ${nameOf('writeRemote')}`,
    );
  }
  const flags: string[] = [];
  const number = (
    option: 'rate' | 'timeoutInMs' | 'waitInMs' | 'maxTimeInMs',
    most: number,
    usual: number,
    flag?: (value: number) => readonly string[],
  ): number => {
    const value = given[option] ?? usual;
    if (!(value > 0 && value <= most)) {
      throw new OptionError(option, () => `must be above 0 and at most ${most}, not ${value}`);
    }
    if (value !== usual && flag) flags.push(...flag(value));
    return value;
  };
  const requests = whole('maxRequests', given.maxRequests ?? defaults.maxRequests, 1);
  const usualRate = isLoopback ? defaults.loopbackRate : defaults.rate;
  return {
    baseUrl,
    apiKey,
    write,
    writeRemote,
    include,
    exclude,
    strict,
    seed: whole('seed', given.seed ?? randomInt(2 ** 31), 0),
    budget: { requests, milliseconds: number('maxTimeInMs', longest, defaults.maxTimeInMs) },
    rate: number('rate', 10_000, usualRate, (it) => ['--rate', String(it)]),
    timeoutInMs: number('timeoutInMs', longest, defaults.timeoutInMs, (it) => [
      '--timeout',
      `${it}ms`,
    ]),
    waitInMs: number('waitInMs', longest, defaults.waitInMs, (it) => ['--wait', `${it}ms`]),
    flags,
  };
}

const renamed = { maxTime: 'maxTimeInMs', timeout: 'timeoutInMs', wait: 'waitInMs' } as const;

function readBaseUrl(value: string): string {
  // A password in it would get into reports; and it is not shown here.
  if (!URL.canParse(value) || !/^https?:[^?#@]*$/i.test(value)) {
    throw new OptionError(
      'baseUrl',
      () =>
        'must be an absolute http(s) address such as http://localhost:3000, without user, query and fragment',
    );
  }
  return new URL(value).href.replace(/\/+$/, '');
}

function whole(option: keyof CheckOptions, value: number, minimum: number): number {
  if (!Number.isSafeInteger(value) || value < minimum) {
    throw new OptionError(option, () => `must be a whole number, ${minimum} or more, not ${value}`);
  }
  return value;
}

/** The command line that makes checks again, for a POSIX shell. The key is not in it. */
export function commandLine(settings: Settings, ids: readonly string[]): string {
  const { baseUrl, write, writeRemote, strict, seed, flags } = settings;
  const words = [
    'npx',
    'agent-conversation-conformance',
    '--base-url',
    baseUrl,
    ...(write ? ['--write'] : []),
    ...(writeRemote ? ['--write-remote'] : []),
    ...(strict ? ['--strict'] : []),
    ...flags,
    '--seed',
    String(seed),
    ...ids.flatMap((id) => ['--include', id]),
  ];
  return words.map(quoted).join(' ');
}

/** A word as a POSIX shell reads it (POSIX.1-2024, section 2.2). */
export function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

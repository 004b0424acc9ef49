import { isLoopback } from '@agent-conversation/contract';
import { randomInt } from 'node:crypto';
import { keyHeader as usualKeyHeader } from '../contract.ts';
import { type Edition, editions } from '../oracle/editions.ts';
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
  /** Whether warnings of what is assumed are errors, and unlisted properties are warnings. By default not. */
  readonly strict?: boolean | undefined;
  /**
   * The edition of the service, or `auto` to find it out: what it is known to do differently than the contract is no
   * error then. By default the contract alone decides.
   */
  readonly edition?: Edition | 'auto' | undefined;
  /** The header of the key, such as `Authorization` for a bearer token. By default the one of the contract. */
  readonly keyHeader?: string | undefined;
  /** How many sandboxes may be started; no operation deletes one. By default 10. */
  readonly maxSandboxes?: number | undefined;
  /** Ends the run early; what was created is cleaned up first. */
  readonly signal?: AbortSignal | undefined;
}

/** The name of an option in messages. */
export type NameOption = (option: keyof CheckOptions) => string;

/** An option that is wrong; the message begins with its name. */
export class OptionError extends TypeError {
  readonly option: keyof CheckOptions;
  readonly #write: (nameOf: NameOption) => string;

  /** @param other an option whose name ends the message */
  constructor(
    option: keyof CheckOptions,
    reason: string,
    other?: keyof CheckOptions,
  ) {
    const write = (nameOf: NameOption) =>
      `${nameOf(option)} ${reason}${other ? ` ${nameOf(other)}` : ''}`;
    super(write((it) => it));
    this.option = option;
    this.#write = write;
  }

  /** Returns the message with other names for the options, such as those of a command line. */
  messageWith(nameOf: NameOption): string {
    return this.#write(nameOf);
  }
}

/** Validated options with their defaults. */
export type Settings = RunSettings &
  Readonly<{
    apiKey: string;
    keyHeader: string;
    writeRemote: boolean;
    timeoutInMs: number;
    waitInMs: number;
    maxSandboxes: number;
  }>;

export const defaults = {
  maxRequests: 1000,
  maxTimeInMs: 600_000,
  rate: 20,
  loopbackRate: 1000,
  timeoutInMs: 10_000,
  waitInMs: 60_000,
  maxSandboxes: 10,
  keyHeader: usualKeyHeader,
} as const;

type NumberOption =
  | 'maxRequests'
  | 'maxTimeInMs'
  | 'maxSandboxes'
  | 'rate'
  | 'seed'
  | 'timeoutInMs'
  | 'waitInMs';

/** Timers take no more (`setTimeout` of Node). */
const longest = 2 ** 31 - 1;

/**
 * Validates the options and adds the defaults.
 *
 * @throws {OptionError} for one that is wrong; never with the key
 */
export function readSettings(options: CheckOptions): Settings {
  const {
    apiKey,
    write = false,
    writeRemote = false,
    strict = false,
  } = options;
  const {
    include = [],
    exclude = [],
    edition,
    keyHeader = defaults.keyHeader,
  } = options;
  const reject = (
    ...wrong: ConstructorParameters<typeof OptionError>
  ): never => {
    throw new OptionError(...wrong);
  };
  // A password in it would get into reports; and it is not shown here.
  if (
    !URL.canParse(options.baseUrl) ||
    !/^https?:[^?#@]*$/i.test(options.baseUrl)
  ) {
    const example = 'http://localhost:3000, without user, query and fragment';
    reject('baseUrl', `must be an absolute http(s) address such as ${example}`);
  }
  const { href, host } = new URL(options.baseUrl);
  const baseUrl = href.replace(/\/+$/, '');
  if (!/^[\x21-\x7e]+$/.test(apiKey)) {
    const form =
      'one or more visible ASCII characters, without spaces or line ends';
    reject('apiKey', `must be a text of ${form}`);
  }
  if (!/^[\w!#$%&'*+.^`|~-]+$/.test(keyHeader)) {
    reject('keyHeader', 'must be the name of a header, such as Authorization');
  }
  if (
    edition !== undefined &&
    edition !== 'auto' &&
    !editions.includes(edition)
  ) {
    reject(
      'edition',
      `must be one of auto, ${editions.join(', ')}, is ${JSON.stringify(edition)}`,
    );
  }
  if (writeRemote && !write) {
    reject('writeRemote', 'means nothing without', 'write');
  }
  if (write && !isLoopback(new URL(baseUrl).host) && !writeRemote) {
    reject(
      'write',
      `is for servers on this machine; for ${host} add`,
      'writeRemote',
    );
  }
  const whole = (option: NumberOption, least: number, usual: number) => {
    const value = options[option] ?? usual;
    if (Number.isSafeInteger(value) && value >= least) return value;
    return reject(
      option,
      `must be a whole number, ${least} or more, not ${value}`,
    );
  };
  const upTo = (option: NumberOption, most: number, usual: number) => {
    const value = options[option] ?? usual;
    if (value > 0 && value <= most) return value;
    return reject(option, `must be above 0 and at most ${most}, not ${value}`);
  };
  return {
    baseUrl,
    apiKey,
    keyHeader,
    edition,
    write,
    writeRemote,
    include,
    exclude,
    strict,
    budget: {
      requests: whole('maxRequests', 1, defaults.maxRequests),
      milliseconds: upTo('maxTimeInMs', longest, defaults.maxTimeInMs),
    },
    seed: whole('seed', 0, randomInt(longest)),
    rate: upTo('rate', 10_000, usualRate(baseUrl)),
    timeoutInMs: upTo('timeoutInMs', longest, defaults.timeoutInMs),
    maxSandboxes: whole('maxSandboxes', 1, defaults.maxSandboxes),
    waitInMs: upTo('waitInMs', longest, defaults.waitInMs),
  };
}

function usualRate(baseUrl: string): number {
  return isLoopback(new URL(baseUrl).host)
    ? defaults.loopbackRate
    : defaults.rate;
}

/** The command line that makes checks again, for a POSIX shell. The key is not in it. */
export function commandLine(
  settings: Settings,
  ids: readonly string[],
): string {
  const {
    baseUrl,
    edition,
    keyHeader,
    rate,
    timeoutInMs,
    waitInMs,
    maxSandboxes,
  } = settings;
  const words = [
    `npm exec --no -- agent-conversation-conformance --base-url ${quoted(baseUrl)}`,
  ];
  if (edition !== undefined) words.push(`--edition ${edition}`);
  if (keyHeader !== defaults.keyHeader)
    words.push(`--key-header ${quoted(keyHeader)}`);
  if (settings.write) words.push('--write');
  if (settings.writeRemote) words.push('--write-remote');
  if (settings.strict) words.push('--strict');
  if (rate !== usualRate(baseUrl)) words.push(`--rate ${rate}`);
  if (timeoutInMs !== defaults.timeoutInMs)
    words.push(`--timeout ${timeoutInMs}ms`);
  if (waitInMs !== defaults.waitInMs) words.push(`--wait ${waitInMs}ms`);
  if (maxSandboxes !== defaults.maxSandboxes)
    words.push(`--max-sandboxes ${maxSandboxes}`);
  words.push(`--seed ${settings.seed}`);
  for (const id of ids) words.push(`--include ${id}`);
  return words.join(' ');
}

/** A word as a POSIX shell reads it (POSIX.1-2024, section 2.2). */
export function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word)
    ? word
    : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

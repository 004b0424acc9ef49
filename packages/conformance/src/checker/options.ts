import { randomInt } from 'node:crypto';
import type { RunSettings } from './run.ts';

/** What is checked, and how. Times are in milliseconds. */
export interface CheckOptions {
  /** The address of the server, http or https; a path is kept. */
  readonly baseUrl: string;
  /** The key to call it with. It is sent to `baseUrl` and nowhere else. */
  readonly apiKey: string;
  /**
   * Whether things may be made and changed on the server.
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
   * What to check alone: operations, checks or generations, with `*` for any text.
   *
   * @default everything
   */
  readonly include?: readonly string[] | undefined;
  /**
   * What not to check, written alike.
   *
   * @default nothing
   */
  readonly exclude?: readonly string[] | undefined;
  /**
   * What the random requests are made from; a whole number.
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
   * How long the whole run may take.
   *
   * @default 600000
   */
  readonly maxTime?: number | undefined;
  /**
   * How many requests may be sent in a second.
   *
   * @default 20; 1000 on this machine
   */
  readonly rate?: number | undefined;
  /**
   * How long a response can take, including its body.
   *
   * @default 10000
   */
  readonly timeout?: number | undefined;
  /**
   * How long a change of state may take.
   *
   * @default 60000
   */
  readonly wait?: number | undefined;
  /**
   * Whether what is assumed is binding, and properties that the contract does not list are reported: warnings
   * of the former are errors then, the latter are warnings.
   *
   * @default false
   */
  readonly strict?: boolean | undefined;
  /** Ends the run early; what was made is put in order first. */
  readonly signal?: AbortSignal | undefined;
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

  /** The message with other names for the options, such as those of a command line. */
  toldWith(nameOf: NameOption): string {
    return `${nameOf(this.option)} ${this.#describe(nameOf)}`;
  }
}

/** Options that were looked at, and completed. */
export interface Settings extends RunSettings {
  readonly apiKey: string;
  readonly writeRemote: boolean;
  readonly timeout: number;
  readonly wait: number;
  readonly isLoopback: boolean;
}

export const defaults = {
  maxRequests: 1000,
  maxTime: 600_000,
  rate: 20,
  loopbackRate: 1000,
  timeout: 10_000,
  wait: 60_000,
} as const;

/**
 * Completes the options.
 *
 * @throws {OptionError} for one that is wrong; never with the key
 */
export function readSettings(options: CheckOptions): Settings {
  const baseUrl = readBaseUrl(options.baseUrl);
  const isLoopback = isOnThisMachine(new URL(baseUrl).hostname);
  const {
    write = false,
    writeRemote = false,
    include = [],
    exclude = [],
    strict = false,
  } = options;
  if (writeRemote && !write) {
    throw new OptionError('writeRemote', (nameOf) => `means nothing without ${nameOf('write')}`);
  }
  if (write && !isLoopback && !writeRemote) {
    const { host } = new URL(baseUrl);
    throw new OptionError(
      'write',
      (nameOf) => `is for servers on this machine; for ${host} add ${nameOf('writeRemote')}`,
    );
  }
  return {
    baseUrl,
    apiKey: readKey(options.apiKey),
    write,
    writeRemote,
    include,
    exclude,
    strict,
    isLoopback,
    seed: whole('seed', options.seed ?? randomInt(2 ** 31), 0),
    budget: {
      requests: whole('maxRequests', options.maxRequests ?? defaults.maxRequests, 1),
      milliseconds: duration('maxTime', options.maxTime ?? defaults.maxTime),
    },
    rate: readRate(options.rate ?? (isLoopback ? defaults.loopbackRate : defaults.rate)),
    timeout: duration('timeout', options.timeout ?? defaults.timeout),
    wait: duration('wait', options.wait ?? defaults.wait),
  };
}

/** Whether a host is this machine (RFC 5735, section 4; RFC 6761, section 6.3). */
function isOnThisMachine(hostname: string): boolean {
  return /^(127(\.\d+){3}|\[::1\]|(.*\.)?localhost\.?)$/.test(hostname);
}

function readBaseUrl(value: string): string {
  // A password in it would go along into reports; and it is not shown here.
  if (!URL.canParse(value) || !/^https?:[^?#@]*$/i.test(value)) {
    throw new OptionError(
      'baseUrl',
      () =>
        'must be an absolute http(s) address such as http://localhost:3000, without user, query and fragment',
    );
  }
  return new URL(value).href.replace(/\/+$/, '');
}

function readKey(value: string): string {
  if (!/^[\x21-\x7e]+$/.test(value)) {
    throw new OptionError(
      'apiKey',
      () => 'must be a text of one or more visible ASCII characters, without spaces or line ends',
    );
  }
  return value;
}

function readRate(value: number): number {
  if (!(value > 0 && value <= 10_000)) {
    throw new OptionError('rate', () => `must be above 0 and at most 10000, not ${value}`);
  }
  return value;
}

function whole(option: keyof CheckOptions, value: number, minimum: number): number {
  if (!Number.isSafeInteger(value) || value < minimum) {
    throw new OptionError(option, () => `must be a whole number, ${minimum} or more, not ${value}`);
  }
  return value;
}

/** Timers take no more (`setTimeout` of Node). */
const longest = 2 ** 31 - 1;

function duration(option: keyof CheckOptions, value: number): number {
  if (!(value > 0 && value <= longest)) {
    throw new OptionError(option, () => `must be above 0 and at most ${longest}, not ${value}`);
  }
  return value;
}

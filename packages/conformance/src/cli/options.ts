import { parseArgs } from 'node:util';
import type { CheckOptions, NameOption } from '../checker/options.ts';
import { readKey } from './key.ts';
import { nearest } from './nearest.ts';
import { decimal, duration, readBudget, whole } from './read-values.ts';
import { readReportTargets, type ReportTarget } from './report-targets.ts';

/** What the program was asked for. */
export interface CliOptions {
  readonly check: CheckOptions;
  readonly reports: readonly ReportTarget[];
  /** The file that has the key; undefined where it came from the environment. */
  readonly keyFile: string | undefined;
}

const options = {
  'base-url': { type: 'string' },
  'api-key-file': { type: 'string' },
  include: { type: 'string', multiple: true },
  exclude: { type: 'string', multiple: true },
  strict: { type: 'boolean', default: false },
  seed: { type: 'string' },
  write: { type: 'boolean', default: false },
  'write-remote': { type: 'boolean', default: false },
  budget: { type: 'string' },
  rate: { type: 'string' },
  timeout: { type: 'string' },
  wait: { type: 'string' },
  report: { type: 'string', multiple: true },
  help: { type: 'boolean', default: false },
  version: { type: 'boolean', default: false },
} as const;

/**
 * Reads the command line, and the key.
 *
 * @returns 'help' or 'version' when one of them is wanted
 * @throws {TypeError} naming the option that is wrong; never with the key
 */
export function readOptions(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
): CliOptions | 'help' | 'version' {
  const values = parse(args);
  if (values.help) return 'help';
  if (values.version) return 'version';
  const baseUrl = values['base-url'];
  if (baseUrl === undefined) {
    throw new TypeError('--base-url is missing: the address of the server; see --help');
  }
  const keyFile = values['api-key-file'];
  const { include, exclude, strict, write, seed, rate, budget, timeout, wait } = values;
  return {
    keyFile,
    reports: readReportTargets(values.report ?? ['pretty']),
    check: {
      baseUrl,
      apiKey: readKey(keyFile, environment),
      include,
      exclude,
      strict,
      write,
      writeRemote: values['write-remote'],
      ...(seed !== undefined && { seed: whole('--seed', seed) }),
      ...(rate !== undefined && { rate: decimal('--rate', rate) }),
      ...(budget !== undefined && readBudget(budget)),
      ...(timeout !== undefined && { timeout: duration('--timeout', timeout) }),
      ...(wait !== undefined && { wait: duration('--wait', wait) }),
    },
  };
}

/** What an option of the library is called on the command line. */
export const flagOf: NameOption = (option) => {
  if (option === 'maxRequests' || option === 'maxTime') return '--budget';
  return `--${option.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
};

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: false }).values;
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    // It may be the key.
    if (code === 'ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL') {
      throw new TypeError('An argument has no option before it; see --help', { cause: error });
    }
    const [, unknown = ''] = /^Unknown option '(--?[^'=]*)/.exec(message) ?? [];
    const meant =
      unknown &&
      nearest(
        unknown,
        Object.keys(options).map((name) => `--${name}`),
      );
    const hint = meant ? `; is ${meant} meant? See --help` : '; see --help';
    // What Node says goes on about other ways to write it.
    throw new TypeError(`${message.split(/\.\s/)[0]}${hint}`, { cause: error });
  }
}

import { parseArgs } from 'node:util';

/** What `npm run bench` was asked for. */
export interface Options {
  /** For how long each load lasts. */
  readonly seconds: number;
  /** How often each load is repeated. */
  readonly rounds: number;
  /** The subjects to measure, by id; undefined for all. */
  readonly only: readonly string[] | undefined;
  /** Whether the results become a file. */
  readonly write: boolean;
}

/** @param subjects the ids that `--only` takes */
export function help(subjects: readonly string[]): string {
  return `Usage: npm run bench [-- options]

Measures the mock beside its peers, with the same contract and the same requests, and writes
tools/bench/RESULTS.md. The first run installs the peers, in tools/bench/peers.

Options
  --seconds NUMBER     for how long each load lasts (default 5)
  --rounds NUMBER      how often each load is repeated (default 3)
  --only SUBJECT,...   measure these alone, and write nothing, as a part is no result:
                       ${subjects.join(', ')}
  --no-write           print the results, write nothing
  --help               print this text

Exit codes: 0 all goals were reached, 1 a goal was missed or something failed, 2 wrong options`;
}

/**
 * Reads the command line.
 *
 * @param subjects the ids that `--only` takes
 * @returns undefined when the help is wanted
 * @throws {TypeError} naming the option that is wrong
 */
export function readOptions(
  args: readonly string[],
  subjects: readonly string[],
): Options | undefined {
  const { values } = parseArgs({
    args: [...args],
    options: {
      seconds: { type: 'string', default: '5' },
      rounds: { type: 'string', default: '3' },
      only: { type: 'string' },
      'no-write': { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return undefined;
  const only = values.only?.split(',');
  const unknown = only?.find((id) => !subjects.includes(id));
  if (unknown !== undefined) {
    throw new TypeError(`--only takes some of ${subjects.join(', ')}, not '${unknown}'`);
  }
  return {
    seconds: count('--seconds', values.seconds),
    rounds: count('--rounds', values.rounds),
    only,
    write: !values['no-write'] && !only,
  };
}

function count(option: string, text: string): number {
  if (!/^[1-9]\d{0,3}$/.test(text)) {
    throw new TypeError(`${option} takes a whole number from 1 to 9999, not '${text}'`);
  }
  return Number(text);
}

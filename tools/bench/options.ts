import { parseArgs } from 'node:util';
import type { Part } from './part.ts';

/** What `npm run bench` was asked for. */
export interface Options {
  /** The parts to run, each with its subjects to measure. */
  readonly parts: readonly { readonly id: string; readonly only: readonly string[] }[];
  /** For how long each load lasts. */
  readonly seconds: number;
  /** How often each measurement is repeated; undefined for what the part does by default. */
  readonly rounds: number | undefined;
  /** Whether the results become files. */
  readonly write: boolean;
}

/** What of a part the command line is about. */
type Choice = Pick<Part, 'id' | 'subjects' | 'rounds' | 'page'>;

/** @param parts what can be run */
export function help(parts: readonly Choice[]): string {
  const defaults = parts.map(({ id, rounds }) => `${rounds} for the ${id}`).join(', ');
  return `Usage: npm run bench [-- options]

Measures the mock, the client, the documentation and the oracle, each beside its peers on the same contract, and writes
${parts.map(({ page }) => `  ${page}`).join('\n')}
The first run installs the peers, in tools/bench/peers, and what measures them.

Options
  --part ${parts
    .map(({ id }) => id)
    .join('|')
    .padEnd(14)}run this part alone
  --seconds NUMBER     for how long each load of the mock lasts (default 5)
  --rounds NUMBER      how often each measurement is repeated
                       (default ${defaults})
  --only SUBJECT,...   measure these alone, and write nothing, as some are no result:
${parts.map(({ subjects }) => `                       ${subjects.join(', ')}`).join('\n')}
  --no-write           print the results, write nothing
  --help               print this text

Exit codes: 0 all goals were reached, 1 a goal was missed or something failed, 2 wrong options`;
}

/**
 * Reads the command line.
 *
 * @param parts what can be run
 * @returns undefined when the help is wanted
 * @throws {TypeError} naming the option that is wrong
 */
export function readOptions(
  args: readonly string[],
  parts: readonly Choice[],
): Options | undefined {
  const { values } = parseArgs({
    args: [...args],
    options: {
      part: { type: 'string' },
      seconds: { type: 'string', default: '5' },
      rounds: { type: 'string' },
      only: { type: 'string' },
      'no-write': { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return undefined;
  const { part } = values;
  const chosen = part === undefined ? parts : parts.filter(({ id }) => id === part);
  if (!chosen.length) {
    throw new TypeError(
      `--part takes one of ${parts.map(({ id }) => id).join(', ')}, not '${part}'`,
    );
  }
  const subjects = chosen.flatMap((each) => each.subjects);
  const only = values.only?.split(',') ?? subjects;
  const unknown = only.find((id) => !subjects.includes(id));
  if (unknown !== undefined) {
    throw new TypeError(`--only takes some of ${subjects.join(', ')}, not '${unknown}'`);
  }
  return {
    parts: chosen
      .map((each) => ({ id: each.id, only: each.subjects.filter((id) => only.includes(id)) }))
      .filter((each) => each.only.length),
    seconds: count('--seconds', values.seconds),
    rounds: values.rounds === undefined ? undefined : count('--rounds', values.rounds),
    write: !values['no-write'] && values.only === undefined,
  };
}

function count(option: string, text: string): number {
  if (!/^[1-9]\d{0,3}$/.test(text)) {
    throw new TypeError(`${option} takes a whole number from 1 to 9999, not '${text}'`);
  }
  return Number(text);
}

import { parseArgs } from 'node:util';
import {
  isLayer,
  isOperator,
  type Layer,
  layers,
  type OperatorId,
} from '../catalogue/operators.ts';

/** What is asked on the command line. */
export interface Options {
  /** The first mutant of each operator, or the one that is marked. */
  readonly fast: boolean;
  readonly layers: readonly Layer[];
  readonly operators: readonly OperatorId[];
  /** A mutant is taken when its title has one of them. */
  readonly words: readonly string[];
  /** The gate that is not run. */
  readonly without: string | undefined;
  /** Whether the kill matrix is written. */
  readonly report: boolean;
  readonly help: boolean;
}

/** The command line is wrong. */
export class UsageError extends Error {}

export const usage = `Breaks copies of the repository, one fault at a time, and demands that the gate that is named
for the fault fails with the words that lead to it.

Usage: npm run drift -- [options] [words...]

  words                only faults whose titles have one of the words
  --fast               one fault of each operator
  --layer A,C          only these layers: ${Object.entries(layers)
    .map(([id, title]) => `${id} ${title}`)
    .join(', ')}
  --operator A13,B2    only these operators
  --without GATE       does not run a gate: all its faults survive. A gate is a test file by its path,
                       a command such as redocly, or one of oracle and checker
  --report             writes tools/drift/results/kill-matrix.md and .html, after a run of everything
  --help               shows this

Ends with 0 when every fault was killed by its gate, 1 when one was not, 2 when it could not run.
`;

/** @throws {UsageError} */
export function readOptions(args: readonly string[]): Options {
  const { values, positionals } = parse(args);
  const options = {
    fast: values.fast,
    layers: list('--layer', values.layer, isLayer, 'a letter from A to G'),
    operators: list('--operator', values.operator, isOperator, 'an operator such as A13'),
    words: positionals,
    without: values.without,
    report: values.report,
    help: values.help,
  };
  if (options.report && (isPart(options) || options.without !== undefined)) {
    throw new UsageError(
      '--report is for a run of everything: it goes with no other option or word',
    );
  }
  return options;
}

/** Whether not all faults are asked for. */
function isPart({ fast, layers: chosen, operators, words }: Options): boolean {
  return fast || chosen.length > 0 || operators.length > 0 || words.length > 0;
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        fast: { type: 'boolean', default: false },
        layer: { type: 'string', multiple: true, default: [] },
        operator: { type: 'string', multiple: true, default: [] },
        without: { type: 'string' },
        report: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function list<Value extends string>(
  option: string,
  texts: readonly string[],
  isValue: (text: string) => text is Value,
  what: string,
): readonly Value[] {
  return texts
    .flatMap((text) => text.split(','))
    .map((text) => {
      if (isValue(text)) return text;
      throw new UsageError(`${option} takes ${what}, not '${text}'`);
    });
}

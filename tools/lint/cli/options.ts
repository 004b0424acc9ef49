import { parseArgs } from 'node:util';
import { nameOf } from '../pages/page.ts';

/** What is asked on the command line: to lint, unless one of the others is there. */
export interface Options {
  /** The id of the rule to explain. */
  readonly explain: string | undefined;
  readonly list: boolean;
  readonly help: boolean;
}

/** What is asked for is not there, or the command line is wrong: in one line. */
export class UsageError extends Error {}

export const usage = `Lints the contract, its workflows, and the code of the repository.

Usage: npm run lint [-- options]

  --explain ID   explains a rule: why it is, what is bad and good, and how to mend it. ID is as lint
                 names it; contract- and contract/ may be left out
  --list         lists the rules of this contract
  --help         shows this

Ends with 0 when nothing was found, 1 when something was, 2 when it could not run or was asked for what
there is not.
`;

/** @throws {UsageError} naming the option that is wrong */
export function readOptions(args: readonly string[]): Options {
  const { values } = parse(args);
  const { explain: [explain, another] = [], list, help } = values;
  if (another !== undefined) throw wrong('--explain takes one rule: ask for one after the other');
  if (explain !== undefined && nameOf(explain.trim()) === '') {
    throw wrong('--explain must be followed by the id of a rule, such as contract-closed');
  }
  if (explain !== undefined && list) {
    throw wrong('--explain and --list do not go together: take one of them');
  }
  return { explain, list, help };
}

function wrong(what: string): UsageError {
  return new UsageError(`${what} (see npm run lint -- --help)`);
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        explain: { type: 'string', multiple: true },
        list: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
  } catch (error) {
    const [message = ''] = (error as Error).message.split('\n');
    throw wrong(message);
  }
}

import { parseArgs } from 'node:util';

const formats = ['pretty', 'markdown', 'json'] as const;

/** What is asked on the command line. */
export interface Options {
  readonly format: (typeof formats)[number];
  /** The file that the report goes to; the output without it. */
  readonly output: string | undefined;
  /** The contract from which is counted; that of the last release without it. */
  readonly base: string | undefined;
  readonly help: boolean;
}

/** The command line is wrong. */
export class UsageError extends Error {}

export const usage = `Holds the contract against its last release: what has changed, who breaks by it, how they migrate, which version
it needs, and whether approvals, changesets and versions agree.

Usage: npm run diff -- [options]

  --format FORMAT   pretty (the default), markdown for a comment of a pull request, or json
  --output FILE     writes the report into a file, whole or not at all
  --base FILE       counts from another bundle than openapi/released/openapi.yaml
  --help            shows this

A breaking change of what is documented or observed needs a record in openapi/approvals.yaml, every change a changeset in
.changeset/ with the step that is told or a larger one. What is missing is printed, to be filled in and written there.
Colours are for terminals; NO_COLOR=1 turns them off.

Ends with 0 when everything is in order, 1 when something is missing or does not agree, 2 when it could not be told:
wrong options, or a file that cannot be read.
`;

/** @throws {UsageError} */
export function readOptions(args: readonly string[]): Options {
  const { format, output, base, help } = parse(args);
  const known = formats.find((each) => each === format);
  if (!known) throw new UsageError(`--format takes ${formats.join(', ')}, not '${format}'`);
  if (output === '') throw new UsageError('--output takes a file');
  if (base === '') throw new UsageError('--base takes a file');
  return { format: known, output, base, help };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        format: { type: 'string', default: 'pretty' },
        output: { type: 'string' },
        base: { type: 'string' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    }).values;
  } catch (error) {
    throw new UsageError((error as Error).message.split('\n')[0]);
  }
}

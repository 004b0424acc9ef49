/** Options, help, exit codes and suggestions, the same for every command of this repository. */
import {
  Argument,
  Command as Program,
  CommanderError,
  InvalidArgumentError,
  Option,
  type OptionValues,
} from '@commander-js/extra-typings';
import { nearest } from './names.ts';

export { Argument, InvalidArgumentError, Option, type Program };
export { nearest } from './names.ts';

type AnyProgram = Program<unknown[], OptionValues>;

/** Where a command writes. The report goes to `out`, progress and errors to `err`. */
export interface Io {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
}

export interface Command<Parsed extends AnyProgram = AnyProgram> {
  /** As it is typed, such as `npm run diff`. */
  readonly name: string;
  /** One sentence on top of the help. */
  readonly summary: string;
  /** Adds options and positional arguments. */
  readonly options: (program: Program) => Parsed;
  /** Paragraphs below the options. */
  readonly notes?: string;
  /** The environment variables that it reads, and what each is for. */
  readonly environment?: Readonly<Record<string, string>>;
  /** What each exit code means. */
  readonly exitCodes: Readonly<Record<number, string>>;
  /** @returns the exit code */
  readonly run: (
    values: ReturnType<Parsed['opts']>,
    io: Io,
    words: Parsed['processedArgs'],
  ) => Promise<number> | number;
}

/** The command line is wrong: exit code 2, one line, with a hint to the help. */
export class UsageError extends Error {}

/** The command cannot do its work: exit code 2, the message alone, without a stack. */
export class CommandError extends Error {}

/** Declares a command and infers the types of its options. */
export function defineCommand<Parsed extends AnyProgram>(
  command: Command<Parsed>,
): Command<Parsed> {
  return command;
}

/** Makes the program of a command, with its help. */
export function programOf<Parsed extends AnyProgram>(
  {
    name,
    summary,
    options,
    notes = '',
    environment = {},
    exitCodes,
  }: Command<Parsed>,
  io: Io = processIo(),
): Parsed {
  const typed = name.startsWith('npm ') ? `${name} --` : name;
  const below = [
    notes.trim(),
    ...Object.entries(environment).map(
      ([variable, meaning]) => `${variable}: ${meaning}`,
    ),
    `Exit codes: ${meaningsIn(exitCodes)}`,
  ];
  const program = options(
    new Program(typed)
      .configureOutput({ writeOut: io.out, outputError: () => {} })
      .exitOverride(),
  );
  program
    .description(summary)
    .helpOption('-h, --help', 'show this text')
    .addHelpText('after', `\n${below.filter(Boolean).join('\n\n')}`);
  return program;
}

function meaningsIn(exitCodes: Command['exitCodes']): string {
  return Object.entries(exitCodes)
    .map(([code, meaning]) => `${code} ${meaning}`)
    .join('; ');
}

/**
 * Runs a command and reports what is wrong with its arguments.
 *
 * @returns the exit code: 2 for a {@link UsageError}, a {@link CommandError} or an unexpected error
 * @example
 * process.exitCode = await runCommand(diff, process.argv.slice(2));
 */
export async function runCommand<Parsed extends AnyProgram>(
  command: Command<Parsed>,
  args: readonly string[],
  io: Io = processIo(),
): Promise<number> {
  const program = programOf(command, io);
  try {
    program.parse(args, { from: 'user' });
    const empty = program.options.find(
      (it) => program.getOptionValue(it.attributeName()) === '',
    );
    if (empty) throw new UsageError(`${empty.long} takes a value`);
    const values = program.opts() as ReturnType<Parsed['opts']>;
    return await command.run(values, io, program.processedArgs);
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return 0;
    if (error instanceof CommanderError || error instanceof UsageError) {
      const message = error.message
        .replace(/^error: ([a-z])/, (_, first: string) => first.toUpperCase())
        // The value may be a secret.
        .replace(/^(Unknown option '[^'=]*)=[^]*'/, "$1'")
        .replace(/\n\(Did you mean (.+)\?\)$/, ", did you mean '$1'");
      io.err(`${message.replace(/\.$/, '')}. See ${program.name()} --help\n`);
    } else if (error instanceof CommandError) io.err(`${error.message}\n`);
    else
      io.err(
        `${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
      );
    return 2;
  }
}

/** Reads the value of an option as an integer, from the least to the most that is allowed. */
export function integer(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^-?\d{1,15}$/.test(text) && value >= least && value <= most)
      return value;
    throw new InvalidArgumentError(
      `It must be an integer from ${least} to ${most}.`,
    );
  };
}

/** Reads the value of an option as a number such as `20` or `0.5`. */
export function decimal(text: string): number {
  if (/^\d{1,9}(\.\d{1,9})?$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be a number such as 20 or 0.5.');
}

const units: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
};

/** Reads the value of an option as a duration such as `30s`, in milliseconds. */
export function duration(text: string): number {
  const [, amount, unit] =
    /^(\d{1,9}(?:\.\d{1,9})?)(ms|s|m|h)$/.exec(text) ?? [];
  if (unit !== undefined) return Number(amount) * units[unit]!;
  throw new InvalidArgumentError(
    'It must be a duration such as 500ms, 30s or 2m.',
  );
}

/** Reads an option that may be used repeatedly, and have several values with commas between them. */
export function list(
  text: string,
  before: readonly string[] = [],
): readonly string[] {
  return [...before, ...text.split(',')];
}

function processIo(): Io {
  // The reader of a pipe may close it early, as `head` does: that is no failure of the command.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit();
  });
  return {
    out: (text) => process.stdout.write(text),
    err: (text) => process.stderr.write(text),
  };
}

/** Returns `, did you mean 'WORD'`, or nothing where no word is close. */
export function suggestion(word: string, words: readonly string[]): string {
  const meant = nearest(word, words);
  return meant === undefined ? '' : `, did you mean '${meant}'`;
}

/** Options, help, exit codes and suggestions, the same for every command of this repository. */
import { parseArgs } from 'node:util';
import leven from 'leven';

interface Valued {
  /** What it does; the text of its line in the help. */
  readonly help: string;
  /** What the help calls the value, as in `--port NUMBER`. */
  readonly value: string;
}

/** One option of a command. */
export type Option =
  | { readonly type: 'flag'; readonly help: string }
  | (Valued & {
      readonly type: 'text';
      readonly default?: string;
      readonly choices?: readonly string[];
    })
  | (Valued & { readonly type: 'list'; readonly choices?: readonly string[] })
  | (Valued & {
      readonly type: 'integer';
      readonly default?: number;
      readonly min: number;
      readonly max: number;
    });

export type Options = Readonly<Record<string, Option>>;

type Optional<O, T> = O extends { readonly default: T } ? T : T | undefined;

/** What a command gets for its options. A list collects each use of a repeatable option. */
export type Values<O extends Options> = {
  readonly [K in keyof O]: O[K]['type'] extends 'flag'
    ? boolean
    : O[K]['type'] extends 'list'
      ? readonly string[]
      : O[K]['type'] extends 'integer'
        ? Optional<O[K], number>
        : O[K] extends { readonly choices: readonly (infer C)[] }
          ? Optional<O[K], C & string> | (O[K] extends { readonly default: string } ? C : never)
          : Optional<O[K], string>;
};

/** Where a command writes. The report goes to `out`, progress and errors to `err`. */
export interface Io {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
}

export interface Command<O extends Options> {
  /** As it is typed, such as `npm run diff`. */
  readonly name: string;
  /** One sentence on top of the help. */
  readonly summary: string;
  readonly options: O;
  /** The positional arguments in the help, such as `[WORD…]`; without it, there may be none. */
  readonly positionals?: string;
  /** Paragraphs below the options. */
  readonly notes?: string;
  /** What each exit code means. */
  readonly exitCodes: Readonly<Record<number, string>>;
  /** @returns the exit code */
  run(values: Values<O>, io: Io, positionals: readonly string[]): Promise<number> | number;
}

/** The command line is wrong: exit code 2, one line, with a hint to the help. */
export class UsageError extends Error {}

/** The command cannot do its work: exit code 2, the message alone, without a stack. */
export class CommandError extends Error {}

/** Declares a command and infers the types of its options. */
export function defineCommand<const O extends Options>(command: Command<O>): Command<O> {
  return command;
}

/**
 * Runs a command and reports what is wrong with its arguments.
 *
 * @returns the exit code: 2 for a {@link UsageError}, a {@link CommandError} or an unexpected error
 * @example
 * process.exitCode = await runCommand(diff, process.argv.slice(2));
 */
export async function runCommand<O extends Options>(
  command: Command<O>,
  args: readonly string[],
  io: Io = processIo(),
): Promise<number> {
  try {
    const parsed = readArguments(command, args);
    if (!parsed) {
      io.out(helpOf(command));
      return 0;
    }
    return await command.run(parsed.values, io, parsed.positionals);
  } catch (error) {
    if (error instanceof UsageError) io.err(`${error.message}. ${hintOf(command)}\n`);
    else if (error instanceof CommandError) io.err(`${error.message}\n`);
    else io.err(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    return 2;
  }
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

/** The word that is meant by a misspelt one; undefined where none is close to it. */
export function nearest(word: string, words: readonly string[]): string | undefined {
  const [best] = words
    .map((it) => ({ it, distance: leven(word.toLowerCase(), it.toLowerCase()) }))
    .toSorted((a, b) => a.distance - b.distance);
  return best && best.distance <= Math.max(2, word.length / 4) ? best.it : undefined;
}

/** Returns `, did you mean 'WORD'`, or nothing where no word is close. */
export function suggestion(word: string, words: readonly string[]): string {
  const meant = nearest(word, words);
  return meant === undefined ? '' : `, did you mean '${meant}'`;
}

/** The text of `--help`. */
export function helpOf({
  name,
  summary,
  options,
  positionals,
  notes,
  exitCodes,
}: Command<Options>): string {
  const separator = name.startsWith('npm ') ? ' --' : '';
  const lines = Object.entries(options).map(([key, option]): [string, string] => [
    option.type === 'flag' ? `--${key}` : `--${key} ${option.value}`,
    option.help + details(option),
  ]);
  lines.push(['--help', 'show this text']);
  const width = Math.max(...lines.map(([left]) => left.length)) + 2;
  const usage = [`${name}${separator} [options]`, ...(positionals ? [positionals] : [])].join(' ');
  const codes = Object.entries(exitCodes).map(([code, meaning]) => `${code} ${meaning}`);
  return [
    `Usage: ${usage}`,
    summary,
    `Options\n${lines.map(([left, right]) => `  ${left.padEnd(width)}${indent(right, width + 2)}`).join('\n')}`,
    ...(notes ? [notes.trim()] : []),
    `Exit codes: ${codes.join('; ')}\n`,
  ].join('\n\n');
}

function details(option: Option): string {
  const parts = [
    ...('choices' in option && option.choices ? [option.choices.join(', ')] : []),
    ...('default' in option && option.default !== undefined ? [`default ${option.default}`] : []),
    ...(option.type === 'list' ? ['repeatable'] : []),
  ];
  return parts.length > 0 ? ` (${parts.join('; ')})` : '';
}

function indent(text: string, by: number): string {
  return text.replaceAll('\n', `\n${' '.repeat(by)}`);
}

function hintOf({ name }: Pick<Command<Options>, 'name'>): string {
  return `See ${name}${name.startsWith('npm ') ? ' --' : ''} --help`;
}

function readArguments<O extends Options>(
  { options, positionals: allowed }: Command<O>,
  args: readonly string[],
): { values: Values<O>; positionals: readonly string[] } | undefined {
  const config = { args: [...args], allowPositionals: true, options: parseOptions(options) };
  // Unknown options first: parseArgs does not say which one may be meant.
  const known = Object.keys(config.options);
  for (const token of parseArgs({ ...config, strict: false, tokens: true }).tokens) {
    if (token.kind !== 'option' || known.includes(token.name)) continue;
    const words = known.map((name) => `--${name}`);
    throw new UsageError(
      `Unknown option '${token.rawName}'${suggestion(`--${token.name}`, words)}`,
    );
  }
  try {
    const { values, positionals } = parseArgs(config);
    if (values.help) return undefined;
    if (allowed === undefined && positionals[0] !== undefined) {
      throw new UsageError(`Unexpected argument '${positionals[0]}'`);
    }
    const given: Readonly<Record<string, unknown>> = values;
    const read = Object.entries(options).map(([key, it]) => [key, valueOf(key, it, given[key])]);
    return { values: Object.fromEntries(read) as Values<O>, positionals };
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError((error as Error).message.split(/\n|\. /)[0]?.replace(/\.$/, ''));
  }
}

function parseOptions(options: Options) {
  const all = Object.entries(options).map(([key, { type }]) => [
    key,
    { type: type === 'flag' ? 'boolean' : 'string', multiple: type === 'list' },
  ]);
  return {
    ...(Object.fromEntries(all) as Record<string, { type: 'string'; multiple: boolean }>),
    help: { type: 'boolean', short: 'h' },
  } as const;
}

function valueOf(key: string, option: Option, given: unknown): unknown {
  if (option.type === 'flag') return given === true;
  if (option.type === 'list') return listOf(given).map((each) => checked(key, option, each));
  if (given === undefined) return option.default;
  const text = given as string;
  if (option.type === 'text') return checked(key, option, text);
  const { min, max } = option;
  if (/^-?\d{1,15}$/.test(text) && Number(text) >= min && Number(text) <= max) return Number(text);
  throw new UsageError(`--${key} takes an integer from ${min} to ${max}, not '${text}'`);
}

const listOf = (given: unknown) => (given ?? []) as readonly string[];

function checked(
  key: string,
  { choices = [], value }: { readonly choices?: readonly string[]; readonly value: string },
  text: string,
): string {
  if (text === '') throw new UsageError(`--${key} takes a value: --${key} ${value}`);
  if (choices.length === 0 || choices.includes(text)) return text;
  throw new UsageError(
    `--${key} takes ${choices.join(', ')}, not '${text}'${suggestion(text, choices)}`,
  );
}

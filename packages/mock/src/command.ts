/** Reads the command line, and the files that it names. */
import { readFileSync } from 'node:fs';
import { getSystemErrorMessage } from 'node:util';
import {
  type Command,
  CommandError,
  defineCommand,
  duration,
  integer,
  InvalidArgumentError,
  list,
  Option,
  UsageError,
} from '@agent-conversation/cli';
import packageJson from '@agent-conversation/mock/package.json' with { type: 'json' };
import type { OperationId } from '@agent-conversation/validators';
import { type Breakage, checkFault, type Fault } from './faults.ts';
import { readSandboxSpecs, readSettings } from './handlers/settings.ts';
import { warnDeprecated } from '@agent-conversation/cli/names';
import type { LogForm } from './log.ts';
import { checkOptions, type MockOptions, type OptionName, optionTable } from './options.ts';
import { jsonErrorIn } from './request.ts';

const defaultPort = 4010;

/** How values are read, by their names in the flags. A file is read when all options are known. */
const readers: Readonly<Record<string, (text: string, before: never) => unknown>> = {
  DURATION: readDuration,
  HOST: list,
  N: integer(0, Number.MAX_SAFE_INTEGER),
  ORIGIN: list,
  RULE: (text, before: readonly Fault[] | undefined) => [...(before ?? []), readFault(text)],
};

/** The headings of the help, by the first option below them. */
const headings: { readonly [Name in OptionName]?: string } = {
  edition: 'Deployments',
  seed: 'Data',
  startupTimeInMs: 'Time',
  defaultKey: 'Browsers',
  stateless: 'Other modes',
  faults: 'For tests',
};

/** The options of the table, as the command line has them. */
const entries = (Object.keys(optionTable) as OptionName[]).flatMap((name) => {
  const [flags, help] = optionTable[name];
  if (flags === undefined) return [];
  const option = new Option(flags, help);
  const reader = readers[/<(\w+)>/.exec(flags)?.[1] ?? ''];
  if (reader) option.argParser(reader as (text: string, before: unknown) => unknown);
  return [{ name, option }];
});

/** @param run starts the mock */
export function mockCommand(run: (options: CliOptions) => Promise<number> | number): Command {
  return defineCommand({
    name: 'agent-conversation-mock',
    summary:
      'Behaves like deployments of the Agent Conversation Service: what you start appears in the searches, starts up, pauses and resumes; a request that breaks the contract is rejected with the location and the reason. Listens on 127.0.0.1 only. Accepts any API key; each key has its own state.',
    options(program) {
      program.version(packageJson.version, '--version', 'show the version');
      program.option(
        '--port <NUMBER>',
        'port to listen on; 0 takes a free one',
        integer(0, 65_535),
        defaultPort,
      );
      for (const { name, option } of entries) {
        if (headings[name]) program.optionsGroup(`${headings[name]}:`);
        program.addOption(option);
      }
      return program
        .optionsGroup('Data:')
        .option('--state-file <FILE>', 'keep the state in this file, to continue after a restart')
        .optionsGroup('Output:')
        .option('--json', 'one JSON object for each request')
        .option('--quiet', 'no log');
    },
    notes: `A request can ask for an example of the contract: 'Prefer: code=404', 'Prefer: example=NAME', or for
generated data: 'Prefer: dynamic=true'. Both need Prism.

Try
  curl -H 'X-Session-API-Key: any' -X POST http://127.0.0.1:${defaultPort}/api/v1/sandboxes
  curl -H 'X-Session-API-Key: any' http://127.0.0.1:${defaultPort}/api/v1/sandboxes/search`,
    exitCodes: { 0: 'stopped by a signal', 2: 'wrong options, files or port' },
    run: async (values) => run(await readOptions(values as Values)),
  }) as unknown as Command;
}

export type CliOptions = Awaited<ReturnType<typeof readOptions>>;

interface Values extends Readonly<Record<string, unknown>> {
  readonly port: number;
  readonly stateFile?: string;
  readonly json?: true;
  readonly quiet?: true;
}

async function readOptions({ port, stateFile, json, quiet, ...values }: Values) {
  if (json && quiet) throw new UsageError('--json cannot be combined with --quiet');
  const mock: { [Name in OptionName]?: unknown } = {};
  for (const { name, option } of entries) {
    const value = values[option.attributeName()];
    if (value === undefined) continue;
    const isFile = option.flags.includes('FILE');
    mock[name] = isFile ? await readFile(option.long!, value as string, name) : value;
  }
  try {
    checkOptions(mock as MockOptions);
  } catch (error) {
    const { message } = error as Error;
    const { name, option } = entries.find((it) => message.startsWith(`${it.name} `))!;
    throw new UsageError(message.replace(name, option.long!));
  }
  const stateless = (['prism', 'proxy'] as const).find((name) => mock[name]);
  if (stateless && stateFile !== undefined) {
    const reason = 'cannot be combined with --state-file: the mock keeps no state';
    throw new UsageError(`--${stateless} ${reason}`);
  }
  const form: LogForm | undefined = json ? 'json' : 'lines';
  return { port, log: quiet ? undefined : form, stateFile, mock: mock as MockOptions };
}

/** Reads a duration such as `500ms`. A number alone is milliseconds, as before version 0.2. */
function readDuration(text: string): number {
  if (!/^\d{1,9}$/.test(text)) return duration(text);
  const reason = `write ${text}ms; the unit is required from version 0.3 on`;
  if (Number(text) > 0) warnDeprecated(`The duration ${text} has no unit: ${reason}`, 'duration');
  return Number(text);
}

/** Reads a JSON file that an option names, and checks its content. */
async function readFile(flag: string, path: string, name: OptionName): Promise<unknown> {
  const unusable = (reason: string) => new CommandError(`${flag} ${path}: ${reason}`);
  let text = '';
  try {
    text = readFileSync(path, 'utf8');
    const value = JSON.parse(text) as unknown;
    (name === 'settings' ? readSettings : readSandboxSpecs)(value);
    return value;
  } catch (error) {
    const { errno, message } = error as NodeJS.ErrnoException;
    if (errno !== undefined) throw unusable(getSystemErrorMessage(errno));
    if (!(error instanceof SyntaxError)) throw unusable(message);
    const { line, column } = await jsonErrorIn(text, error);
    throw unusable(`this is not JSON (line ${line} column ${column})`);
  }
}

/** Reads `OPERATION:WHAT` or `OPERATION:WHAT:TIMES`. */
function readFault(rule: string): Fault {
  const form = /^([^:]+):(?:(\d+)|delay=([^:]+)|([^:]+))(?::(\d+))?$/;
  const [, operation, status, delay, breakage, times] = form.exec(rule) ?? [];
  if (operation === undefined) {
    throw new InvalidArgumentError('Write OPERATION:WHAT or OPERATION:WHAT:TIMES.');
  }
  const fault: Fault = {
    ...(operation !== '*' && { operation: operation as OperationId }),
    ...(status && { status: Number(status) }),
    ...(delay && { delayInMs: readDuration(delay) }),
    ...(breakage && { break: breakage as Breakage }),
    ...(times && { times: Number(times) }),
  };
  try {
    return checkFault(fault);
  } catch (error) {
    throw new InvalidArgumentError(`${(error as Error).message}.`);
  }
}

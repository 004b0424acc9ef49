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
  UsageError,
} from '@agent-conversation/cli';
import { optionTable } from '@agent-conversation/cli/options';
import packageJson from '@agent-conversation/mock/package.json' with { type: 'json' };
import type { OperationId } from '@agent-conversation/validators';
import { jsonErrorIn } from './body.ts';
import { checkData } from './handlers/data.ts';
import { readSandboxSpecs, readSettings } from './handlers/settings.ts';
import { isReachable } from './http/access.ts';
import type { LogForm } from './log.ts';
import { readArchive } from './modes/archive.ts';
import { checkOptions, type MockOptions } from './options.ts';
import { checkFault } from './pipeline/faults.ts';
import { createScenarios } from './scenarios.ts';
import type { Breakage, Fault } from './types.ts';

/** Values have the names that they have in {@link MockOptions}. */
const options = optionTable(
  `
  --port <NUMBER>  port to listen on; 0 takes a free one (default: 4010)
  --host <ADDRESS>  address to listen on, such as 0.0.0.0 for containers and phones; others than this
      machine call it by an address, or a name of --allow-host (default: 127.0.0.1)
Deployments:
  --edition <VERSION>  documented (default), 0.62.0, 1.5.0 or 1.11.0: see "Editions" in the README
  --unauthorized-body <FORM>  body of a 401: detail (default), error or text
  --rate-limit <N>  N requests per second and key; more get 429 with Retry-After
  --strict  reject properties and query parameters that the contract does not list
Data:
  --seed <TEXT>  same ids, times and responses each time, for the same requests
  --settings <FILE>  settings of every user, as JSON; secrets are never returned
  --sandbox-specs <FILE>  sandbox specs, as a JSON array; the newest is the default
  --data <FILE>  what the state of each key starts with, as JSON: sandboxes, conversations, settings and
      sandbox specs
  --examples  start the state of each key with the contract's examples
  --state-file <FILE>  keep the state in this file, to continue after a restart
Time:
  --startup-time <DURATION>  how long a sandbox takes to start, such as 500ms or 3s (default: 2s)
  --clock <KIND>  what moves the clock: real, requests (one second each) or manual
      (default: requests with --seed, else real)
  --latency <DURATION>  delay of each response (default: 0)
Keys:
  --accept-key <KEY>  API key that is accepted (repeatable; default: every key)
  --key-header <NAME>  header that can carry the key beside X-Session-API-Key; in Authorization, it
      is a bearer token (repeatable)
  --default-key <KEY>  API key of requests without one, for browser applications that send none
Browsers:
  --allow-host <HOST>  host name under which the mock can be called, in addition to localhost
      (repeatable)
  --allow-origin <ORIGIN>  origin whose pages can call the mock, in addition to those of localhost
      (repeatable; default: every origin; none with --proxy and some editions)
Other modes:
  --stateless  respond with the contract's examples
  --prism  serve the contract with plain Prism, for comparison
  --proxy <URL>  forward requests to a service, and report what breaks the contract
  --record <FILE>  record what --proxy forwards, as an HTTP archive (HAR) without secrets
  --replay <FILE>  respond as a recording does; the contract checks it first
For tests:
  --scenarios <FILE>  options by the name of a scenario, as JSON; the control surface changes it
  --scenario <NAME>  scenario at the start
  --fault <RULE>  OPERATION:WHAT or OPERATION:WHAT:TIMES (repeatable); * is any operation;
      WHAT is a status, delay=DURATION, reset, truncated or malformed
  --control  let programs on this machine control the mock, under /_mock/
Output:
  --json  one JSON object for each request
  --quiet  no log
`,
  {
    NUMBER: [integer(0, 65_535)],
    N: [integer(0, Number.MAX_SAFE_INTEGER)],
    DURATION: [duration, 'InMs'],
    '--accept-key': [list, 's'],
    '--key-header': [list, 's'],
    HOST: [list, 's'],
    ORIGIN: [list, 's'],
    RULE: [readFaults, 's'],
  },
);

/** @param run starts the mock */
export function mockCommand(
  run: (options: CliOptions) => Promise<number> | number,
): Command {
  return defineCommand({
    name: 'agent-conversation-mock',
    summary: [
      'Behaves like deployments of the Agent Conversation Service: what you start appears in the',
      'searches, starts up, pauses and resumes; a request that breaks the contract is rejected with',
      'the location and the reason. Listens on 127.0.0.1 by default. Accepts any API key; each key',
      'has its own state.',
    ].join(' '),
    options: (program) => options.addTo(program, packageJson.version),
    notes: `A request can ask for an example of the contract: 'Prefer: code=404', 'Prefer: example=NAME', or for
generated data: 'Prefer: dynamic=true', which needs Prism.

Try
  curl -H 'X-Session-API-Key: any' -X POST http://127.0.0.1:4010/api/v1/sandboxes
  curl -H 'X-Session-API-Key: any' http://127.0.0.1:4010/api/v1/sandboxes/search`,
    environment: {
      NODE_USE_ENV_PROXY:
        '1 sends what --proxy forwards through the proxies that HTTP_PROXY and HTTPS_PROXY name',
    },
    exitCodes: { 0: 'stopped by a signal', 2: 'wrong options, files or port' },
    run: async (values) => run(await readOptions(values as Values)),
  }) as unknown as Command;
}

export type CliOptions = Awaited<ReturnType<typeof readOptions>>;

interface Values extends Record<string, unknown> {
  readonly port?: number;
  readonly stateFile?: string;
  readonly record?: string;
  readonly json?: true;
  readonly quiet?: true;
}

async function readOptions(values: Values) {
  const { port = 4010, stateFile, record, json, quiet, ...mock } = values;
  if (json && quiet)
    throw new UsageError('--json cannot be combined with --quiet');
  for (const [name, check] of Object.entries(fileChecks)) {
    const path = mock[name];
    if (typeof path !== 'string') continue;
    mock[name] = await readFile(options.flagOf(name), path, check);
  }
  try {
    checkOptions(mock);
  } catch (error) {
    const [name = '', ...reason] = (error as Error).message.split(' ');
    throw new UsageError([options.flagOf(name), ...reason].join(' '));
  }
  if (record !== undefined && !mock.proxy) {
    throw new UsageError(
      '--record needs --proxy: the mock itself is not recorded',
    );
  }
  for (const mode of ['prism', 'proxy', 'replay'] as const) {
    if (!mock[mode] || stateFile === undefined) continue;
    const reason =
      'cannot be combined with --state-file: the mock keeps no state';
    throw new UsageError(`--${mode} ${reason}`);
  }
  const form: LogForm = json ? 'json' : 'lines';
  const log = quiet ? undefined : form;
  return { port, log, stateFile, record, mock: mock as MockOptions };
}

/** The options that name a JSON file, with what checks its content. */
const fileChecks = {
  settings: readSettings,
  sandboxSpecs: readSandboxSpecs,
  data: checkData,
  replay: readArchive,
  scenarios: (value: unknown) =>
    createScenarios({ scenarios: value as MockOptions['scenarios'] }),
};

async function readFile(
  flag: string,
  path: string,
  check: (value: unknown) => unknown,
) {
  const unusable = (reason: string) =>
    new CommandError(`${flag} ${path}: ${reason}`);
  let text = '';
  try {
    text = readFileSync(path, 'utf8');
    const value = JSON.parse(text) as unknown;
    check(value);
    return value;
  } catch (error) {
    const { errno, message } = error as NodeJS.ErrnoException;
    if (errno !== undefined) throw unusable(getSystemErrorMessage(errno));
    if (!(error instanceof SyntaxError)) throw unusable(message);
    const { line, column } = await jsonErrorIn(text, error);
    throw unusable(`this is not JSON (line ${line} column ${column})`);
  }
}

/** Reads `OPERATION:WHAT` or `OPERATION:WHAT:TIMES`, and adds it to those before it. */
function readFaults(
  rule: string,
  before: readonly Fault[] = [],
): readonly Fault[] {
  const form = /^([^:]+):(?:(\d+)|delay=([^:]+)|([^:]+))(?::(\d+))?$/;
  const [, operation, status, delay, breakage, times] = form.exec(rule) ?? [];
  if (operation === undefined) {
    throw new InvalidArgumentError(
      'Write OPERATION:WHAT or OPERATION:WHAT:TIMES.',
    );
  }
  const fault: Fault = {
    ...(operation !== '*' && { operation: operation as OperationId }),
    ...(status && { status: Number(status) }),
    ...(delay && { delayInMs: duration(delay) }),
    ...(breakage && { break: breakage as Breakage }),
    ...(times && { times: Number(times) }),
  };
  try {
    return [...before, checkFault(fault)];
  } catch (error) {
    throw new InvalidArgumentError(`${(error as Error).message}.`);
  }
}

/** Returns what users should know of a mock that other machines can call; undefined if they cannot. */
export function exposureWarning({
  host,
  control,
  proxy,
}: MockOptions): string | undefined {
  if (!isReachable(host)) return undefined;
  const controlled = control ? ', and control it' : '';
  const forwarded = proxy === undefined ? '' : ', and through it the service';
  return (
    `Warning: whoever reaches this machine at ${host} can call the mock${controlled}${forwarded}. ` +
    'By a name instead of an address it can be called with --allow-host only.'
  );
}

import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { SandboxSpec, Settings } from '@agent-conversation/types';
import type { OperationId } from '@agent-conversation/validators';
import { type Breakage, checkFault, type Fault } from './faults/fault.ts';
import { checkOptions, type MockOptions, readSandboxSpecs, readSettings } from './options.ts';
import type { ClockKind } from './state/clock.ts';

/** What the program was asked for. */
export interface CliOptions {
  readonly port: number;
  readonly log: 'lines' | 'json' | 'none';
  readonly stateFile: string | undefined;
  readonly mock: MockOptions;
}

const defaultPort = 4010;

export const help = `Usage: agent-conversation-mock [options]

Behaves as the Agent Conversation Service does, by its contract: what is started appears in the
searches, starts up, pauses and resumes; what breaks the contract is refused, with the place and the
reason. It listens on 127.0.0.1 only. Any API key will do, and each has a state of its own.

  --port NUMBER            the port to listen on (default ${defaultPort}; 0 takes a free one)

Data
  --seed TEXT              the same ids, times and answers each time, for the same requests
  --settings FILE          the settings of every user, as JSON; secrets are never given out
  --sandbox-specs FILE     what sandboxes are started from: a list, as JSON; the newest is the default
  --examples               begin, for each key, with what the examples of the contract show
  --state-file FILE        keep the state there, to go on with after a restart

Time
  --startup-time MS        how long a sandbox takes to start (default 2000)
  --clock KIND             what moves the clock: real, requests (one second each) or manual
                           (default: requests with --seed, else real)
  --latency MS             how late each answer is (default 0)

Instead of behaving
  --stateless              answer everything with the examples of the contract
  --proxy URL              pass everything on to a service, and tell what breaks the contract

For tests
  --fault RULE             OPERATION:WHAT or OPERATION:WHAT:TIMES, as often as you like; * is any operation;
                           WHAT is a status, delay=MS, reset, truncated or malformed
  --control                let programs of this machine steer the mock, under /_mock/

Output
  --json                   one JSON object a request, instead of a line for people
  --quiet                  nothing for each request
  --help, --version

A request may wish for an example of the contract: 'Prefer: code=404', 'Prefer: example=NAME',
or for made-up data: 'Prefer: dynamic=true'.

Try
  curl -H 'X-Session-API-Key: any' -X POST http://127.0.0.1:${defaultPort}/api/v1/sandboxes
  curl -H 'X-Session-API-Key: any' http://127.0.0.1:${defaultPort}/api/v1/sandboxes/search

Exit codes: 0 stopped by a signal, 2 wrong options, files or port`;

/**
 * Reads the command line, and the files that it names.
 *
 * @returns 'help' or 'version' when one of them is wanted
 * @throws {TypeError} naming the option or file that is wrong
 */
export function readOptions(args: readonly string[]): CliOptions | 'help' | 'version' {
  const { values } = parseArgs({
    args: [...args],
    options: {
      port: { type: 'string', default: String(defaultPort) },
      seed: { type: 'string' },
      settings: { type: 'string' },
      'sandbox-specs': { type: 'string' },
      examples: { type: 'boolean', default: false },
      'state-file': { type: 'string' },
      'startup-time': { type: 'string' },
      clock: { type: 'string' },
      latency: { type: 'string' },
      stateless: { type: 'boolean', default: false },
      proxy: { type: 'string' },
      fault: { type: 'string', multiple: true, default: [] },
      control: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      quiet: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
      version: { type: 'boolean', default: false },
    },
  });
  if (values.help) return 'help';
  if (values.version) return 'version';
  if (values.json && values.quiet) throw new TypeError('--json and --quiet exclude each other');
  const port = whole('--port', values.port);
  if (port > 65_535) {
    throw new TypeError(`--port takes a number from 0 to 65535, not '${values.port}'`);
  }
  const { seed, clock, latency, settings, examples, proxy, stateless, control } = values;
  const stateFile = values['state-file'];
  if (stateFile === '') throw new TypeError('--state-file needs the name of a file');
  if (stateFile !== undefined && proxy !== undefined) {
    throw new TypeError('--proxy takes no --state-file: the service keeps its own state');
  }
  const startupTime = values['startup-time'];
  const sandboxSpecs = values['sandbox-specs'];
  const mock: MockOptions = {
    ...(seed !== undefined && { seed }),
    ...(clock !== undefined && { clock: clock as ClockKind }),
    ...(latency !== undefined && { latency: whole('--latency', latency) }),
    ...(startupTime !== undefined && { startupTime: whole('--startup-time', startupTime) }),
    ...(settings !== undefined && {
      settings: readFile('--settings', settings, readSettings) as Partial<Settings>,
    }),
    ...(sandboxSpecs !== undefined && {
      sandboxSpecs: readFile('--sandbox-specs', sandboxSpecs, readSandboxSpecs) as SandboxSpec[],
    }),
    ...(examples && { examples }),
    ...(proxy !== undefined && { proxy }),
    ...(stateless && { stateless }),
    ...(values.fault.length > 0 && { faults: values.fault.map(readFault) }),
    control,
  };
  checkOptions(mock);
  return {
    port,
    log: values.quiet ? 'none' : values.json ? 'json' : 'lines',
    stateFile,
    mock,
  };
}

function whole(option: string, text: string): number {
  if (!/^\d{1,9}$/.test(text)) {
    throw new TypeError(`${option} takes a whole number, 0 or more, not '${text}'`);
  }
  return Number(text);
}

/** The JSON in a file that is named by an option, if it passes a check. */
function readFile(option: string, path: string, check: (value: unknown) => unknown): unknown {
  const refuse = (reason: string) => new TypeError(`${option} ${path}: ${reason}`);
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw refuse(reasons.get(code ?? '') ?? message);
  }
  const value = parse(text, refuse);
  try {
    check(value);
  } catch (error) {
    throw refuse((error as Error).message);
  }
  return value;
}

const reasons = new Map([
  ['ENOENT', 'there is no such file'],
  ['EACCES', 'the file may not be read'],
  ['EISDIR', 'this is a folder'],
]);

function parse(text: string, refuse: (reason: string) => Error): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw refuse(`this is not JSON (${placeOf(text)})`);
  }
}

/**
 * Where a text ceases to be JSON. `JSON.parse` tells the place of some mistakes only, and repeats what is
 * there of others, which may be a secret.
 */
function placeOf(text: string): string {
  let length = 0;
  for (let step = 2 ** 30; step >= 1; step /= 2) {
    if (length + step <= text.length && isBeginning(text.slice(0, length + step))) length += step;
  }
  const lines = text.slice(0, length).split('\n');
  return `line ${lines.length} column ${lines.at(-1)!.length + 1}`;
}

/** Whether a text is JSON, or lacks nothing but its end. */
function isBeginning(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch (error) {
    const { message } = error as Error;
    const position = /at position (\d+)/.exec(message)?.[1];
    return message.startsWith('Unexpected end') || Number(position) === text.length;
  }
}

/** Reads `OPERATION:WHAT` or `OPERATION:WHAT:TIMES`. */
function readFault(rule: string): Fault {
  const refuse = (reason: string) => new TypeError(`--fault ${rule}: ${reason}`);
  const [, operation, what = '', times] = /^([^:]+):([^:]+)(?::(\d+))?$/.exec(rule) ?? [];
  if (operation === undefined) throw refuse('write OPERATION:WHAT or OPERATION:WHAT:TIMES');
  const delay = /^delay=(\d+)$/.exec(what)?.[1];
  const fault: Fault = {
    ...(operation !== '*' && { operation: operation as OperationId }),
    ...(delay !== undefined && { delay: Number(delay) }),
    ...(/^\d+$/.test(what) && { status: Number(what) }),
    ...(delay === undefined && !/^\d+$/.test(what) && { break: what as Breakage }),
    ...(times !== undefined && { times: Number(times) }),
  };
  try {
    checkFault(fault);
  } catch (error) {
    throw refuse((error as Error).message);
  }
  return fault;
}

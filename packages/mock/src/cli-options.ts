import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { SandboxSpec, Settings } from '@agent-conversation/types';
import type { OperationId } from '@agent-conversation/validators';
import { type Breakage, checkFault, type Fault } from './faults/fault.ts';
import type { EditionName } from './behaviour/editions.ts';
import { jsonErrorIn } from './json-text.ts';
import {
  checkOptions,
  type MockOptions,
  readSandboxSpecs,
  readSettings,
  type UnauthorizedForm,
} from './options.ts';
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

Behaves like deployments of the Agent Conversation Service: what you start appears in the searches,
starts up, pauses and resumes; a request that breaks the contract is rejected with the location and
the reason. Listens on 127.0.0.1 only. Accepts any API key; each key has its own state.

  --port NUMBER            port to listen on (default ${defaultPort}; 0 takes a free one)

Deployments
  --edition NAME           documented (default), mid-2026 or late-2025: see "Editions" in the README
  --unauthorized-body FORM body of a 401: detail (default), error or text
  --rate-limit N           N requests per second and key; more get 429 with Retry-After
  --strict                 reject properties and query parameters that the contract does not list

Data
  --seed TEXT              same ids, times and responses each time, for the same requests
  --settings FILE          settings of every user, as JSON; secrets are never returned
  --sandbox-specs FILE     sandbox specs, as a JSON array; the newest is the default
  --examples               start the state of each key with the contract's examples
  --state-file FILE        keep the state in this file, to continue after a restart

Time
  --startup-time MS        how long a sandbox takes to start (default 2000)
  --clock KIND             what moves the clock: real, requests (one second each) or manual
                           (default: requests with --seed, else real)
  --latency MS             delay of each response (default 0)

Browsers
  --default-key KEY        API key of requests without one
  --allow-host NAME        host name under which the mock can be called, in addition to localhost;
                           can be repeated
  --allow-origin ORIGIN    origin whose pages can call the mock, in addition to those of localhost;
                           can be repeated (default: every origin; none with --proxy)

Other modes
  --stateless              respond with the contract's examples
  --proxy URL              forward requests to a service, and report what breaks the contract

For tests
  --fault RULE             OPERATION:WHAT or OPERATION:WHAT:TIMES; can be repeated; * is any operation;
                           WHAT is a status, delay=MS, reset, truncated or malformed
  --control                let programs on this machine control the mock, under /_mock/

Output
  --json                   one JSON object for each request
  --quiet                  no log
  --help, --version

A request can ask for an example of the contract: 'Prefer: code=404', 'Prefer: example=NAME',
or for generated data: 'Prefer: dynamic=true'.

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
      edition: { type: 'string' },
      'unauthorized-body': { type: 'string' },
      'rate-limit': { type: 'string' },
      strict: { type: 'boolean', default: false },
      'default-key': { type: 'string' },
      'allow-host': { type: 'string', multiple: true, default: [] },
      'allow-origin': { type: 'string', multiple: true, default: [] },
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
  const { edition, strict } = values;
  const stateFile = values['state-file'];
  if (stateFile === '') throw new TypeError('--state-file needs the name of a file');
  if (stateFile !== undefined && proxy !== undefined) {
    throw new TypeError('--proxy takes no --state-file: the service keeps its own state');
  }
  const startupTime = values['startup-time'];
  const sandboxSpecs = values['sandbox-specs'];
  const unauthorizedBody = values['unauthorized-body'];
  const rateLimit = values['rate-limit'];
  const defaultKey = values['default-key'];
  const allowHosts = values['allow-host'];
  const allowOrigins = values['allow-origin'];
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
    ...(edition !== undefined && { edition: edition as EditionName }),
    ...(unauthorizedBody !== undefined && {
      unauthorizedBody: unauthorizedBody as UnauthorizedForm,
    }),
    ...(rateLimit !== undefined && { rateLimit: whole('--rate-limit', rateLimit) }),
    ...(strict && { strict }),
    ...(defaultKey !== undefined && { defaultKey }),
    ...(allowHosts.length > 0 && { allowHosts }),
    ...(allowOrigins.length > 0 && { allowOrigins }),
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
    const { line, column } = jsonErrorIn(text);
    throw refuse(`this is not JSON (line ${line} column ${column})`);
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

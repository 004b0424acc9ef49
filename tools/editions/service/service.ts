/** Starts an installed edition on loopback. */
import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  globSync,
  openSync,
  readFileSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import { CommandError } from '@agent-conversation/cli';
import { freePort } from '@agent-conversation/shared/ports';
import { type KnownEdition, knownEditionOf } from '../editions.ts';
import { type Installed, pythonOf } from '../install/cache.ts';
import type { Run } from '../processes/run.ts';
import { serviceEnvironment } from './environment.ts';
import { startLanguageModel } from './language-model.ts';
import { withoutSecrets } from './redact.ts';

/** An edition that runs. It ends with its run, and the run with it. */
export interface Service {
  readonly version: string;
  readonly known: KnownEdition;
  /** Without a slash at the end. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** The base URL of the language model. */
  readonly modelUrl: string;
  /** The mark of its processes. */
  readonly mark: string;
  /** Returns the last lines of its output and of that of its newest sandbox, without secrets. */
  readonly lastLines: () => readonly string[];
}

const startDeadlineInMs = 300_000;
const shownLines = 20;

/**
 * Starts an edition, and waits until it responds.
 *
 * @param wantedPort any free port for 0
 */
export async function startService(
  run: Run,
  installed: Installed,
  wantedPort: number,
): Promise<Service> {
  const name = `Start edition ${installed.version}`;
  return run.step(name, startDeadlineInMs, async () => {
    const service = await launch(run, installed, wantedPort);
    await responds(service, run.signal);
    return service;
  });
}

async function launch(
  run: Run,
  { folder, version }: Installed,
  wantedPort: number,
): Promise<Service> {
  const { mark, scratch } = run;
  const port = await freePort(wantedPort);
  const sandboxPort = await freePort();
  const known = knownEditionOf(version);
  const apiKey = randomBytes(16).toString('hex');
  const model = run.resources.use(await startLanguageModel());
  const log = join(scratch, 'service.log');
  const settings = { known, folder, scratch, apiKey, port, sandboxPort };
  const output = openSync(log, 'w');
  const launcher = join(import.meta.dirname, 'launch.py');
  const child = run.spawn(pythonOf(folder), [launcher], {
    cwd: scratch,
    env: serviceEnvironment(settings),
    // It ends when its input does.
    stdio: ['pipe', output, output],
  });
  closeSync(output);
  child.stdin!.on('error', () => {});
  const redact = (text: string) => withoutSecrets(text, [apiKey]);
  child.once('error', ({ message }) =>
    run.fail(new CommandError(`The service cannot be started: ${message}`)),
  );
  child.once('exit', (code, signal) => {
    const how = signal === null ? `with exit code ${code}` : `by ${signal}`;
    const lines = withRemedy(redact(endOfFile(log).join('\n')), folder);
    const message = `The service has ended ${how}. Its last lines:\n${lines}`;
    run.fail(new CommandError(message));
  });
  return {
    version,
    known,
    baseUrl: `http://127.0.0.1:${port}`,
    apiKey,
    modelUrl: model.baseUrl,
    mark,
    lastLines: () =>
      [log, ...newestSandboxLog(scratch)].flatMap(endOfFile).map(redact),
  };
}

/** Asks for the settings: there are editions whose other operations fail until settings are stored. */
async function responds(service: Service, signal: AbortSignal): Promise<void> {
  const { baseUrl, apiKey, known } = service;
  const url = `${baseUrl}${known.settingsPath}`;
  const headers = { 'X-Session-API-Key': apiKey };
  for (;;) {
    // Until it listens, there is no response.
    const response = await fetch(url, { headers, signal }).catch(() => {});
    const status = response?.status;
    if (status === 200 || status === 404) return;
    if (status !== undefined) {
      throw new CommandError(
        `The service responds with ${status} to GET ${url}, must be 200 or 404`,
      );
    }
    await sleep(200, undefined, { signal });
  }
}

/** Adds what to do to the lines of a service whose files are not complete. */
function withRemedy(lines: string, folder: string): string {
  if (!/\b(ModuleNotFoundError|ImportError)\b/.test(lines)) return lines;
  return `${lines}\nIts installation seems to be damaged. Remove ${folder}, and it is installed again.`;
}

function endOfFile(file: string): readonly string[] {
  // The service also ends with its run, which removes the folder.
  if (!existsSync(file)) return [];
  const lines = stripVTControlCharacters(readFileSync(file, 'utf8'))
    .trimEnd()
    .split('\n')
    .slice(-shownLines);
  return lines.map((line) => `  ${line}`);
}

/** Nothing if no sandbox was started. */
function newestSandboxLog(scratch: string): readonly string[] {
  const files = globSync('sandboxes/*/agent-server.log', { cwd: scratch });
  const paths = files.map((file) => join(scratch, file));
  return paths
    .toSorted((first, second) => timeOf(second) - timeOf(first))
    .slice(0, 1);
}

function timeOf(file: string): number {
  return statSync(file).mtimeMs;
}

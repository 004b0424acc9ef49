/** Starts an installed edition on loopback. */
import type { ChildProcess } from 'node:child_process';
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
import { duration } from '@agent-conversation/cli/text';
import { type KnownEdition, knownEditionOf } from '../editions.ts';
import { type Installed, pythonOf } from '../install/cache.ts';
import type { Run } from '../processes/run.ts';
import { serviceEnvironment } from './environment.ts';
import { startLanguageModel } from './language-model.ts';
import { withoutSecrets } from './redact.ts';

/** An edition that runs. It ends with its run. */
export interface Service {
  readonly version: string;
  readonly known: KnownEdition;
  /** The Python that runs it, which has httpx. */
  readonly python: string;
  /** Without a slash at the end. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** The base URL of the language model. */
  readonly modelUrl: string;
  /** The mark of its processes. */
  readonly mark: string;
  /** Returns the last lines of its output and of that of its newest sandbox, without secrets. */
  readonly lastLines: () => readonly string[];
  /** Rejects with a {@link CommandError} when the service ends by itself. */
  readonly ended: Promise<never>;
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
  const port = await freePort(wantedPort);
  const sandboxPort = await freePort();
  const { folder, version } = installed;
  const known = knownEditionOf(version);
  const apiKey = randomBytes(16).toString('hex');
  const model = run.resources.use(await startLanguageModel());
  const log = join(run.scratch, 'service.log');
  const settings = {
    known,
    folder,
    scratch: run.scratch,
    apiKey,
    port,
    sandboxPort,
  };
  const output = openSync(log, 'w');
  const child = run.spawn(
    pythonOf(folder),
    [join(import.meta.dirname, 'launch.py')],
    {
      cwd: run.scratch,
      env: serviceEnvironment(settings),
      // It ends when its input does.
      stdio: ['pipe', output, output],
    },
  );
  closeSync(output);
  const redact = (text: string) => withoutSecrets(text, [apiKey]);
  const ended = endOf(child, () =>
    withRemedy(redact(endOfFile(log).join('\n')), folder),
  );
  // It is also watched where nothing waits for it.
  ended.catch(() => {});
  const { mark } = run;
  const baseUrl = `http://127.0.0.1:${port}`;
  const service: Service = {
    version,
    known,
    python: pythonOf(folder),
    baseUrl,
    apiKey,
    modelUrl: model.baseUrl,
    mark,
    lastLines: () =>
      [log, ...newestSandboxLog(run.scratch)].flatMap(endOfFile).map(redact),
    ended,
  };
  await Promise.race([run.until(responds(service, run.signal)), ended]);
  return service;
}

/** Asks for the settings: there are editions whose other operations fail until settings are stored. */
async function responds(service: Service, signal: AbortSignal): Promise<void> {
  const { baseUrl, apiKey, known } = service;
  const deadline = performance.now() + startDeadlineInMs;
  const url = `${baseUrl}${known.settingsPath}`;
  const headers = { 'X-Session-API-Key': apiKey };
  while (performance.now() < deadline) {
    const status = await statusOf(url, headers);
    if (status === 200 || status === 404) return;
    if (status !== undefined) {
      throw new CommandError(
        `The service responds with ${status} to GET ${url}, must be 200 or 404`,
      );
    }
    await sleep(200, undefined, { signal });
  }
  throw new CommandError(
    `The service does not respond within ${duration(startDeadlineInMs)}: is this machine busy?`,
  );
}

async function statusOf(url: string, headers: Record<string, string>) {
  try {
    const response = await fetch(url, {
      headers,
      signal: AbortSignal.timeout(10_000),
    });
    await response.arrayBuffer();
    return response.status;
  } catch {
    return undefined;
  }
}

function endOf(child: ChildProcess, lines: () => string): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  child.stdin!.on('error', () => {});
  child.once('error', ({ message }) =>
    reject(new CommandError(`The service cannot be started: ${message}`)),
  );
  child.once('exit', (code, signal) => {
    const how = signal === null ? `with exit code ${code}` : `by ${signal}`;
    reject(
      new CommandError(
        `The service has ended ${how}. Its last lines:\n${lines()}`,
      ),
    );
  });
  return promise;
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

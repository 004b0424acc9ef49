import type { ChildProcess } from 'node:child_process';
import { get } from 'node:http';
import { fileURLToPath } from 'node:url';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../free-port.ts';
import { start, stop } from '../processes.ts';
import { key, settings } from './requests.ts';
import type { Subject } from './subjects.ts';

/** A subject that answers. */
export interface Server {
  readonly url: string;
  readonly pid: number;
  /** From the start of the process to the first right answer, in milliseconds. */
  readonly startTime: number;
  stop(): Promise<void>;
}

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** After how many milliseconds without a right answer a subject is given up. */
const patience = 60_000;
/** Between two attempts to get the first answer, in milliseconds. */
const pause = 3;

/**
 * Starts a subject, and waits for its first right answer. What it prints is thrown away by the system.
 *
 * @throws {Error} when it ends, or does not answer in time
 */
export async function startServer(subject: Subject): Promise<Server> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const begin = performance.now();
  const child = start(process.execPath, subject.args(port), {
    cwd: root,
    stdio: 'ignore',
    // With "production" here, Prism logs in a process of its own, and is not as its README starts it.
    env: { ...process.env, NODE_ENV: '' },
  });
  try {
    await firstAnswer(child, `${url}${settings.path}`, begin + patience);
  } catch (error) {
    await stop(child);
    const command = `node ${subject.args(port).join(' ')}`;
    throw new Error(`${subject.id} did not start: ${(error as Error).message}. Try ${command}`, {
      cause: error,
    });
  }
  return {
    url,
    pid: child.pid!,
    startTime: performance.now() - begin,
    stop: () => stop(child),
  };
}

async function firstAnswer(child: ChildProcess, url: string, end: number): Promise<void> {
  while ((await statusOf(url)) !== settings.status) {
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) {
      throw new Error('it has ended');
    }
    if (performance.now() > end) throw new Error(`no right answer in ${patience / 1000} s`);
    await wait(pause);
  }
}

/** The status of the answer over a fresh connection; undefined without an answer. */
function statusOf(url: string): Promise<number | undefined> {
  return new Promise((resolve) => {
    const signal = AbortSignal.timeout(5000);
    get(url, { agent: false, headers: key, signal }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode));
      response.once('error', () => resolve(undefined));
    }).once('error', () => resolve(undefined));
  });
}

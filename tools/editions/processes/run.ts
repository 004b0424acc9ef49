/** A run of the command: its processes and folders, all of which are gone when it has ended. */
import {
  type ChildProcess,
  spawn,
  type SpawnOptions,
} from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { CommandError } from '@agent-conversation/cli';
import { duration } from '@agent-conversation/cli/text';
import { cleanUp } from './clean-up.ts';
import { markVariable } from './marked.ts';
import type { Progress } from './progress.ts';

export interface ProgramOptions {
  /** All of its environment: nothing is added but the mark of the run. */
  readonly env: Readonly<Record<string, string>>;
  readonly deadlineInMs: number;
  readonly cwd?: string;
}

export interface EndedProgram {
  readonly isOk: boolean;
  readonly stdout: string;
  /** Both streams, in the order in which they arrived, without colors. */
  readonly output: string;
}

/** Opens a run. Dispose of it to end its processes and to remove its folders. */
export function openRun(progress: Progress, signal: AbortSignal): Run {
  return new Run(progress, signal);
}

export class Run implements AsyncDisposable {
  readonly progress: Progress;
  /** Aborted when the run is to end. */
  readonly signal: AbortSignal;
  /** A folder of this run alone. */
  readonly scratch: string;
  readonly mark: string = randomBytes(12).toString('hex');
  /** What this process itself has opened, such as servers. */
  readonly resources = new AsyncDisposableStack();
  readonly #folders: string[] = [];
  readonly #guard: ChildProcess;
  readonly #failed = new AbortController();

  constructor(progress: Progress, signal: AbortSignal) {
    this.progress = progress;
    this.signal = AbortSignal.any([signal, this.#failed.signal]);
    const guard = join(import.meta.dirname, 'guard.ts');
    this.#guard = spawn(process.execPath, [guard, this.mark], {
      // A group of its own: Ctrl-C reaches the whole group of the runner.
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    this.#guard.once('exit', () => {
      this.fail(new CommandError('The process that cleans up has ended'));
    });
    this.#guard.stdin!.on('error', () => {});
    this.scratch = mkdtempSync(join(tmpdir(), 'edition-'));
    this.removeAtEnd(this.scratch);
  }

  /** Removes a folder at the end of the run, whichever way it ends. */
  removeAtEnd(folder: string): void {
    this.#folders.push(folder);
    this.#guard.stdin!.write(`${folder}\n`);
  }

  /** Starts a program of this run. */
  spawn(
    program: string,
    args: readonly string[],
    options: SpawnOptions,
  ): ChildProcess {
    this.signal.throwIfAborted();
    const env = { ...options.env, [markVariable]: this.mark };
    return spawn(program, args, { ...options, env, detached: true });
  }

  /**
   * Runs a program to its end.
   *
   * @throws {CommandError} if it is not at its end in time
   */
  async runProgram(
    program: string,
    args: readonly string[],
    { env, deadlineInMs, cwd = this.scratch }: ProgramOptions,
  ): Promise<EndedProgram> {
    const child = this.spawn(program, args, {
      cwd,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let [stdout, output] = ['', ''];
    child
      .stdout!.setEncoding('utf8')
      .on('data', (text: string) => (stdout += text));
    for (const stream of [child.stdout!, child.stderr!]) {
      stream.setEncoding('utf8').on('data', (text: string) => (output += text));
    }
    const late = `${program} has not ended within ${duration(deadlineInMs)}`;
    const code = await this.#withDeadline(child, deadlineInMs, late);
    return {
      isOk: code === 0,
      stdout,
      output: stripVTControlCharacters(output).trim(),
    };
  }

  /** Ends the run with an error. */
  fail(error: CommandError): void {
    this.#failed.abort(error);
  }

  /** Waits for what is aborted with the run. */
  async until<Result>(promise: Promise<Result>): Promise<Result> {
    this.signal.throwIfAborted();
    const { promise: aborted, reject } = Promise.withResolvers<never>();
    const onAbort = () => reject(this.signal.reason as Error);
    this.signal.addEventListener('abort', onAbort);
    try {
      return await Promise.race([promise, aborted]);
    } finally {
      this.signal.removeEventListener('abort', onAbort);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const areEnded = await this.#endAll();
    await this.resources.disposeAsync();
    if (!areEnded) {
      throw new CommandError('Not every process of this run could be ended');
    }
  }

  async #endAll(): Promise<boolean> {
    const isGuardLost =
      this.#guard.exitCode !== null || this.#guard.signalCode !== null;
    if (isGuardLost) return cleanUp(this.mark, this.#folders);
    const ended = once(this.#guard, 'exit');
    this.#guard.stdin!.end();
    const [code] = (await ended) as [number | null];
    return code === 0;
  }

  async #withDeadline(child: ChildProcess, deadlineInMs: number, late: string) {
    const ended = Promise.withResolvers<number | null>();
    child.once('error', (error) => ended.reject(error));
    child.once('close', (code) => ended.resolve(code));
    const timer = setTimeout(
      () => ended.reject(new CommandError(late)),
      deadlineInMs,
    );
    try {
      return await this.until(ended.promise);
    } catch (error) {
      endGroup(child);
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }
}

function endGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

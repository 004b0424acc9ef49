/** A run of the command: its processes and folders, all of which are gone when it has ended. */
import {
  type ChildProcess,
  spawn,
  type SpawnOptions,
} from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CommandError } from '@agent-conversation/cli';
import { duration } from '@agent-conversation/cli/text';
import { type Ended, runProgram } from '@agent-conversation/shared/process';
import { cleanUp, markVariable } from './marked.ts';

/** What a signal ends a command with. */
export class EndedBySignal extends CommandError {}

/** Dispose of it to end its processes and to remove its folders. */
export class Run implements AsyncDisposable {
  /** Writes a part of the report of what is done. */
  readonly write: (text: string) => void;
  /** Aborted when the run is to end. */
  readonly signal: AbortSignal;
  /** Rejects when the run is to end. */
  readonly ended: Promise<never>;
  /** A folder of this run alone. */
  readonly scratch: string = mkdtempSync(join(tmpdir(), 'edition-'));
  readonly mark: string = randomBytes(12).toString('hex');
  /** What this process itself has opened, such as servers. */
  readonly resources = new AsyncDisposableStack();
  readonly #folders: string[] = [];
  readonly #guard: ChildProcess;
  readonly #failed = new AbortController();

  constructor(write: (text: string) => void, signal: AbortSignal) {
    this.write = write;
    this.signal = AbortSignal.any([signal, this.#failed.signal]);
    this.ended = new Promise((_, reject) => {
      this.signal.addEventListener('abort', () => {
        reject(this.signal.reason as Error);
      });
    });
    // It also ends while nothing waits for it.
    this.ended.catch(() => {});
    const guard = join(import.meta.dirname, 'guard.ts');
    this.#guard = spawn(process.execPath, [guard, this.mark], {
      // A group of its own: Ctrl-C reaches the whole group of the runner.
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    this.#guard.stdin!.on('error', () => {});
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
   * Runs a program of this run to its end.
   *
   * @param env all of its environment: nothing of this process but the mark of the run is added
   */
  async runProgram(
    program: string,
    args: readonly string[],
    env: Readonly<Record<string, string>>,
    cwd: string = this.scratch,
  ): Promise<Ended> {
    // What every program of a tool gets goes as well.
    const names = [...Object.keys(process.env), 'DO_NOT_TRACK'];
    const removed = Object.fromEntries(names.map((name) => [name, undefined]));
    const ended = await runProgram(program, args, {
      cwd,
      env: { ...removed, ...env, [markVariable]: this.mark },
      signal: this.signal,
    });
    this.signal.throwIfAborted();
    return ended;
  }

  /**
   * Does something, and reports it with the time that it took.
   *
   * @throws {CommandError} if it is not at its end in time, or if the run is to end
   */
  async step<Result>(
    name: string,
    deadlineInMs: number,
    use: () => Promise<Result>,
  ): Promise<Result> {
    this.signal.throwIfAborted();
    const late = Promise.withResolvers<never>();
    const message = `${name} has not ended within ${duration(deadlineInMs)}`;
    const end = () => late.reject(new CommandError(message));
    const timer = setTimeout(end, deadlineInMs);
    const start = performance.now();
    const time = () => duration(performance.now() - start);
    this.write(`${name} …`);
    try {
      const result = await Promise.race([use(), this.ended, late.promise]);
      this.write(` ${time()}\n`);
      return result;
    } catch (error) {
      const how = error instanceof EndedBySignal ? 'ended' : 'failed';
      this.write(` ${how} after ${time()}\n`);
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Ends the run with an error. */
  fail(error: CommandError): void {
    this.#failed.abort(error);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const areEnded = await cleanUp(this.mark, this.#folders);
    this.#guard.stdin!.end();
    await this.resources.disposeAsync();
    if (!areEnded) {
      throw new CommandError('Not every process of this run could be ended');
    }
  }
}

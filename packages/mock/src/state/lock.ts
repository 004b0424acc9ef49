/** Lets one mock at a time use a file. */
import { randomBytes } from 'node:crypto';
import { constants, linkSync, lstatSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { jsonOf, objectOf, textOf } from '@agent-conversation/contract';
import { readRegularFile } from './regular-file.ts';

/** Why a lock is not taken. */
interface Obstacle {
  /** Whether another attempt can succeed soon, none can before somebody acts, or the lock may be replaced. */
  readonly state: 'passing' | 'lasting' | 'abandoned';
  /** What follows the name of the file. */
  readonly reason: string;
}

/** As many attempts as a process makes while others replace a lock. */
const maxAttempts = 10;
const pauseInMs = 20;

/** The codes of `link` on file systems without hard links; EISDIR is that of Windows. */
const codesWithoutHardLinks = ['EPERM', 'ENOTSUP', 'ENOSYS', 'EISDIR'];

/** The locks that this process has. */
const held = new Set<string>();

/** Whether a lock is released at the exit of this process. */
let isReleasedAtExit = false;

/**
 * Takes the lock of a file: another file beside it, which names the process. One that a process left behind which has
 * ended, is replaced.
 *
 * @returns a function that releases it; the end of the process does that, too
 * @throws {TypeError} naming the process that has it, or what is in the place of the lock
 */
export function takeLock(path: string): () => void {
  const lock = `${path}.lock`;
  if (held.has(lock))
    throw new TypeError('is in use by another mock in this process');
  let obstacle = attempt(lock);
  for (let attempts = 1; obstacle && attempts < maxAttempts; attempts += 1) {
    if (obstacle.state === 'lasting') break;
    pause();
    obstacle = attempt(lock);
  }
  if (obstacle) throw new TypeError(obstacle.reason);
  held.add(lock);
  if (!isReleasedAtExit) process.once('exit', releaseAll);
  isReleasedAtExit = true;
  return () => release(lock);
}

/** @returns undefined if this process has the lock now */
function attempt(lock: string): Obstacle | undefined {
  if (create(lock)) return undefined;
  const obstacle = inspect(lock);
  return obstacle.state === 'abandoned' ? replaceAbandoned(lock) : obstacle;
}

/**
 * Replaces the lock of a process that has ended. Only the process that has a second lock does that: without it, one
 * that has read the lock a moment ago could remove the lock of another one which was faster.
 *
 * @returns undefined if this process has the lock now
 */
function replaceAbandoned(lock: string): Obstacle | undefined {
  const takeover = `${lock}.takeover`;
  // A process can end while it has the second lock, which is then replaced in the same way.
  const obstacle = attempt(takeover);
  if (obstacle?.state === 'lasting') return { ...obstacle, state: 'passing' };
  if (obstacle) return obstacle;
  try {
    const current = inspect(lock);
    if (current.state !== 'abandoned') return current;
    rmSync(lock, { force: true });
    return create(lock) ? undefined : inspect(lock);
  } finally {
    rmSync(takeover, { force: true });
  }
}

/**
 * Creates a lock with its content in one step, so that nobody reads one that is not complete.
 *
 * @returns whether there was none
 */
function create(lock: string): boolean {
  const content = JSON.stringify({ pid: process.pid, host: hostname() });
  const draft = `${lock}.${randomBytes(6).toString('hex')}`;
  try {
    writeNew(draft, content);
    linkSync(draft, lock);
    return true;
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return false;
    if (!codesWithoutHardLinks.includes(code)) throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return createWithoutLink(lock, content);
}

/** @returns whether there was none */
function createWithoutLink(lock: string, content: string): boolean {
  try {
    writeNew(lock, content);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function writeNew(path: string, content: string): void {
  // The flag is O_CREAT with O_EXCL: of several processes one succeeds, and no link is followed.
  writeFileSync(path, content, { flag: 'wx', mode: 0o600 });
}

/** Returns why a lock that exists, or did a moment ago, is not free. */
function inspect(lock: string): Obstacle {
  const advice = `Give each mock a file of its own, or delete ${lock} if that process is no mock`;
  const stats = lstatSync(lock, { throwIfNoEntry: false });
  if (stats && !stats.isFile()) {
    const reason = `has a lock that is not a regular file. Delete ${lock} if no mock uses the file`;
    return { state: 'lasting', reason };
  }
  // A link that came into its place in the meantime is not followed. Windows has no such flag.
  const content = readRegularFile(lock, constants.O_NOFOLLOW ?? 0);
  if (content === undefined) {
    return {
      state: 'passing',
      reason: `is in use by processes that start and end. ${advice}`,
    };
  }
  const { pid, host } = objectOf(jsonOf(content));
  if (typeof pid !== 'number') {
    // Without hard links, a lock can be read before it is written.
    return {
      state: 'passing',
      reason: `has a lock that names no process. ${advice}`,
    };
  }
  // Processes of other machines and containers cannot be seen.
  if (host !== hostname()) {
    return {
      state: 'lasting',
      reason: `is in use by process ${pid} on ${textOf(host)}. ${advice}`,
    };
  }
  // After a restart of a container, processes have the same numbers again.
  const isOther = pid !== process.pid && isRunning(pid);
  const state = isOther ? 'lasting' : 'abandoned';
  return { state, reason: `is in use by process ${pid}. ${advice}` };
}

/** Lets other processes go on. Opening a state file is synchronous, and so is this. */
function pause(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseInMs);
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process of another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function release(lock: string): void {
  if (held.delete(lock)) rmSync(lock, { force: true });
}

function releaseAll(): void {
  for (const lock of held) release(lock);
}

/** Lets one mock at a time use a file. */
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { jsonOf } from '@agent-conversation/contract';

/** The locks that this process has. */
const held = new Set<string>();

/** Whether a lock is released at the exit of this process. */
let isReleasedAtExit = false;

/**
 * Takes the lock of a file: another file beside it, which names the process. One that a process left behind which has
 * ended, is replaced.
 *
 * @returns a function that releases it; the end of the process does that, too
 * @throws {TypeError} naming the process that has it
 */
export function takeLock(path: string): () => void {
  const lock = `${path}.lock`;
  if (held.has(lock)) throw new TypeError('is in use by another mock in this process');
  const content = JSON.stringify({ pid: process.pid, host: hostname() });
  // Another process can replace the same abandoned lock, and be faster.
  while (!create(lock, content)) replaceAbandoned(lock);
  held.add(lock);
  if (!isReleasedAtExit) process.once('exit', releaseAll);
  isReleasedAtExit = true;
  return () => release(lock);
}

/** @returns whether there was none */
function create(lock: string, content: string): boolean {
  try {
    // The flag is O_CREAT with O_EXCL: of several processes one succeeds.
    writeFileSync(lock, content, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** @throws {TypeError} unless the process of a lock has ended */
function replaceAbandoned(lock: string): void {
  const content = readLock(lock);
  if (content === undefined) return;
  const { pid, host } = Object(jsonOf(content)) as { pid?: unknown; host?: string };
  const advice = `Give each mock a file of its own, or delete ${lock} if that process is no mock`;
  if (typeof pid !== 'number') throw new TypeError(`has a lock that names no process. ${advice}`);
  // Processes of other machines and containers cannot be seen.
  if (host !== hostname()) throw new TypeError(`is in use by process ${pid} on ${host}. ${advice}`);
  // After a restart of a container, processes have the same numbers again.
  const isOther = pid !== process.pid && isRunning(pid);
  if (isOther) throw new TypeError(`is in use by process ${pid}. ${advice}`);

  const moved = `${lock}.${process.pid}`;
  try {
    renameSync(lock, moved);
    // Between reading and renaming, another process can have taken the lock: that one gets it back.
    if (readLock(moved) !== content) linkSync(moved, lock);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  } finally {
    rmSync(moved, { force: true });
  }
}

/** Returns the content of a lock; undefined if it was released. */
function readLock(lock: string): string | undefined {
  try {
    return readFileSync(lock, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
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

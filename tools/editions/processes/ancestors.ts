/** Notices that npm has ended without ending what it runs, as it does after SIGKILL. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * Calls back once if npm, or the shell between npm and this process, has ended.
 *
 * @returns a function that ends the watch
 */
export function watchNpm(onEnd: () => void, everyMs = 1000): () => void {
  // Started by hand, it may well outlive its parent, as with `nohup`.
  if (process.env['npm_lifecycle_event'] === undefined) return () => {};
  const parent = process.ppid;
  const isShell = /^-?(.*\/)?(sh|bash|dash|zsh)$/.test(commandOf(parent));
  const grandparent = isShell ? parentOf(parent) : undefined;
  const timer = setInterval(() => {
    const hasEnded =
      grandparent !== undefined && parentOf(parent) !== grandparent;
    if (process.ppid === parent && !hasEnded) return;
    clearInterval(timer);
    onEnd();
  }, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}

function parentOf(pid: number): number | undefined {
  return process.platform === 'linux'
    ? numberOf(statusOf(pid), /^PPid:\s+(\d+)/m)
    : numberOf(ps(pid, 'ppid='), /(\d+)/);
}

function commandOf(pid: number): string {
  if (process.platform !== 'linux') return ps(pid, 'comm=').trim();
  return /^Name:\s+(\S+)/m.exec(statusOf(pid))?.[1] ?? '';
}

function statusOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/status`, 'latin1');
  } catch {
    return '';
  }
}

function ps(pid: number, column: string): string {
  try {
    return execFileSync('ps', ['-o', column, '-p', String(pid)], {
      encoding: 'utf8',
    });
  } catch {
    return '';
  }
}

function numberOf(text: string, pattern: RegExp): number | undefined {
  const [, number] = pattern.exec(text) ?? [];
  return number === undefined ? undefined : Number(number);
}

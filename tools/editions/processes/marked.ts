/**
 * The processes of a run. Each has a mark in its environment, which those that it starts inherit, so that all of them
 * are found whatever group or session they are in, and whether or not their parent still runs.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** The environment variable with the mark. */
export const markVariable = 'AGENT_CONVERSATION_EDITION_RUN';

export interface MarkedProcess {
  readonly pid: number;
  readonly residentBytes: number;
  readonly command: string;
  /** What it calls itself, on Linux: of up to 15 characters. */
  readonly name?: string;
}

interface ListedProcess extends MarkedProcess {
  readonly parent: number;
  readonly hasMark: boolean;
}

/** Lists the processes that have the mark, and those that these have started. */
export function markedProcesses(mark: string): readonly MarkedProcess[] {
  const needle = `${markVariable}=${mark}`;
  const listed =
    process.platform === 'linux' ? listLinux(needle) : listWithPs(needle);
  const marked = new Set(
    listed.filter(({ hasMark }) => hasMark).map(({ pid }) => pid),
  );
  let size = -1;
  // A system may hide the environment of its own programs: their parents have the mark.
  while (size !== marked.size) {
    size = marked.size;
    for (const { pid, parent } of listed)
      if (marked.has(parent)) marked.add(pid);
  }
  return listed.filter(({ pid }) => marked.has(pid));
}

/** How long processes may take to end after SIGKILL. */
const deadlineInMs = 30_000;

/**
 * Ends all processes that have the mark, also stopped ones, until none is left, and removes folders.
 *
 * @returns whether no process is left
 */
export async function cleanUp(
  mark: string,
  folders: readonly string[],
): Promise<boolean> {
  const deadline = performance.now() + deadlineInMs;
  let emptyLists = 0;
  // A process that is just being started may be in no list: two in a row must be empty.
  while (emptyLists < 2 && performance.now() < deadline) {
    const processes = markedProcesses(mark);
    emptyLists = processes.length === 0 ? emptyLists + 1 : 0;
    for (const { pid } of processes) endProcess(pid);
    await sleep(100);
  }
  const options = { force: true, maxRetries: 5, retryDelay: 200 };
  for (const folder of folders) rmSync(folder, { recursive: true, ...options });
  return emptyLists === 2;
}

/** Ends a process, if it still runs. SIGKILL also ends a stopped one. */
export function endProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

function listLinux(needle: string): readonly ListedProcess[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.flatMap((pid) => {
    try {
      const environment = readFileSync(`/proc/${pid}/environ`, 'latin1');
      const status = readFileSync(`/proc/${pid}/status`, 'latin1');
      // A zombie has ended and waits for its parent to notice.
      if (/^State:\s+Z/m.test(status)) return [];
      return {
        pid: Number(pid),
        parent: numberIn(status, /^PPid:\s+(\d+)/m),
        residentBytes: numberIn(status, /^VmRSS:\s+(\d+) kB/m) * 1024,
        name: /^Name:\s+(.*)/m.exec(status)?.[1] ?? '',
        command: readFileSync(`/proc/${pid}/cmdline`, 'utf8')
          .replaceAll('\0', ' ')
          .trim(),
        hasMark: environment.split('\0').includes(needle),
      };
    } catch {
      // It has ended meanwhile, or belongs to another user.
      return [];
    }
  });
}

/** `-E` adds the environment to the command. */
function listWithPs(needle: string): readonly ListedProcess[] {
  const options = ['-axww', '-E', '-o', 'pid=,ppid=,rss=,stat=,command='];
  const lines = execFileSync('ps', options, {
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  }).split('\n');
  return lines.flatMap((line) => {
    const [, pid, parent, kilobytes, state, command] =
      /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? [];
    if (pid === undefined || state?.startsWith('Z')) return [];
    return {
      pid: Number(pid),
      parent: Number(parent),
      residentBytes: Number(kilobytes) * 1024,
      command: command!,
      hasMark: command!.split(' ').includes(needle),
    };
  });
}

function numberIn(text: string, pattern: RegExp): number {
  return Number(pattern.exec(text)?.[1] ?? 0);
}

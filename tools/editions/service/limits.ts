/** Watches what a run uses of the machine. */
import { CommandError } from '@agent-conversation/cli';
import { type MarkedProcess, markedProcesses } from '../processes/marked.ts';

export interface Use {
  sandboxes: number;
  residentBytes: number;
}

/** What a run may use at a time. */
const limits: Readonly<Use> = { sandboxes: 2, residentBytes: 3 * 2 ** 30 };

export interface Watch extends Disposable {
  /** The most that was used at a time. */
  readonly peak: Readonly<Use>;
}

/**
 * Watches the processes of a run until it is disposed of.
 *
 * @param onExcess called once when they use more than {@link limits}
 */
export function watchUse(
  mark: string,
  onExcess: (error: CommandError) => void,
  everyMs = 1000,
): Watch {
  const peak: Use = { sandboxes: 0, residentBytes: 0 };
  const timer = setInterval(() => {
    const use = useOf(markedProcesses(mark));
    peak.sandboxes = Math.max(peak.sandboxes, use.sandboxes);
    peak.residentBytes = Math.max(peak.residentBytes, use.residentBytes);
    const excess = excessOf(use);
    if (excess === undefined) return;
    clearInterval(timer);
    onExcess(new CommandError(excess));
  }, everyMs);
  timer.unref();
  return { peak, [Symbol.dispose]: () => clearInterval(timer) };
}

/** Adds up what processes use. */
export function useOf(processes: readonly MarkedProcess[]): Use {
  // A program that a sandbox starts has its name and its command until it is loaded.
  const ports = new Set(processes.map(sandboxPortOf));
  ports.delete(undefined);
  const sandboxes = ports.size;
  const residentBytes = processes.reduce(
    (sum, it) => sum + it.residentBytes,
    0,
  );
  return { sandboxes, residentBytes };
}

/** Returns the port of a sandbox, which copies of a process have in their name; undefined if a process is none. */
export function sandboxPortOf({
  name = '',
  command,
}: MarkedProcess): string | undefined {
  const match =
    /^agent-(\d+)$/.exec(name) ??
    / -m openhands\.agent_server .*--port (\d+)/.exec(command);
  return match?.[1];
}

/** Returns what is wrong with a use, if anything is. */
export function excessOf(use: Use): string | undefined {
  return excessesOver(limits, use)[0];
}

/** After which rise memory is reported again: it changes a little all the time. */
const noticedBytes = 2 ** 28;

/**
 * Returns a function that returns what of a use is too high: once for each rise above the highest
 * that it has returned.
 */
export function newExcesses(): (use: Use) => readonly string[] {
  let known = limits;
  return (use) => {
    const excesses = excessesOver(known, use);
    const sandboxes = Math.max(known.sandboxes, use.sandboxes);
    const isNoticed = use.residentBytes > known.residentBytes;
    const residentBytes = isNoticed
      ? use.residentBytes + noticedBytes
      : known.residentBytes;
    known = { sandboxes, residentBytes };
    return excesses;
  };
}

/** Says what of a use is above another one, in comparison with the limits. */
function excessesOver(
  most: Use,
  { sandboxes, residentBytes }: Use,
): readonly string[] {
  const excesses: string[] = [];
  if (residentBytes > most.residentBytes) {
    const allowed = mebibytes(limits.residentBytes);
    excesses.push(
      `The edition uses ${mebibytes(residentBytes)}, more than ${allowed}`,
    );
  }
  if (sandboxes > most.sandboxes) {
    const counted = `${sandboxes} sandboxes, paused ones included`;
    excesses.push(`There are ${counted}: more than ${limits.sandboxes}`);
  }
  return excesses;
}

/** A use for people. */
export function textOf({ sandboxes, residentBytes }: Use): string {
  return `at most ${mebibytes(residentBytes)} of memory and ${sandboxes} sandboxes at a time`;
}

function mebibytes(bytes: number): string {
  return `${Math.round(bytes / 2 ** 20)} MiB`;
}

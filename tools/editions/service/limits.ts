/** Watches what a run uses of the machine. */
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
 * @param onExcess called once for each limit that they exceed
 */
export function watchUse(
  mark: string,
  onExcess: (message: string) => void,
  everyMs = 1000,
): Watch {
  const peak: Use = { sandboxes: 0, residentBytes: 0 };
  const timer = setInterval(() => {
    const use = useOf(markedProcesses(mark));
    const excesses = newExcesses(peak, use);
    peak.sandboxes = Math.max(peak.sandboxes, use.sandboxes);
    peak.residentBytes = Math.max(peak.residentBytes, use.residentBytes);
    for (const excess of excesses) onExcess(excess);
  }, everyMs);
  timer.unref();
  return { peak, [Symbol.dispose]: () => clearInterval(timer) };
}

/** Adds up what processes use. */
export function useOf(processes: readonly MarkedProcess[]): Use {
  // A program that a sandbox starts has its name and its command until it is loaded.
  const ports = new Set(processes.flatMap((it) => sandboxPortOf(it) ?? []));
  const residentBytes = processes.reduce(
    (sum, it) => sum + it.residentBytes,
    0,
  );
  return { sandboxes: ports.size, residentBytes };
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

/** Returns what of a use is above the limits, if the most that was used before was not. */
export function newExcesses(peak: Use, use: Use): readonly string[] {
  const isNew = (what: keyof Use) =>
    use[what] > limits[what] && peak[what] <= limits[what];
  const excesses: string[] = [];
  if (isNew('residentBytes')) {
    const used = mebibytes(use.residentBytes);
    const allowed = mebibytes(limits.residentBytes);
    excesses.push(`The edition uses ${used}, more than ${allowed}`);
  }
  if (isNew('sandboxes')) {
    const counted = `${use.sandboxes} sandboxes, paused ones included`;
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

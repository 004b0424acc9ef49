/** Tries mutants: control runs first, then each mutant against its gate in a copy of the repository. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { type FileChange, writeFiles } from '@agent-conversation/cli/files';
import { CommandError } from '@agent-conversation/cli';
import { copyWorktree, removeWorktree } from '@agent-conversation/cli/worktree';
import type { LiveGate } from './live.ts';
import {
  type FileMutant,
  type GateRun,
  type Mutant,
  type Outcome,
  outcomeOf,
  type ResponseMutant,
  type Tried,
} from './mutant.ts';

/** A gate: a shell command in the root of a copy. It fails with another exit code than 0. */
export interface Gate {
  /** What is compared with what. */
  readonly holds: string;
  readonly run: string;
  /** The workspaces that are built before. */
  readonly needs: readonly string[];
  /** The workspaces that are built before without the fault. */
  readonly base?: readonly string[];
  /** Whether mutants of different files may be tried in one run. */
  readonly grouped?: boolean;
  /** Whether it is left out of the fast slice. */
  readonly slow?: boolean;
  /** After how many minutes it is ended, as it hangs; 5 without it. */
  readonly minutes?: number;
}

/** Where gates run: a copy of the repository, or a replacement in tests. */
export interface Workbench {
  run(gate: Gate): Promise<GateRun>;
  build(workspaces: readonly string[]): Promise<GateRun>;
  write(changes: readonly FileChange[]): () => void;
  remove(): void;
}

export interface Task {
  readonly mutants: readonly (FileMutant | ResponseMutant)[];
  readonly gates: Readonly<Record<string, Gate>>;
  readonly liveGates: Readonly<Record<string, LiveGate>>;
  /** The gate that is not run: all its mutants survive. */
  readonly without?: string | undefined;
  /** Whether to try grouped gates with many mutants at once. */
  readonly isFast: boolean;
  readonly workbenches: readonly Workbench[];
  readonly onTried?: (tried: Tried) => void;
  readonly onControl?: (gate: string, problem: string | undefined) => void;
}

/** Tries all mutants and returns their outcomes in the same order. */
export async function drift(task: Task): Promise<readonly Tried[]> {
  const { mutants, gates, liveGates, without, workbenches } = task;
  const problems = new Map<string, Promise<string | undefined>>();
  const results = new Map<Mutant, Tried>();
  const finish = (mutant: Mutant, start: number, outcome: Outcome): void => {
    const tried = { mutant, milliseconds: performance.now() - start, ...outcome };
    results.set(mutant, tried);
    task.onTried?.(tried);
  };

  /** The gate has to pass without a fault. */
  async function control(bench: Workbench, name: string): Promise<string | undefined> {
    const gate = gates[name]!;
    const built = await bench.build([...gate.needs, ...(gate.base ?? [])]);
    const run = built.passed ? await bench.run(gate) : built;
    const problem = run.passed ? undefined : `does not pass without a fault:\n${run.output}`;
    task.onControl?.(name, problem);
    return problem;
  }

  async function runWith(bench: Workbench, some: readonly FileMutant[]): Promise<GateRun> {
    const gate = gates[some[0]!.gate]!;
    const undo: (() => void)[] = [];
    if (gate.base) await bench.build(gate.base);
    const write = (isBuilt: boolean) =>
      undo.push(
        bench.write(some.flatMap((it) => (Boolean(it.isBuilt) === isBuilt ? it.files : []))),
      );
    try {
      write(false);
      const built = await bench.build(gate.needs);
      if (!built.passed) return built;
      write(true);
      return await bench.run(gate);
    } finally {
      for (const each of undo.toReversed()) each();
    }
  }

  async function tryFiles(bench: Workbench, group: readonly FileMutant[]): Promise<void> {
    const start = performance.now();
    const name = group[0]!.gate;
    problems.set(name, problems.get(name) ?? control(bench, name));
    const problem = await problems.get(name);
    let alone = group;
    if (problem === undefined && group.length > 1) {
      const run = await runWith(bench, group);
      const killed = group.filter(
        (it) => outcomeOf(it, run).outcome === 'KILLED' && run.output.includes(shortName(it)),
      );
      for (const mutant of killed) finish(mutant, start, { outcome: 'KILLED' });
      alone = group.filter((it) => !killed.includes(it));
    }
    for (const mutant of alone) {
      const begin = performance.now();
      const outcome: Outcome =
        problem === undefined
          ? outcomeOf(mutant, await runWith(bench, [mutant]))
          : { outcome: 'INVALID', reason: `its gate ${problem}` };
      finish(mutant, begin, outcome);
    }
  }

  async function tryLive(mutant: ResponseMutant): Promise<void> {
    const start = performance.now();
    const gate = liveGates[mutant.gate]!;
    problems.set(mutant.gate, problems.get(mutant.gate) ?? gate.control());
    const problem = await problems.get(mutant.gate);
    finish(
      mutant,
      start,
      problem === undefined
        ? await gate.run(mutant)
        : { outcome: 'INVALID', reason: `its gate does not pass without a fault: ${problem}` },
    );
  }

  for (const mutant of mutants.filter(({ gate }) => gate === without)) {
    finish(mutant, performance.now(), { outcome: 'SURVIVED', reason: 'its gate was not run' });
  }
  const rest = mutants.filter(({ gate }) => gate !== without);
  const live = rest.filter((it): it is ResponseMutant => 'fault' in it);
  await inParallel([1, 2, 3, 4], live, async (_, mutant) => tryLive(mutant));
  const groups = groupMutants(
    rest.filter((it): it is FileMutant => 'files' in it),
    (gate) => task.isFast && gates[gate]?.grouped === true,
  );
  await inParallel(workbenches, groups, tryFiles);
  return mutants.map((mutant) => results.get(mutant)!);
}

/** Puts mutants of the same gate that change different files into groups, so that each finds its own report. */
export function groupMutants(
  mutants: readonly FileMutant[],
  isGrouped: (gate: string) => boolean,
): readonly (readonly FileMutant[])[] {
  const groups: FileMutant[][] = [];
  for (const mutant of mutants) {
    const fits = (group: readonly FileMutant[]) =>
      group[0]!.gate === mutant.gate &&
      !group.flatMap(filesOf).some((file) => filesOf(mutant).includes(file));
    const group = isGrouped(mutant.gate) ? groups.find(fits) : undefined;
    if (group) group.push(mutant);
    else groups.push([mutant]);
  }
  return groups.toSorted((a, b) => (a[0]!.gate < b[0]!.gate ? -1 : 1));
}

/** The changed file, as every gate that groups prints it. */
function shortName({ files }: FileMutant): string {
  return files[0]!.file.replace(/^openapi\//, '').replace(/\.yaml$/, '');
}

function filesOf({ files }: FileMutant): readonly string[] {
  return files.map(({ file }) => file);
}

async function inParallel<Worker, Item>(
  workers: readonly Worker[],
  items: readonly Item[],
  work: (worker: Worker, item: Item) => Promise<void>,
): Promise<void> {
  const waiting = [...items];
  const each = async (worker: Worker): Promise<void> => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
      await work(worker, item);
    }
  };
  await Promise.all(workers.map(each));
}

/**
 * Copies the repository, to break things in the copy.
 *
 * @param signal ends what runs in it
 * @param cache the folder in which turbo finds what was built before
 */
export function openWorkbench(root: string, cache: string, signal: AbortSignal): Workbench {
  const copy = copyWorktree(root);
  release(root, copy);
  const run = async (command: string, minutes = 5) => runShell(copy, command, minutes, signal);
  return {
    run: async ({ run: command, minutes }) => run(command, minutes),
    async build(workspaces) {
      if (workspaces.length === 0) return { passed: true, output: '' };
      const filters = workspaces.map((folder) => `--filter=./${folder}`).join(' ');
      return run(
        `turbo run build ${filters} --output-logs=errors-only --cache=local:r --cache-dir=${cache}`,
      );
    },
    write(changes) {
      const before = changes.map(({ file }): FileChange => {
        const path = join(copy, file);
        return { file, content: existsSync(path) ? readFileSync(path) : undefined };
      });
      writeFiles(copy, changes);
      return () => {
        for (const { file, content } of before) {
          if (content === undefined) rmSync(join(copy, file), { force: true });
          else writeFileSync(join(copy, file), content);
        }
      };
    },
    remove: () => removeWorktree(copy),
  };
}

/** Makes the contract, as it was built, the released one: then every change of it needs a changeset. */
function release(root: string, copy: string): void {
  const bundle = join(root, 'openapi/dist/openapi.yaml');
  if (!existsSync(bundle)) return;
  const content = readFileSync(bundle, 'utf8');
  const sha256 = createHash('sha256').update(content).digest('hex');
  writeFiles(copy, [
    { file: 'openapi/released/openapi.yaml', content },
    { file: 'openapi/released/openapi.yaml.sha256', content: `${sha256}  openapi.yaml\n` },
    { file: 'openapi/approvals.yaml', content: 'approvals: []\n' },
    ...globSync('.changeset/*.md', { cwd: copy })
      .filter((file) => !file.endsWith('README.md'))
      .map((file) => ({ file, content: undefined })),
  ]);
}

/** Runs a shell command with all that it starts in a process group of its own. */
async function runShell(
  root: string,
  command: string,
  minutes: number,
  signal: AbortSignal,
): Promise<GateRun> {
  if (signal.aborted) throw new CommandError('Interrupted');
  const child = spawn('sh', ['-c', command], {
    cwd: root,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      // Snapshots are not written, and `test.only` fails.
      CI: 'true',
      NO_COLOR: '1',
      DO_NOT_TRACK: '1',
      PATH: [join(root, 'node_modules/.bin'), process.env['PATH']].join(delimiter),
    },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  const end = () => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  };
  const timer = setTimeout(() => {
    output += `\nended after ${minutes} minutes\n`;
    end();
  }, minutes * 60_000);
  signal.addEventListener('abort', end);
  try {
    await once(child, 'close');
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', end);
  }
  if (signal.aborted) throw new CommandError('Interrupted');
  return { passed: child.exitCode === 0, output: stripVTControlCharacters(output) };
}

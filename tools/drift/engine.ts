/** Tries mutants: control runs first, then each mutant against its gate in a copy of the repository. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type FileChange, writeFiles } from '@agent-conversation/cli/files';
import { runProgram } from '@agent-conversation/cli/process';
import { copyWorktree, removeWorktree } from '@agent-conversation/cli/worktree';
import * as diff from '@agent-conversation/diff';
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
}

/** Where gates run: a copy of the repository, or a replacement in tests. */
export interface Workbench {
  run(gate: Gate): Promise<GateRun>;
  build(workspaces: readonly string[]): Promise<GateRun>;
  /** @returns how to undo the changes */
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
  /** Gets the output of a gate that does not pass without a fault. */
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

  /** Each gate runs once without a fault; where it does not pass then, it proves nothing. */
  async function invalidity(name: string, control: () => Promise<string | undefined>) {
    const known = problems.get(name) ?? control();
    problems.set(name, known);
    const problem = await known;
    const reason = `its gate does not pass without a fault: ${problem}`;
    return problem === undefined ? undefined : ({ outcome: 'INVALID', reason } as const);
  }

  async function runWith(bench: Workbench, gate: Gate, some: readonly FileMutant[]) {
    if (gate.base) await bench.build(gate.base);
    const undo = bench.write(some.flatMap(({ files }) => files));
    try {
      const built = await bench.build(gate.needs);
      return built.passed ? await bench.run(gate) : built;
    } finally {
      undo();
    }
  }

  async function tryFiles(bench: Workbench, group: readonly FileMutant[]): Promise<void> {
    const name = group[0]!.gate;
    const gate = gates[name]!;
    const invalid = await invalidity(name, async () => {
      const run = await runWith(bench, gate, []);
      const output = run.passed ? undefined : run.output;
      task.onControl?.(name, output);
      return output;
    });
    let alone = group;
    if (!invalid && group.length > 1) {
      const start = performance.now();
      const run = await runWith(bench, gate, group);
      const isKilled = (it: FileMutant) =>
        outcomeOf(it, run).outcome === 'KILLED' && run.output.includes(shortName(it));
      for (const mutant of group.filter(isKilled)) finish(mutant, start, { outcome: 'KILLED' });
      alone = group.filter((it) => !isKilled(it));
    }
    for (const mutant of alone) {
      const start = performance.now();
      const run = async () => outcomeOf(mutant, await runWith(bench, gate, [mutant]));
      finish(mutant, start, invalid ?? (await run()));
    }
  }

  async function tryLive(mutant: ResponseMutant): Promise<void> {
    const start = performance.now();
    const gate = liveGates[mutant.gate]!;
    const invalid = await invalidity(mutant.gate, async () => gate.control());
    finish(mutant, start, invalid ?? (await gate.run(mutant)));
  }

  for (const mutant of mutants.filter(({ gate }) => gate === without)) {
    finish(mutant, performance.now(), { outcome: 'SURVIVED', reason: 'its gate was not run' });
  }
  const rest = mutants.filter(({ gate }) => gate !== without);
  const live = rest.filter((it): it is ResponseMutant => 'fault' in it);
  const groups = groupMutants(
    rest.filter((it): it is FileMutant => 'files' in it),
    (gate) => task.isFast && gates[gate]?.grouped === true,
  );
  await Promise.all([
    inParallel([1, 2, 3, 4], live, async (_, mutant) => tryLive(mutant)),
    inParallel(workbenches, groups, tryFiles),
  ]);
  return mutants.map((mutant) => results.get(mutant)!);
}

/** Puts mutants of the same gate that change different files into groups, so that each finds its own report. */
export function groupMutants(
  mutants: readonly FileMutant[],
  isGrouped: (gate: string) => boolean,
): readonly (readonly FileMutant[])[] {
  const groups: FileMutant[][] = [];
  for (const mutant of mutants) {
    const own = mutant.files.map(({ file }) => file);
    const fits = (group: readonly FileMutant[]) =>
      group[0]!.gate === mutant.gate &&
      !group.some(({ files }) => files.some(({ file }) => own.includes(file)));
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

/** Lets each worker take the next item until there is none. */
async function inParallel<Worker, Item>(
  workers: readonly Worker[],
  items: readonly Item[],
  work: (worker: Worker, item: Item) => Promise<void>,
): Promise<void> {
  const waiting = items.values();
  const each = async (worker: Worker) => {
    for (const item of waiting) await work(worker, item);
  };
  await Promise.all(workers.map(each));
}

/** When a gate that hangs is ended. */
const deadlineInMs = 5 * 60_000;

/**
 * Copies the repository, to break things in the copy.
 *
 * @param signal ends what runs in it
 * @param cache the folder in which turbo finds what was built before
 */
export function openWorkbench(root: string, cache: string, signal: AbortSignal): Workbench {
  const copy = copyWorktree(root);
  release(root, copy);
  async function run(command: string): Promise<GateRun> {
    signal.throwIfAborted();
    const timeout = AbortSignal.timeout(deadlineInMs);
    const { ok, output } = await runProgram('sh', ['-c', command], {
      cwd: copy,
      // Vitest in CI writes no snapshots, and fails if a test is focused.
      env: { CI: 'true', NO_COLOR: '1' },
      signal: AbortSignal.any([signal, timeout]),
    });
    signal.throwIfAborted();
    const note = timeout.aborted ? `\nended after ${deadlineInMs / 60_000} minutes` : '';
    return { passed: ok, output: output + note };
  }
  return {
    run: async (gate) => run(gate.run),
    async build(workspaces) {
      if (workspaces.length === 0) return { passed: true, output: '' };
      const filters = workspaces.map((folder) => `--filter=./${folder}`).join(' ');
      const options = `--output-logs=errors-only --cache=local:r --cache-dir=${cache}`;
      return run(`turbo run build ${filters} ${options}`);
    },
    write(changes) {
      const before = changes.map(({ file }): FileChange => {
        const path = join(copy, file);
        return { file, content: existsSync(path) ? readFileSync(path) : undefined };
      });
      writeFiles(copy, changes);
      return () => writeFiles(copy, before);
    },
    remove: () => removeWorktree(copy),
  };
}

/** Makes the contract, as it was built, the released one: then every change of it needs a changeset. */
function release(root: string, copy: string): void {
  const bundle = join(root, 'openapi/dist/openapi.yaml');
  if (!existsSync(bundle)) return;
  const content = readFileSync(bundle, 'utf8');
  const changesets = globSync('.changeset/*.md', { cwd: copy, exclude: ['**/README.md'] });
  writeFiles(copy, [
    { file: diff.releasedFile, content },
    { file: diff.digestFile, content: diff.digestOf(content) },
    { file: diff.sourcesFile, content: diff.sourcesOf(copy) },
    { file: diff.approvalsFile, content: 'approvals: []\n' },
    ...changesets.map((file) => ({ file, content: undefined })),
  ]);
}

import type { Equivalent } from '../catalogue/equivalents.ts';
import type { FileMutant, LiveMutant, Mutant } from '../catalogue/mutant.ts';
import { Control, planControl } from './control.ts';
import { inParallel } from './in-parallel.ts';
import type { Fate, Tried } from './outcome.ts';
import { tryMutant } from './try-mutant.ts';
import type { Workshop } from './workshop.ts';
import { readWorkspaces } from './workspaces.ts';

/** A gate that looks at answers: what it says without a fault, and with one. */
export interface LiveGate {
  /** Why it proves nothing; undefined where it finds nothing in answers without a fault. */
  control(): Promise<string | undefined>;
  try(mutant: LiveMutant): Promise<Fate>;
}

/** What is to be done, and with what. */
export interface Task {
  readonly mutants: readonly Mutant[];
  readonly equivalents: ReadonlyMap<string, Equivalent>;
  /** The gate that is not run. */
  readonly without: string | undefined;
  /** Copies of the repository; as many faults are tried at once. */
  readonly workshops: readonly [Workshop, ...Workshop[]];
  readonly liveGates: Readonly<Record<LiveMutant['gate'], LiveGate>>;
}

/** Hears of a run. */
export interface Watch {
  /** A step is done of the control run, which goes before. @param output of a gate that did not pass */
  onControl(done: number, of: number, output: string | undefined): void;
  onTried(tried: Tried, done: number, of: number): void;
}

/**
 * Runs the gates without any fault, and then tries each mutant.
 *
 * @returns how each fared, in their order
 * @throws {Error} when a copy does not build without a fault
 */
export async function drift(task: Task, watch: Watch): Promise<readonly Tried[]> {
  const { mutants, without, workshops } = task;
  const run = mutants.filter(({ gate }) => gate !== without);
  const control = await controlFiles(task, run.filter(isFileMutant), watch);
  const liveObjections = await controlLive(task, run);

  const fates = new Map<Mutant, Tried>();
  await inParallel(workshops, mutants, async (workshop, mutant) => {
    const begin = performance.now();
    const fate = withEquivalents(task, mutant, await fateOf(mutant, workshop));
    const tried = { mutant, fate, duration: performance.now() - begin };
    fates.set(mutant, tried);
    watch.onTried(tried, fates.size, mutants.length);
  });
  return mutants.map((mutant) => fates.get(mutant)!);

  async function fateOf(mutant: Mutant, workshop: Workshop): Promise<Fate> {
    if (mutant.gate === without) return { outcome: 'SURVIVED', reason: 'its gate was not run' };
    const objection = isFileMutant(mutant)
      ? control.objection(mutant)
      : liveObjections.get(mutant.gate);
    if (objection !== undefined) return { outcome: 'INVALID', reason: objection };
    return isFileMutant(mutant)
      ? tryMutant(workshop, mutant)
      : task.liveGates[mutant.gate].try(mutant);
  }
}

async function controlFiles(
  { workshops }: Task,
  mutants: readonly FileMutant[],
  watch: Watch,
): Promise<Control> {
  const control = new Control();
  if (mutants.length === 0) return control;
  const [first, ...others] = workshops;
  const runs = planControl(readWorkspaces(first.root), mutants);
  const needs = new Set(mutants.flatMap(({ gate }) => first.madeBy(gate)));
  let done = 0;
  const step = (output: string | undefined) => {
    done += 1;
    watch.onControl(done, runs.length + 1, output);
  };
  // What the first one has built, the others take from the cache.
  await build(first);
  await Promise.all(others.map(build));
  step(undefined);
  await inParallel(workshops, runs, async (workshop, run) => {
    step(await control.run(workshop, run));
  });
  return control;

  async function build(workshop: Workshop): Promise<void> {
    const { passed, output } = await workshop.build([...needs]);
    if (!passed) throw new Error(`The repository does not build without any fault:\n${output}`);
  }
}

async function controlLive(
  { liveGates }: Task,
  mutants: readonly Mutant[],
): Promise<ReadonlyMap<LiveMutant['gate'], string | undefined>> {
  const gates = new Set(mutants.filter((it) => !isFileMutant(it)).map(({ gate }) => gate));
  return new Map(
    await Promise.all(
      [...gates].map(async (gate) => [gate, await liveGates[gate].control()] as const),
    ),
  );
}

/** What nobody can see is no survivor; and what was killed can be seen. */
function withEquivalents({ equivalents }: Task, { title }: Mutant, fate: Fate): Fate {
  const equivalent = equivalents.get(title);
  if (!equivalent) return fate;
  if (fate.outcome === 'SURVIVED') {
    return { outcome: 'NOT APPLICABLE', reason: `equivalent: ${equivalent.reason}` };
  }
  return { outcome: 'INVALID', reason: `equivalent.yaml lists it, but it is ${fate.outcome}` };
}

function isFileMutant(mutant: Mutant): mutant is FileMutant {
  return 'changes' in mutant;
}

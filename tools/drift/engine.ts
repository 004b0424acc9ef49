/** Tries mutants: each gate without a fault first, then each mutant against its gate. */
import { type GateName, gates } from './gates.ts';
import {
  type GateRun,
  lineOf,
  type Mutant,
  type Outcome,
  outcomeOf,
  type Tried,
} from './mutant.ts';
import type { Workbench } from './workbench.ts';

/**
 * Tries all mutants and returns their outcomes. Those of different files are tried in one run of their gate, and what
 * that did not kill alone.
 */
export async function drift(
  mutants: readonly Mutant[],
  workbenches: readonly Workbench[],
  log: (text: string) => void,
): Promise<readonly Tried[]> {
  const all: Tried[] = [];
  const controls = new Map<GateName, Promise<GateRun>>();

  function finish(mutant: Mutant, outcome: Outcome, output = ''): void {
    all.push({ mutant, outcome });
    log(`${outcome} ${lineOf(mutant)}`);
    if (outcome === 'KILLED' || output === '') return;
    log(`Expected ${mutant.words.join(' | ')} in:\n${output.slice(-2000)}\n`);
  }

  async function tryGroup(
    bench: Workbench,
    group: readonly Mutant[],
  ): Promise<void> {
    const { gate } = group[0]!;
    const control = controls.get(gate) ?? runWith(bench, [], gate);
    controls.set(gate, control);
    const { passed, output } = await control;
    if (!passed) {
      for (const mutant of group) finish(mutant, 'INVALID', output);
      return;
    }
    const run = await runWith(bench, group, gate);
    for (const mutant of group) {
      if (group.length === 1)
        finish(mutant, outcomeOf(mutant, run), run.output);
      else if (isKilledInGroup(mutant, run)) finish(mutant, 'KILLED');
      else await tryGroup(bench, [mutant]);
    }
  }

  const groups: Mutant[][] = [];
  for (const mutant of mutants) {
    const group = groups.find((candidate) => fits(mutant, candidate));
    if (mutant.files.length === 0) finish(mutant, 'NOT APPLICABLE');
    else if (group) group.push(mutant);
    else groups.push([mutant]);
  }
  const waiting = groups.values();
  const work = async (bench: Workbench) => {
    for (const group of waiting) await tryGroup(bench, group);
  };
  await Promise.all(workbenches.map(work));
  return all;
}

/** Whether a mutant has the gate of a group and changes other files, so that each finds its own report. */
function fits({ gate, files }: Mutant, group: readonly Mutant[]): boolean {
  const changes = group.flatMap((mutant) => mutant.files);
  const isTaken = files.some(({ file }) =>
    changes.some((change) => change.file === file),
  );
  return group[0]!.gate === gate && !isTaken;
}

async function runWith(
  bench: Workbench,
  mutants: readonly Mutant[],
  gate: GateName,
) {
  const undo = bench.write(mutants.flatMap(({ files }) => files));
  // Where it is interrupted, the copy is removed.
  const run = await bench.run(gates[gate]);
  undo();
  return run;
}

/** Whether a gate that ran with several mutants has printed the words of this one and its file. */
function isKilledInGroup(mutant: Mutant, run: GateRun): boolean {
  const file = mutant.files[0]!.file.replace(/^openapi\/(.+)\.yaml$/, '$1');
  return outcomeOf(mutant, run) === 'KILLED' && run.output.includes(file);
}

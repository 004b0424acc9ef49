import type { FileMutant } from '../catalogue/mutant.ts';
import { changeFiles, isBuilt, OutOfDate } from './change-files.ts';
import { type Fate, judge } from './outcome.ts';
import type { Workshop } from './workshop.ts';

/**
 * Breaks a copy, builds what the gate needs, and runs the gate. The copy is mended afterwards, whatever
 * came.
 */
export async function tryMutant(workshop: Workshop, mutant: FileMutant): Promise<Fate> {
  const { gate, test } = mutant;
  const needs = workshop.needsOf(gate);
  const undos: (() => void)[] = [];
  const change = (built: boolean) => {
    const changes = mutant.changes.filter(({ file }) => isBuilt(file) === built);
    if (changes.length > 0) undos.push(changeFiles(workshop.root, changes));
  };
  try {
    change(false);
    if (undos.length > 0) {
      const { passed, output } = await workshop.build(needs);
      if (!passed) return { outcome: 'INVALID', reason: 'a build broke before its gate', output };
    }
    change(true);
    return judge(mutant, await workshop.runGate(gate, test));
  } catch (error) {
    if (!(error instanceof OutOfDate)) throw error;
    return { outcome: 'INVALID', reason: error.message };
  } finally {
    for (const undo of undos.toReversed()) undo();
    await workshop.restore(workshop.madeBy(gate));
  }
}

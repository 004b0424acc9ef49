import { layers } from '../catalogue/operators.ts';
import type { Tried } from '../engine/outcome.ts';
import { scores } from './score.ts';

/** The figures of the layers, and what was not killed by name. */
export function summary(all: readonly Tried[]): string {
  const told = scores(all).filter(({ mutants }) => mutants > 0);
  const lines = told.map(
    ({ layer, mutants, killed }) =>
      `${layer} ${layers[layer].padEnd(20)} ${killed} of ${mutants} killed`,
  );
  const alive = told.flatMap((score) => score.alive);
  const killed = told.reduce((sum, score) => sum + score.killed, 0);
  const faults = told.reduce((sum, score) => sum + score.mutants, 0);
  return `${[
    '',
    ...lines,
    `${killed} of ${faults} faults were killed by their gate.`,
    ...alive.map(
      ({ mutant, fate }) =>
        `  ${fate.outcome}: ${mutant.operator} ${mutant.title} (${mutant.gate})`,
    ),
  ].join('\n')}\n`;
}

/** What a run prints. */
import { type Layer, layers, outcomes, type Tried } from './mutant.ts';

const isLeft = ({ outcome }: Tried) => outcome !== 'KILLED' && outcome !== 'NOT APPLICABLE';

/** Whether nothing is left that a gate should have reported. */
export function isAllKilled(all: readonly Tried[]): boolean {
  return !all.some(isLeft);
}

/** One line for a mutant; of what was not killed also the last lines of the gate's output. */
export function lineOf({ mutant, outcome, reason, output, milliseconds }: Tried): string {
  const { operator, title, gate } = mutant;
  const time = `${(milliseconds / 1000).toFixed(1)} s`;
  const line = `${outcome.padEnd(14)} ${operator.padEnd(3)} ${title}  [${gate}, ${time}]\n`;
  if (outcome === 'KILLED' || reason === undefined) return line;
  const tail = output ? output.trim().split('\n').slice(-25) : [];
  const lines = [`    ${reason.split('\n', 1)[0]}`, ...tail.map((it) => `    | ${it}`)];
  return line + lines.map((it) => `${it}\n`).join('');
}

/** The counts of each layer and the mutants that were not killed. */
export function summaryOf(all: readonly Tried[]): string {
  const rows = byLayer(all).map(([layer, tried]) => {
    const counts = outcomes.map((outcome) => {
      const count = tried.filter((it) => it.outcome === outcome).length;
      return count > 0 ? `${count} ${outcome}` : [];
    });
    return `${layer} ${layers[layer].padEnd(22)} ${counts.flat().join(', ')}`;
  });
  const left = all.filter(isLeft).map((it) => lineOf({ ...it, output: '' }).trimEnd());
  return `${[...rows, '', ...left].join('\n').trim()}\n`;
}

function byLayer(all: readonly Tried[]): readonly (readonly [Layer, readonly Tried[]])[] {
  return (Object.keys(layers) as Layer[])
    .map((layer) => [layer, all.filter(({ mutant }) => mutant.operator.startsWith(layer))] as const)
    .filter(([, tried]) => tried.length > 0);
}

/** What a run prints, and the kill matrix. */
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

/** The kill matrix as Markdown. */
export function matrixOf(all: readonly Tried[]): string {
  const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ');
  const sections = byLayer(all).map(([layer, tried]) => {
    const killed = tried.filter(({ outcome }) => outcome === 'KILLED').length;
    const without = tried.filter(({ outcome }) => outcome === 'NOT APPLICABLE').length;
    const rows = tried.map(({ mutant, outcome, reason }) => {
      const why = outcome === 'KILLED' || !reason ? '' : `: ${cell(reason)}`;
      return `| ${mutant.operator} | ${cell(mutant.title)} | ${mutant.gate} | ${outcome}${why} |\n`;
    });
    const title = `## ${layer} ${layers[layer]}: ${killed} of ${tried.length - without} killed`;
    const head = '| Operator | Fault | Gate | Outcome |\n| --- | --- | --- | --- |';
    return `${title}\n\n${head}\n${rows.join('')}`;
  });
  return `<!-- Written by \`npm run drift -- --report\`. -->\n\n# Kill matrix\n\n${sections.join('\n')}`;
}

function byLayer(all: readonly Tried[]): readonly (readonly [Layer, readonly Tried[]])[] {
  return (Object.keys(layers) as Layer[])
    .map((layer) => [layer, all.filter(({ mutant }) => mutant.operator.startsWith(layer))] as const)
    .filter(([, tried]) => tried.length > 0);
}

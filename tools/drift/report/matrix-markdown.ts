import { layerOf, layers, operators } from '../catalogue/operators.ts';
import type { Tried } from '../engine/outcome.ts';
import { type Row, rows, scores } from './score.ts';

/** The kill matrix as Markdown: the figures of each layer, then each mutant with its gate. */
export function matrixMarkdown(all: readonly Tried[]): string {
  const figures = scores(all).map(({ layer, mutants, killed, notApplicable }) =>
    line([`${layer} ${layers[layer]}`, mutants, killed, notApplicable.length]),
  );
  const matrix = rows(all);
  const parts = scores(all).flatMap(({ layer }) => [
    '',
    `## ${layer} ${layers[layer]}`,
    '',
    line(['Operator', 'Fault', 'Gate', 'Outcome']),
    '| --- | --- | --- | --- |',
    ...matrix.filter(({ operator }) => layerOf(operator) === layer).map(rowLine),
  ]);
  return `${[
    '<!-- Written by `npm run drift -- --report`. -->',
    '',
    '# Kill matrix',
    '',
    'Each fault was put into a copy of the repository, or into the answers of a server, and the gate that is',
    'named for it was run. KILLED: the gate failed, with the words that lead to the fault.',
    '',
    '| Layer | Faults | Killed | Operators without a place |',
    '| --- | ---: | ---: | ---: |',
    ...figures,
    ...parts,
  ].join('\n')}\n`;
}

function rowLine({ operator, title, gate, outcome, reason }: Row): string {
  const kind = `${operator} ${operators[operator].title}`;
  return line([kind, title, gate && `\`${gate}\``, reason ? `${outcome}: ${reason}` : outcome]);
}

function line(cells: readonly (string | number)[]): string {
  return `| ${cells.map((cell) => `${cell}`.replaceAll('|', '\\|')).join(' | ')} |`;
}

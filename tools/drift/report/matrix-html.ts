import { layerOf, layers, operators } from '../catalogue/operators.ts';
import type { Tried } from '../engine/outcome.ts';
import { type Row, rows, scores } from './score.ts';

const style = `
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
  body { max-width: 80rem; margin: 0 auto; padding: 1rem; }
  table { border-collapse: collapse; width: 100%; margin-block: 1rem; }
  th, td { border-bottom: 1px solid light-dark(#d5d9e0, #40454f); padding: 0.3rem 0.6rem; text-align: start; vertical-align: top; }
  td.number { text-align: end; }
  code { overflow-wrap: anywhere; }
  .killed { color: light-dark(#12652f, #7ddc9c); }
  .alive { color: light-dark(#a11212, #ff9d9d); font-weight: bold; }
`;

/** The kill matrix as a page that needs nothing else. */
export function matrixHtml(all: readonly Tried[]): string {
  const matrix = rows(all);
  const figures = scores(all).map(
    ({ layer, mutants, killed, notApplicable }) =>
      `<tr><th scope="row"><a href="#${layer}">${layer} ${escape(layers[layer])}</a></th>` +
      [mutants, killed, notApplicable.length]
        .map((count) => `<td class="number">${count}</td>`)
        .join('') +
      '</tr>',
  );
  const parts = scores(all).map(
    ({ layer }) => `<h2 id="${layer}">${layer} ${escape(layers[layer])}</h2>
<table>
<thead><tr><th scope="col">Operator</th><th scope="col">Fault</th><th scope="col">Gate</th><th scope="col">Outcome</th></tr></thead>
<tbody>
${matrix
  .filter(({ operator }) => layerOf(operator) === layer)
  .map(rowHtml)
  .join('\n')}
</tbody>
</table>`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Kill matrix</title>
<style>${style}</style>
</head>
<body>
<h1>Kill matrix</h1>
<p>Each fault was put into a copy of the repository, or into the answers of a server, and the gate that is named for it
was run. KILLED: the gate failed, with the words that lead to the fault.</p>
<table>
<thead><tr><th scope="col">Layer</th><th scope="col">Faults</th><th scope="col">Killed</th><th scope="col">Operators without a place</th></tr></thead>
<tbody>
${figures.join('\n')}
</tbody>
</table>
${parts.join('\n')}
</body>
</html>
`;
}

function rowHtml({ operator, title, gate, outcome, reason }: Row): string {
  const kind = `${operator} ${escape(operators[operator].title)}`;
  const told = escape(reason ? `${outcome}: ${reason}` : outcome);
  const mark =
    outcome === 'KILLED' ? ' class="killed"' : outcome === 'NOT APPLICABLE' ? '' : ' class="alive"';
  return `<tr><td>${kind}</td><td>${escape(title)}</td><td>${gate && `<code>${escape(gate)}</code>`}</td><td${mark}>${told}</td></tr>`;
}

function escape(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

import type { Element } from 'hast';
import { h } from 'hastscript';
import { codeFigure } from '../markdown/code-figures.ts';
import type { Outcome, Sample } from '../sources/samples.ts';

const headings: Readonly<Record<Outcome, string>> = {
  success: 'Try it',
  failure: 'When it fails',
};

/** The samples of an operation: what to send in both languages, what each prints, and a button that sends it. */
export function samplesOf(operationId: string, samples: readonly Sample[]): Element[] {
  return samples.map((sample) => {
    const { outcome, request, curl, typescript } = sample;
    const id = `${operationId}.${outcome}`;
    return h(
      'section.sample',
      {
        id,
        ariaLabelledBy: `${id}-heading`,
        dataOperation: operationId,
        dataOutcome: outcome,
        dataRequest: JSON.stringify(request),
        dataStatus: statusOf(curl.output),
      },
      [
        h('div.sample-head', [
          h('h2', { id: `${id}-heading` }, headings[outcome]),
          h('div.languages.needs-js', { role: 'group', ariaLabel: 'Language of the samples' }, [
            h('button', { type: 'button', dataLanguage: 'curl', ariaPressed: 'true' }, 'curl'),
            h(
              'button',
              { type: 'button', dataLanguage: 'typescript', ariaPressed: 'false' },
              'TypeScript',
            ),
          ]),
        ]),
        inLanguage('curl', [
          codeFigure(curl.code, 'sh', 'curl'),
          outputFigure(formatJson(curl.output)),
        ]),
        inLanguage('typescript', [
          codeFigure(typescript.code, 'ts', 'TypeScript'),
          outputFigure(typescript.output),
        ]),
        h('button.run.needs-js', { type: 'button' }, 'Run it here'),
        h('div.run-result', { role: 'status' }),
      ],
    );
  });
}

function inLanguage(language: string, figures: Element[]): Element {
  return h('div.in-language', { dataLanguage: language }, figures);
}

function outputFigure(output: string): Element {
  const isJson = /^[[{]/.test(output);
  const figure = codeFigure(output.trimEnd(), isJson ? 'json' : 'text', 'Prints');
  figure.properties['className'] = ['code', 'output'];
  return figure;
}

/** The status of the response, which curl prints for an error. */
function statusOf(output: string): string {
  return /^curl: .* returned error: (\d{3})$/m.exec(output)?.[1] ?? '200';
}

/** Breaks bodies of JSON into lines, so that they can be read; what curl says of a failure stays. */
function formatJson(output: string): string {
  const format = (line: string) =>
    /^[[{]/.test(line) ? JSON.stringify(JSON.parse(line), null, 2) : line;
  return output.split('\n').map(format).join('\n');
}

import { styleText } from 'node:util';
import type { CheckResult, Leftover, Run } from '../checker/run.ts';
import { groupFindings, origin, sentence, shownBy } from './findings.ts';
import { excerpt, printable } from './printable.ts';
import { redactRun } from './redact-run.ts';
import { summaryOf } from './summary.ts';
import { time } from './words.ts';
import { wrap } from './wrap.ts';

/** How a run is told on a terminal. */
export interface PrettyOptions {
  readonly color: boolean;
  /** What must not be seen, such as the key. */
  readonly secrets: readonly string[];
  /** In columns; 100 where it is not given. */
  readonly width?: number;
  /** A line about what the contract declares and the run touched. */
  readonly coverage?: string;
}

type Color = 'red' | 'yellow' | 'green' | 'gray' | 'bold';

/**
 * A run, to be read on a terminal: the checks by operation, what is wrong with each, and the verdict at the
 * end. No line is wider than the terminal, but for those that are to be copied.
 */
export function reportPretty(run: Run, options: PrettyOptions): string {
  const { color, secrets, width = 100, coverage } = options;
  const safe = redactRun(run, secrets);
  const paint = (as: Color, text: string) =>
    color ? styleText(as, text, { validateStream: false }) : text;

  function check(result: CheckResult): string[] {
    const { mark, color: as } = markOf(result);
    const { id, title } = result.check;
    const told = result.outcome === 'skipped' ? `skipped: ${result.reason ?? title}` : title;
    const took = result.outcome === 'skipped' ? '' : ` (${time(result.duration)})`;
    const [first = '', ...others] = wrap(excerpt(`${id}: ${told}${took}`), width, `  ${mark} `);
    return [first.replace(mark, paint(as, mark)), ...others, ...findings(result)];
  }

  function findings(result: CheckResult): string[] {
    const told = groupFindings(result.findings).flatMap((group) => {
      const { severity } = group.finding;
      const exchange = shownBy(group.finding, result);
      const label = `      ${severity.padEnd(7)} `;
      const [first = '', ...others] = wrap(excerpt(sentence(group)), width, label);
      const details = [origin(group.finding), ...(exchange ? [exchange] : [])];
      return [
        first.replace(severity, paint(severity === 'error' ? 'red' : 'yellow', severity)),
        ...others,
        ...details.flatMap((detail) =>
          wrap(excerpt(detail), width, ' '.repeat(label.length)).map((line) => paint('gray', line)),
        ),
      ];
    });
    return result.again ? [...told, `      again:  ${printable(result.again)}`] : told;
  }

  const operations = Map.groupBy(safe.results, ({ check: { operation } }) => operation);
  const groups = [...operations].map(([operation, results]) => [
    paint('bold', `${operation} (${results[0]!.check.generation.toUpperCase()})`),
    ...results.flatMap(check),
  ]);
  const left = safe.leftovers.flatMap((it) => wrap(leftover(it), width, '  ', '    '));
  if (left.length > 0) groups.push([paint('bold', 'Left on the server'), ...left]);
  const summary = summaryOf(safe, coverage).flatMap(([name, told]) =>
    wrap(excerpt(told), width, name.padEnd(11)),
  );
  summary[0] = paint(safe.verdict.kind === 'conforms' ? 'green' : 'red', summary[0]!);
  return [...groups, summary].map((lines) => lines.map((it) => `${it}\n`).join('')).join('\n');
}

function markOf({ outcome, findings }: CheckResult): { mark: string; color: Color } {
  if (outcome === 'skipped') return { mark: '–', color: 'gray' };
  if (outcome === 'failed') return { mark: '✗', color: 'red' };
  return findings.length > 0 ? { mark: '⚠', color: 'yellow' } : { mark: '✓', color: 'green' };
}

function leftover({ kind, id, reason }: Leftover): string {
  // The server chose the id: characters that only look like others are told apart.
  const ascii = id.replaceAll(
    /[^\x20-\x7e]/gu,
    (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`,
  );
  return excerpt(`${kind} ${ascii}: ${reason}`);
}

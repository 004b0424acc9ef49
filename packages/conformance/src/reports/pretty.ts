import {
  ascii,
  duration,
  excerpt,
  printable,
  wrap,
} from '@agent-conversation/cli/text';
import { styleText } from 'node:util';
import type { CheckResult, Run } from '../checker/run.ts';
import {
  groupViolations,
  leftoverLine,
  omittedLine,
  summaryOf,
} from './violations.ts';
import { redactRun, type ReportOptions } from './redact-run.ts';

/** Options of the report for terminals. */
export interface PrettyOptions extends ReportOptions {
  readonly color: boolean;
  /** In columns; 100 by default. */
  readonly width?: number;
  /** A line about what the contract declares and the run has covered. */
  readonly coverage?: string;
}

type Color = 'red' | 'yellow' | 'green' | 'gray' | 'bold';

/**
 * A run for people: the checks by operation, what is wrong with each, and the verdict at the end. Only lines
 * that are to be copied are wider than the terminal.
 */
export function reportPretty(run: Run, options: PrettyOptions): string {
  const { color, secrets, width = 100, coverage } = options;
  const safe = redactRun(run, secrets);
  const paint = (as: Color, text: string) =>
    color ? styleText(as, text, { validateStream: false }) : text;
  /** A text behind a label, of which a part is painted. */
  const labeled = (
    label: string,
    part: string,
    as: Color,
    text: string,
  ): string[] => {
    const [first = '', ...others] = wrap(excerpt(text), width, label);
    return [first.replace(part, paint(as, part)), ...others];
  };

  const check = (result: CheckResult): string[] => {
    const [sign, as] = signOf(result);
    const { outcome, reason, rerun } = result;
    const omitted = omittedLine(result);
    const { id, title } = result.check;
    const text =
      outcome === 'skipped'
        ? `${id}: skipped: ${reason ?? title}`
        : `${id}: ${title} (${duration(result.duration)})`;
    return [
      ...labeled(`  ${sign} `, sign, as, text),
      ...groupViolations(result).flatMap(({ severity, sentence, details }) => {
        const label = `      ${severity.padEnd(7)} `;
        const indent = ' '.repeat(label.length);
        return [
          ...labeled(label, severity, severityColors[severity], sentence),
          ...details
            .flatMap((detail) => wrap(excerpt(detail), width, indent))
            .map((line) => paint('gray', line)),
        ];
      }),
      ...(omitted === undefined ? [] : [`      ${omitted}`]),
      ...(rerun ? [`      rerun:  ${printable(rerun)}`] : []),
    ];
  };

  const operations = Map.groupBy(
    safe.results,
    ({ check: { operation } }) => operation,
  );
  const groups = [...operations].map(([operation, results]) => [
    paint(
      'bold',
      `${operation} (${results[0]!.check.generation.toUpperCase()})`,
    ),
    ...results.flatMap(check),
  ]);
  // The server chose the ids: characters that only look like others are escaped.
  const left = safe.leftovers.flatMap((it) =>
    wrap(
      excerpt(leftoverLine({ ...it, id: ascii(it.id) })),
      width,
      '  ',
      '    ',
    ),
  );
  if (left.length > 0)
    groups.push([paint('bold', 'Left on the server'), ...left]);
  const summary = summaryOf(safe, coverage).flatMap(([name, text]) =>
    wrap(excerpt(text), width, name.padEnd(11)),
  );
  summary[0] = paint(
    safe.verdict.kind === 'conforms' ? 'green' : 'red',
    summary[0]!,
  );
  return [...groups, summary]
    .map((lines) => lines.map((it) => `${it}\n`).join(''))
    .join('\n');
}

const severityColors = {
  error: 'red',
  warning: 'yellow',
  known: 'gray',
} as const;

function signOf({
  outcome,
  violations,
}: CheckResult): [sign: string, color: Color] {
  if (outcome === 'skipped') return ['–', 'gray'];
  if (outcome === 'failed') return ['✗', 'red'];
  const isWarned = violations.some(({ severity }) => severity === 'warning');
  return isWarned ? ['⚠', 'yellow'] : ['✓', 'green'];
}

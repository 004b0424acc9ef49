import { type PointKind, pointKinds } from './point.ts';
import type { CoverageSummary, Tally } from './summary.ts';

const headings: Readonly<Record<PointKind, string>> = {
  message: 'Messages',
  example: 'Examples',
  present: 'Present',
  absent: 'Absent',
  null: 'Null',
  empty: 'Empty',
  choice: 'Choices',
  value: 'Values',
  transition: 'Transitions',
  unchanged: 'Unchanged',
  rejected: 'Rejected',
};

/**
 * Two tables, of the operations and of the lifecycles: how many points of each kind were touched, of how many.
 * They can be read as they are, and as Markdown.
 */
export function coverageTable({ groups }: CoverageSummary): string {
  const ofLifecycles: readonly PointKind[] = ['transition', 'unchanged', 'rejected'];
  const ofOperations = pointKinds.filter((kind) => !ofLifecycles.includes(kind));
  return [['Operation', ofOperations] as const, ['Lifecycle', ofLifecycles] as const]
    .map(([title, kinds]) => {
      const own = groups.filter((it) => kinds.some((kind) => it.kinds[kind]));
      return aligned([
        [title, ...kinds.map((kind) => headings[kind]), 'All'],
        ...own.map((it) => [it.group, ...kinds.map((kind) => cell(it.kinds[kind])), cell(it)]),
      ]);
    })
    .join('\n\n');
}

function cell(tally: Tally | undefined): string {
  return tally ? `${tally.touched}/${tally.declared}` : '';
}

/**
 * The coverage in one line.
 *
 * @example
 * coverageLine(coverage.summary()); // '612 of 874 points of the contract were touched (70 %)'
 */
export function coverageLine({ touched, declared }: Tally): string {
  // Rounded down: 100 % is all of them.
  const share = declared === 0 ? 100 : Math.floor((touched / declared) * 100);
  return `${touched} of ${declared} points of the contract were touched (${share} %)`;
}

/** A table (GitHub Flavored Markdown, section 4.10) with columns of equal width, the first one a heading. */
function aligned(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]!.map((_, at) => Math.max(3, ...rows.map((row) => row[at]!.length)));
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const padded = rows.map((row) =>
    line(row.map((text, at) => (at === 0 ? text.padEnd(widths[at]!) : text.padStart(widths[at]!)))),
  );
  const rule = line(
    widths.map((width, at) => (at === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`)),
  );
  return padded.toSpliced(1, 0, rule).join('\n');
}

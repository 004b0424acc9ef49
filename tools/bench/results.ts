/** The figures of a run, the bounds that they are compared with, and the page that shows them. */
import { availableParallelism, cpus, type } from 'node:os';
import { blocks, table } from '@agent-conversation/cli/markdown';
import { count } from '@agent-conversation/cli/text';
import * as prettier from 'prettier';

/** A figure that must be at least or at most a bound. Ratios compare two figures of the same run. */
export interface Goal {
  readonly name: string;
  readonly figure: number;
  readonly least?: number;
  readonly most?: number;
}

/** What one part of the bench has measured, by the method of README.md. */
export interface Result {
  readonly title: string;
  readonly goals: readonly Goal[];
  readonly figures: Table;
}

/** A table of medians, in the order in which the first values are added. Each value is printed on stderr. */
export class Table {
  readonly #values: Record<string, Record<string, number[]>> = {};
  readonly #head: string;

  /** @param head what the rows are, such as `Client` */
  constructor(head: string) {
    this.#head = head;
  }

  add(row: string, column: string, value: number): void {
    const cells = (this.#values[row] ??= {});
    (cells[column] ??= []).push(value);
    console.error(`${column}  ${row}  ${format(value)}`);
  }

  /** Returns the middle value; of an even number of values, the mean of the middle two. */
  median(row: string, column: string): number {
    const sorted = this.#values[row]![column]!.toSorted((a, b) => a - b);
    const upper = sorted[Math.floor(sorted.length / 2)]!;
    const lower = sorted[Math.ceil(sorted.length / 2) - 1]!;
    return (lower + upper) / 2;
  }

  /** Returns how many times the median of one row is that of another one. */
  ratio(column: string, row: string, other: string): number {
    return this.median(row, column) / this.median(other, column);
  }

  /** The table in Markdown, with a row for each subject. */
  get markdown(): string {
    const rows = Object.entries(this.#values).map(([row, cells]) => [
      row,
      ...Object.keys(cells).map((column) => format(this.median(row, column))),
    ]);
    const columns = Object.keys(Object.values(this.#values)[0]!);
    return table([this.#head, ...columns], rows);
  }
}

export function isReached({
  figure,
  least = -Infinity,
  most = Infinity,
}: Goal): boolean {
  return figure >= least && figure <= most;
}

/** Returns a number with three significant digits, without an exponent. */
export function format(value: number): string {
  const digits =
    value < 1000
      ? { maximumSignificantDigits: 3 }
      : { maximumFractionDigits: 0 };
  return value.toLocaleString('en', digits);
}

/** Returns the page of results in Markdown, formatted as the repository demands. */
export async function renderPage(
  { title, goals, figures }: Result,
  rounds: number,
): Promise<string> {
  const day = new Date().toISOString().slice(0, 10);
  const processor = cpus()[0]?.model.trim();
  const machine = `${processor}, ${availableParallelism()} cores, ${type()}`;
  const page = blocks(
    `# ${title}`,
    `Medians of ${count(rounds, 'round')} of [\`npm run bench\`](../README.md), in one run on ${day} (UTC): ` +
      `${machine}, Node ${process.version}. Ratios hold on other machines, absolute figures do not.`,
    '## Goals',
    table(['Goal', 'Bound', 'Measured', 'Result'], goals.map(cellsOf)),
    '## Figures',
    figures.markdown,
  );
  return prettier.format(page, { parser: 'markdown' });
}

function cellsOf(goal: Goal): string[] {
  const { name, figure, least, most } = goal;
  const bound =
    least === undefined ? `≤ ${format(most!)}` : `≥ ${format(least)}`;
  return [
    name,
    bound,
    format(figure),
    isReached(goal) ? 'reached' : '**missed**',
  ];
}

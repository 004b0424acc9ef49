/** The figures of a run, the bounds that they are compared with, and the page that shows them. */
import { availableParallelism, cpus, type } from 'node:os';
import * as prettier from 'prettier';

/** A figure that must be at least or at most a bound. Ratios compare two figures of the same run. */
export interface Goal {
  readonly name: string;
  readonly figure: number;
  readonly least?: number;
  readonly most?: number;
}

/** What one part of the bench has measured. */
export interface Result {
  readonly title: string;
  /** How it was measured, in Markdown. */
  readonly method: string;
  readonly goals: readonly Goal[];
  readonly tables: Readonly<Record<string, Table>>;
}

/** How a part is to be measured. */
export interface Plan {
  /** Duration of each load of the mock, in seconds. */
  readonly seconds: number;
  /** How often each measurement is repeated; figures are medians. */
  readonly rounds: number;
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

  /** The head and a row for each subject. */
  get rows(): string[][] {
    const rows = Object.entries(this.#values).map(([row, cells]) => [
      row,
      ...Object.keys(cells).map((column) => format(this.median(row, column))),
    ]);
    const columns = Object.keys(Object.values(this.#values)[0]!);
    return [[this.#head, ...columns], ...rows];
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
export async function renderPage(result: Result, day: string): Promise<string> {
  const processor = cpus()[0]?.model.trim();
  const machine = `${processor}, ${availableParallelism()} cores, ${type()}`;
  const blocks = [
    `# ${result.title}`,
    `Measured in one run of \`npm run bench\` on ${day} (UTC): ${machine}, Node ${process.version}. ` +
      'Ratios hold on other machines, absolute figures do not.',
    '## Goals',
    markdownOf([
      ['Goal', 'Bound', 'Measured', 'Result'],
      ...result.goals.map(cellsOf),
    ]),
  ];
  for (const [name, { rows }] of Object.entries(result.tables)) {
    blocks.push(`## ${name}`, markdownOf(rows));
  }
  blocks.push('## Method', result.method);
  return prettier.format(blocks.join('\n\n'), { parser: 'markdown' });
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

/** Returns a table with all columns but the first on the right. */
function markdownOf([head = [], ...rows]: string[][]): string {
  const [, ...figures] = head;
  const ruler = ['---', ...figures.map(() => '---:')];
  return [head, ruler, ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}

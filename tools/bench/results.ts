/** The figures of a run, the bounds that they are held against, and the page that shows them. */
import { availableParallelism, cpus, totalmem, type } from 'node:os';
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
  readonly tables: Readonly<Record<string, Pick<Table, 'rows'>>>;
}

/** How a part is to be measured. */
export interface Plan {
  /** Duration of each load of the mock, in seconds. */
  readonly seconds: number;
  /** How often each measurement is repeated; figures are medians. */
  readonly rounds: number;
  /** Called with one line for each measured value. */
  readonly report: (line: string) => void;
}

/** A table of medians, in the order in which the first values are added. */
export class Table {
  readonly #values = new Map<string, Map<string, number[]>>();
  readonly #head: string;
  readonly #report: Plan['report'];

  /** @param head what the rows are, such as `Package` */
  constructor(head: string, report: Plan['report']) {
    this.#head = head;
    this.#report = report;
  }

  add(row: string, column: string, value: number): void {
    const cells = this.#values.get(row) ?? new Map<string, number[]>();
    this.#values.set(row, cells.set(column, [...(cells.get(column) ?? []), value]));
    this.#report(`${column}  ${row}  ${format(value)}`);
  }

  /** Adds how long an action takes, in seconds. */
  async addTime(row: string, column: string, action: () => unknown): Promise<void> {
    const begin = performance.now();
    await action();
    this.add(row, column, (performance.now() - begin) / 1000);
  }

  /** Returns the middle value; of an even number of values, the mean of the middle two. */
  median(row: string, column: string): number {
    const sorted =
      this.#values
        .get(row)
        ?.get(column)
        ?.toSorted((a, b) => a - b) ?? [];
    const upper = sorted[Math.floor(sorted.length / 2)];
    const lower = sorted[Math.ceil(sorted.length / 2) - 1];
    if (upper === undefined || lower === undefined) throw new RangeError(`No ${column} of ${row}`);
    return (lower + upper) / 2;
  }

  /** How many times the median of one row is that of another one. */
  ratio(column: string, row: string, other: string): number {
    return this.median(row, column) / this.median(other, column);
  }

  /** The head and a row for each subject. */
  get rows(): readonly (readonly (string | number)[])[] {
    const columns = [...(this.#values.values().next().value?.keys() ?? [])];
    return [
      [this.#head, ...columns],
      ...[...this.#values.keys()].map((row) => [row, ...columns.map((it) => this.median(row, it))]),
    ];
  }
}

export function isReached({ figure, least = -Infinity, most = Infinity }: Goal): boolean {
  return figure >= least && figure <= most;
}

/** Three significant digits, without an exponent. */
export function format(value: number): string {
  return value >= 1000
    ? Math.round(value).toLocaleString('en')
    : String(Number(value.toPrecision(3)));
}

/** The page of results in Markdown, formatted as the repository demands. */
export async function renderPage(result: Result, day: string): Promise<string> {
  const goals = result.goals.map((goal) => [
    goal.name,
    goal.least === undefined ? `≤ ${format(goal.most!)}` : `≥ ${format(goal.least)}`,
    goal.figure,
    isReached(goal) ? 'reached' : '**missed**',
  ]);
  const all = { Goals: { rows: [['Goal', 'Bound', 'Measured', 'Result'], ...goals] } };
  const processor = cpus()[0]?.model.trim() || 'unknown processor';
  const memory = (totalmem() / 2 ** 30).toFixed(1);
  const machine = `${processor}, ${availableParallelism()} cores, ${memory} GiB of memory, ${type()}, Node ${process.version}`;
  const blocks = [
    `# ${result.title}`,
    `Measured in one run of \`npm run bench\` on ${day} (UTC): ${machine}. Ratios hold on other machines, absolute figures do not.`,
    ...Object.entries({ ...all, ...result.tables }).map(
      ([name, { rows }]) => `## ${name}\n\n${markdownOf(rows)}`,
    ),
    `## Method\n\n${result.method}`,
  ];
  return prettier.format(blocks.join('\n\n'), { parser: 'markdown' });
}

/** A table with its columns of figures on the right. */
function markdownOf([head = [], ...rows]: Table['rows']): string {
  const ruler = head.map((_, index) =>
    rows.every((cells) => typeof cells[index] === 'string') ? '---' : '---:',
  );
  const lines = [head, ruler, ...rows].map((cells) => {
    const texts = cells.map((cell) => (typeof cell === 'number' ? format(cell) : cell));
    return `| ${texts.join(' | ')} |`;
  });
  return lines.join('\n');
}

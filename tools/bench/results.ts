import { writeFileSync } from 'node:fs';
import { availableParallelism, cpus, totalmem, type } from 'node:os';
import { fileURLToPath } from 'node:url';
import * as prettier from 'prettier';

/** A figure with its bound. Ratios compare two figures of the same run. */
export interface Goal {
  readonly name: string;
  readonly figure: number;
  /** The figure must be at least or at most the bound. */
  readonly bound: { readonly least: number } | { readonly most: number };
}

/** What one part of the bench has measured. */
export interface Result {
  readonly title: string;
  /** How it was measured, in Markdown. */
  readonly method: string;
  readonly goals: readonly Goal[];
  readonly tables: readonly Table[];
}

export interface Table {
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly (string | number)[])[];
}

/** How a part is to be measured. */
export interface Plan {
  /** Duration of each load of the mock, in seconds. */
  readonly seconds: number;
  /** How often each measurement is repeated; figures are medians. */
  readonly rounds: number;
  /** Called with one line for each step. */
  readonly report: (line: string) => void;
}

export function isReached({ figure, bound }: Goal): boolean {
  return 'least' in bound ? figure >= bound.least : figure <= bound.most;
}

/**
 * Returns the middle value; of an even number of values, the mean of the middle two.
 *
 * @throws {RangeError} when there are no values
 */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.ceil(sorted.length / 2) - 1];
  if (upper === undefined || lower === undefined) throw new RangeError('No values, no median');
  return (lower + upper) / 2;
}

/** Three significant digits, without an exponent. */
export function format(value: number): string {
  return value >= 1000
    ? Math.round(value).toLocaleString('en')
    : String(Number(value.toPrecision(3)));
}

/** The page of results in Markdown. */
export function renderPage({ title, method, goals, tables }: Result, day: string): string {
  const goalTable: Table = {
    title: 'Goals',
    head: ['Goal', 'Bound', 'Measured', 'Result'],
    rows: goals.map((goal) => [
      goal.name,
      'least' in goal.bound ? `≥ ${format(goal.bound.least)}` : `≤ ${format(goal.bound.most)}`,
      format(goal.figure),
      isReached(goal) ? 'reached' : '**missed**',
    ]),
  };
  return [
    `# ${title}`,
    `Measured in one run of \`npm run bench\` on ${day} (UTC): ${machine()}. Ratios hold on other machines, absolute figures do not.`,
    ...[goalTable, ...tables].map(renderTable),
    `## Method\n\n${method}`,
  ].join('\n\n');
}

function renderTable({ title, head, rows }: Table): string {
  const lines = [head, head.map((_, index) => (index === 0 ? '---' : '---:')), ...rows].map(
    (cells) =>
      `| ${cells.map((cell) => (typeof cell === 'number' ? format(cell) : cell)).join(' | ')} |`,
  );
  return `## ${title}\n\n${lines.join('\n')}`;
}

function machine(): string {
  const processor = cpus()[0]?.model.trim() || 'unknown processor';
  const memory = (totalmem() / 2 ** 30).toFixed(1);
  return `${processor}, ${availableParallelism()} cores, ${memory} GiB of memory, ${type()}, Node ${process.version}`;
}

/** Formats a page and writes it into `results/`. @returns its path from the root of the repository */
export async function writePage(id: string, page: string): Promise<string> {
  const file = fileURLToPath(new URL(`results/${id}.md`, import.meta.url));
  const config = await prettier.resolveConfig(file);
  writeFileSync(file, await prettier.format(page, { ...config, filepath: file }));
  return `tools/bench/results/${id}.md`;
}

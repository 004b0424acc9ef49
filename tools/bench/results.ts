/** The figures of a run, the bounds that they are held against, and the page that shows them. */
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
  /** The head and the rows of each table, by its title. */
  readonly tables: Readonly<Record<string, readonly (readonly (string | number)[])[]>>;
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

/** Measured values, by subject and by what was measured. */
export class Samples {
  readonly #values = new Map<string, number[]>();

  add(subject: string, measure: string, value: number): void {
    const key = `${subject}\n${measure}`;
    this.#values.set(key, [...(this.#values.get(key) ?? []), value]);
  }

  median(subject: string, measure: string): number {
    return median(this.#values.get(`${subject}\n${measure}`) ?? []);
  }

  /** How many times the median of one subject is that of another one. */
  ratio(measure: string, subject: string, other: string): number {
    return this.median(subject, measure) / this.median(other, measure);
  }
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

export function isReached({ figure, bound }: Goal): boolean {
  return 'least' in bound ? figure >= bound.least : figure <= bound.most;
}

/** Three significant digits, without an exponent. */
export function format(value: number): string {
  return value >= 1000
    ? Math.round(value).toLocaleString('en')
    : String(Number(value.toPrecision(3)));
}

/** The page of results in Markdown. */
export function renderPage({ title, method, goals, tables }: Result, day: string): string {
  const results = goals.map((goal) => [
    goal.name,
    'least' in goal.bound ? `≥ ${format(goal.bound.least)}` : `≤ ${format(goal.bound.most)}`,
    goal.figure,
    isReached(goal) ? 'reached' : '**missed**',
  ]);
  const all = { Goals: [['Goal', 'Bound', 'Measured', 'Result'], ...results], ...tables };
  const processor = cpus()[0]?.model.trim() || 'unknown processor';
  const memory = (totalmem() / 2 ** 30).toFixed(1);
  const machine = `${processor}, ${availableParallelism()} cores, ${memory} GiB of memory, ${type()}, Node ${process.version}`;
  return [
    `# ${title}`,
    `Measured in one run of \`npm run bench\` on ${day} (UTC): ${machine}. Ratios hold on other machines, absolute figures do not.`,
    ...Object.entries(all).map(([name, [head = [], ...rows]]) => {
      const ruler = head.map((_, index) => (index === 0 ? '---' : '---:'));
      const lines = [head, ruler, ...rows].map((cells) => {
        const texts = cells.map((cell) => (typeof cell === 'number' ? format(cell) : cell));
        return `| ${texts.join(' | ')} |`;
      });
      return `## ${name}\n\n${lines.join('\n')}`;
    }),
    `## Method\n\n${method}`,
  ].join('\n\n');
}

/** Formats a page and writes it into `results/`. @returns its path from the root of the repository */
export async function writePage(id: string, page: string): Promise<string> {
  const file = fileURLToPath(new URL(`results/${id}.md`, import.meta.url));
  const config = await prettier.resolveConfig(file);
  writeFileSync(file, await prettier.format(page, { ...config, filepath: file }));
  return `tools/bench/results/${id}.md`;
}

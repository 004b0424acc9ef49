import type { Provenance } from '@agent-conversation/contract';
import { BuildError } from '../sources/read-source.ts';

/** An entry of openapi/decisions.md. */
export interface Decision {
  readonly id: string;
  readonly title: string;
  /** Of the last change, as YYYY-MM-DD. */
  readonly date: string;
  readonly provenance: Provenance;
  /** Such as "edition late 2025; edition mid 2026"; empty unless it is observed. */
  readonly evidence: string;
  readonly markdown: string;
}

/** The text before the entries, and the entries in the order of their numbers. */
export interface Decisions {
  readonly introduction: string;
  readonly entries: readonly Decision[];
}

const columns = ['Documented', 'Chosen'];

/**
 * Reads openapi/decisions.md: sections `## D07 · Title`, and rows of the table of trivial decisions.
 *
 * @throws {BuildError} for an entry of another form, naming its line
 */
export function readDecisions(markdown: string): Decisions {
  const lines = markdown.split('\n');
  const entries: Decision[] = [];
  for (const [at, line] of lines.entries()) {
    const [, row] = /^\| (D\d.*) \|$/.exec(line) ?? [];
    if (/^## D\d/.test(line)) entries.push(readSection(lines, at));
    else if (row !== undefined) entries.push(readRow(row, at));
    const last = entries.at(-1);
    if (last && entries.findIndex(({ id }) => id === last.id) < entries.length - 1) {
      fail(at, `${last.id} must have one entry: take another number`);
    }
  }
  const start = lines.findIndex((line) => /^## D\d/.test(line));
  return {
    introduction: lines.slice(0, start).join('\n').trim(),
    entries: entries.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
  };
}

function readSection(lines: readonly string[], at: number): Decision {
  const [, id, title] = /^## (D\d\d) · (\S.*)$/.exec(lines[at]!) ?? [];
  if (id === undefined || title === undefined) {
    fail(at, 'the heading must have the form `## D07 · Title`');
  }
  const end = lines.findIndex((line, i) => i > at && line.startsWith('## '));
  const body = lines.slice(at + 3, end < 0 ? undefined : end).join('\n');
  for (const label of [...columns, 'Alternatives']) {
    if (!body.includes(`\n**${label}:** `)) {
      fail(at, `${id} must have a paragraph that begins with \`**${label}:**\``);
    }
  }
  return { id, title, ...readProvenance(lines[at + 2] ?? '', at + 2), markdown: body.trim() };
}

function readRow(row: string, at: number): Decision {
  const [id = '', title = '', ...cells] = row.split(' | ').map((cell) => cell.trim());
  if (!/^D\d\d$/.test(id) || title === '' || cells.length !== columns.length + 1) {
    fail(at, 'the row must have the form `| D07 | Subject | Documented | Chosen | Provenance |`');
  }
  const paragraphs = columns.map((label, i) => `**${label}:** ${cells[i]}.`);
  return {
    id,
    title,
    ...readProvenance(cells.at(-1)!, at),
    markdown: paragraphs.join('\n\n'),
  };
}

function readProvenance(text: string, at: number) {
  const [, date = '', provenance, evidence = ''] =
    /^(\d{4}-\d\d-\d\d) · (documented|observed|assumed)(?: · (.+))?$/.exec(text) ?? [];
  if (provenance === undefined || Number.isNaN(Date.parse(date))) {
    fail(at, 'must have a date and the provenance, such as `2026-11-21 · observed · deployments`');
  }
  if ((provenance === 'observed') !== (evidence !== '')) {
    fail(at, 'must name the evidence if it is observed, and only then');
  }
  return { date, provenance: provenance as Provenance, evidence };
}

function fail(at: number, what: string): never {
  throw new BuildError(`openapi/decisions.md:${at + 1}: ${what}.`);
}

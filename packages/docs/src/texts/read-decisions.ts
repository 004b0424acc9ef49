import { BuildError } from '../build-error.ts';

/** What a decision rests on, from the surest to the least sure. */
export const standings = ['documented', 'observed', 'assumed'] as const;
export type Standing = (typeof standings)[number];

/** An entry of openapi/decisions.md. */
export interface Decision {
  readonly id: string;
  readonly title: string;
  /** Of the last change, as YYYY-MM-DD. */
  readonly date: string;
  readonly standing: Standing;
  /** What limits the standing, such as "and assumed where `ids` is left out"; often empty. */
  readonly reservation: string;
  /** The paragraphs, from "Left open" to "Would change it". */
  readonly markdown: string;
  /** The last paragraph, "Marks". */
  readonly marks: readonly Mark[];
}

/** A part of the contract that rests on a decision. */
export interface Mark {
  readonly name: string;
  /** Relative to the folder of the contract. */
  readonly file: string;
}

const labels = ['Left open', 'Chosen', 'Why', 'Would change it', 'Marks'];

/**
 * Reads the entries of openapi/decisions.md.
 *
 * @throws {BuildError} for an entry of another form, naming its line
 */
export function readDecisions(markdown: string): Decision[] {
  const lines = markdown.split('\n');
  const heads = [...lines.keys()].filter((i) => lines[i]!.startsWith('## '));
  const decisions = heads.map((at, i) => readDecision(lines.slice(at, heads[i + 1]), at + 1));
  for (const [i, { id }] of decisions.entries()) {
    const same = decisions.findIndex((other) => other.id === id);
    if (same < i)
      fail(heads[i]! + 1, `${id} stands in line ${heads[same]! + 1} already: take another number`);
  }
  return decisions;
}

function readDecision(lines: readonly string[], line: number): Decision {
  const [, id, title] = /^## (D\d\d) · (\S.*)$/.exec(lines[0]!) ?? [];
  if (id === undefined || title === undefined) {
    fail(line, 'the heading must have the form `## D07 · Title`');
  }
  const [, date, standing, reservation] =
    /^(\d{4}-\d\d-\d\d) · (documented|observed|assumed)(?:, (.+))?$/.exec(lines[2] ?? '') ?? [];
  if (date === undefined || standing === undefined || Number.isNaN(Date.parse(date))) {
    fail(
      line + 2,
      'two lines below the heading must stand a date and `documented`, `observed` or `assumed`, such as `2026-11-21 · observed`',
    );
  }
  const starts = labels.map((label) =>
    lines.findIndex((text) => text.startsWith(`**${label}:** `)),
  );
  for (const [i, start] of starts.entries()) {
    if (start > (starts[i - 1] ?? 2)) continue;
    fail(
      line,
      `${id} must have a paragraph that begins with \`**${labels[i]}:**\`${i > 0 ? ` behind that of \`**${labels[i - 1]}:**\`` : ''}`,
    );
  }
  const marks = starts.at(-1)!;
  return {
    id,
    title,
    date,
    standing: standing as Standing,
    reservation: reservation ?? '',
    markdown: lines.slice(3, marks).join('\n').trim(),
    marks: [
      ...lines
        .slice(marks)
        .join('\n')
        .matchAll(/\[([^\]]+)\]\(([^)\s]+)\)/g),
    ].map(([, name = '', file = '']) => ({ name, file })),
  };
}

function fail(line: number, what: string): never {
  throw new BuildError(`openapi/decisions.md:${line}: ${what}.`);
}

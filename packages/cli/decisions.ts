/** Reads `openapi/decisions.md`: lint demands its form, and the docs show it. */

/** What a decision rests on. */
export interface DecisionEvidence {
  /** As it is written. */
  readonly text: string;
  /** Where it begins in the file. */
  readonly offset: number;
  /** Recorded exchanges: `1.5.0 startSandbox/unknown-spec`, or without the edition if all editions are meant. */
  readonly exchanges: readonly NamedExchange[];
  /** What was only read. */
  readonly sources: readonly ReadSource[];
  /** What is neither of them. */
  readonly rest: string;
}

/** The name of a recorded exchange, and where it is in the file. */
export interface NamedExchange {
  readonly name: string;
  readonly offset: number;
}

/** What was read, such as the code of an edition, and when. */
export interface ReadSource {
  readonly source: string;
  readonly date: string;
}

/** What `openapi/decisions.md` has. */
export interface Decisions {
  /** The heading of the file and what is below it, before the first section. */
  readonly introduction: string;
  /** The entries that have the form, in the order of their numbers. */
  readonly entries: readonly Decision[];
}

/** An entry of `openapi/decisions.md`. */
export interface Decision {
  readonly id: string;
  readonly title: string;
  readonly date: string;
  readonly provenance: string;
  /** What is documented, what was chosen, and the alternatives. */
  readonly markdown: string;
  readonly evidence?: DecisionEvidence;
  /** Where the entry begins in the file. */
  readonly offset: number;
}

const date = String.raw`(?<date>\d{4}-\d\d-\d\d)`;
const provenance = '(?<provenance>documented|observed|assumed)';

/** A section: the text has what is documented, what was chosen, the alternatives, and the evidence. */
const section = new RegExp(
  String.raw`^## (?<id>D\d\d) · (?<title>\S.*)\n\n${date} · ${provenance}\n\n(?<text>[^]*?)(?=\n## |(?![^]))`,
  'gm',
);

/** A row of the table of trivial decisions: the evidence follows the provenance. */
const row = new RegExp(
  [
    String.raw`^\| (?<id>D\d\d) `,
    String.raw`\| (?<title>\S.*?) `,
    String.raw`\| (?<documented>\S.*?) `,
    String.raw`\| (?<chosen>\S.*?) `,
    String.raw`\| ${date} · ${provenance}(?: · (?<evidence>[^|\n]*\S))? `,
    String.raw`\|$`,
  ].join('+'),
  'gm',
);

const evidenceParagraph =
  /^\*\*Evidence:\*\* (?<text>[^]*?)(?=\n\n|\s*(?![^]))/m;

/** Reads `openapi/decisions.md`. */
export function readDecisions(text: string): Decisions {
  const [introduction = ''] = text.split(/^## D\d/m);
  const sections = [...text.matchAll(section)].map(readSection);
  const rows = [...text.matchAll(row)].map(readRow);
  const entries = [...sections, ...rows].toSorted((a, b) =>
    a.id < b.id ? -1 : 1,
  );
  return { introduction: introduction.trim(), entries };
}

type Groups = Readonly<Record<string, string | undefined>>;

function readSection(match: RegExpExecArray): Decision {
  const { text = '', ...entry } = match.groups as Groups;
  const textOffset = match.index + match[0].length - text.length;
  const paragraph = evidenceParagraph.exec(text);
  const named = paragraph?.groups?.['text'];
  if (!paragraph || named === undefined)
    return decision(entry, match.index, text.trim());
  const offset =
    textOffset + paragraph.index + paragraph[0].length - named.length;
  const markdown = text
    .replace(paragraph[0], '')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
  return {
    ...decision(entry, match.index, markdown),
    evidence: readEvidenceText(named, offset),
  };
}

function readRow(match: RegExpExecArray): Decision {
  const { documented, chosen, evidence, ...entry } = match.groups as Groups;
  const markdown = `**Documented:** ${documented}.\n\n**Chosen:** ${chosen}.`;
  const withoutEvidence = decision(entry, match.index, markdown);
  if (evidence === undefined) return withoutEvidence;
  const offset = match.index + match[0].lastIndexOf(evidence);
  return { ...withoutEvidence, evidence: readEvidenceText(evidence, offset) };
}

function decision(groups: Groups, offset: number, markdown: string): Decision {
  const { id = '', title = '' } = groups;
  return {
    id,
    title,
    date: groups['date'] ?? '',
    provenance: groups['provenance'] ?? '',
    markdown,
    offset,
  };
}

const exchangeName = /`([^`]*)`/g;
const readSource = /\bread \(([^,()]+), (\d{4}-\d\d-\d\d)\)/g;

function readEvidenceText(text: string, offset: number): DecisionEvidence {
  const exchanges = [...text.matchAll(exchangeName)].map(
    ({ 1: name = '', index }) => ({
      name: name.replaceAll(/\s+/g, ' '),
      offset: offset + index,
    }),
  );
  const sources = [...text.matchAll(readSource)].map((match) => ({
    source: match[1] ?? '',
    date: match[2] ?? '',
  }));
  const others = text.replaceAll(exchangeName, '').replaceAll(readSource, '');
  const pieces = others
    .split(',')
    .map((piece) => piece.replace(/\.\s*$/, '').trim());
  return {
    text,
    offset,
    exchanges,
    sources,
    rest: pieces.filter(Boolean).join(', '),
  };
}

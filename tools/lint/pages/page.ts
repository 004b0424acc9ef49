/** The page of a rule or a decorator: `rules/<name>.md`. */
export interface Page {
  /** The first heading: the id of the rule. */
  readonly title: string;
  /** What the rule says, in one sentence: the first paragraph. */
  readonly summary: string;
  /** The texts of the sections, by their headings, in their order. */
  readonly sections: ReadonlyMap<string, string>;
}

/** A block of code in a page: a file of a contract. */
export interface Block {
  /** The file, from the root of the repository, as the first line of the block tells it. */
  readonly file: string;
  readonly text: string;
}

/** The name of a rule, by which its page is called: its id without `contract-` or `contract/`. */
export function nameOf(id: string): string {
  return id.replace(/^contract[-/]/, '');
}

/** Reads a page. What is missing is empty. */
export function readPage(markdown: string): Page {
  const [head = [], ...rest] = split(markdown);
  const [title = '', ...text] = head;
  return {
    title: title.replace(/^# /, ''),
    summary: text.join(' ').trim(),
    sections: new Map(
      rest.map(([heading = '', ...lines]) => [
        heading.replace(/^## /, ''),
        lines.join('\n').trim(),
      ]),
    ),
  };
}

/** The lines before the first section, and those of each: a block of code may have headings of its own. */
function split(markdown: string): string[][] {
  const parts: string[][] = [[]];
  let isCode = false;
  for (const line of markdown.trim().split(/\r?\n/)) {
    if (line.startsWith('```')) isCode = !isCode;
    if (line.startsWith('## ') && !isCode) parts.push([]);
    parts.at(-1)?.push(line);
  }
  return parts;
}

/**
 * The files that a section shows: blocks whose first line is a comment with the name of a file, such as
 * `# openapi/paths/v1/jobs.yaml` or `<!-- openapi/decisions.md -->`.
 */
export function blocksOf(section: string): readonly Block[] {
  const form = /^```\w+\n(?:# |<!-- )(\S+)(?: -->)?\n(.*?)^```$/gms;
  return [...section.matchAll(form)].map(([, file = '', text = '']) => ({ file, text }));
}

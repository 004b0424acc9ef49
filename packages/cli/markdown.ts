/** Texts in Markdown (CommonMark 0.31.2, GitHub Flavored Markdown 0.29). */

/** Backticks that a text does not have; at least as many as a number. */
function ticksFor(text: string, least: number): string {
  const runs = text.match(/`+/g) ?? [];
  const longest = Math.max(0, ...runs.map(({ length }) => length));
  return '`'.repeat(Math.max(least, longest + 1));
}

/** A code span that shows the text as it is, backticks included (CommonMark 0.31.2, section 6.1). */
export function code(text: string): string {
  const ticks = ticksFor(text, 1);
  const space = ticks === '`' ? '' : ' ';
  return `${ticks}${space}${text}${space}${ticks}`;
}

/** A code span with a JSON value. */
export function codeOf(value: unknown): string {
  return code(JSON.stringify(value));
}

/** A fenced block with a JSON value. @param title shown above it */
export function jsonBlock(value: unknown, title = ''): string {
  return fence(`json ${title}`, JSON.stringify(value, null, 2));
}

/** Markdown of several lines as one line, such as a cell of a table. */
export function line(markdown: string): string {
  return markdown.trim().replaceAll(/\s+/g, ' ');
}

/** A link whose text may have brackets, and a backslash at its end. */
export function link(text: string, target: string): string {
  const escaped = line(text).replaceAll(/[[\]]|(?<!\\)\\$/g, String.raw`\$&`);
  return `[${escaped}](${target})`;
}

/** A table (GitHub Flavored Markdown, section 4.10), or nothing if there are no rows. */
export function table(
  head: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  if (rows.length === 0) return '';
  const all = [head, head.map(() => '---'), ...rows];
  return all.map((cells) => `| ${cells.map(cell).join(' | ')} |`).join('\n');
}

/** A pipe ends a cell unless a backslash stands before it; a pipe that has one keeps it. */
function cell(markdown: string): string {
  return line(markdown).replaceAll(/\\[^]|\|/g, (found) =>
    found === '|' ? String.raw`\|` : found,
  );
}

/** Paragraphs, tables and so on below each other; empty ones are left out. */
export function blocks(...parts: readonly string[]): string {
  return parts
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join('\n\n');
}

/** Joins words as in a sentence: the last one by "and". */
export function enumerate(words: readonly string[]): string {
  return new Intl.ListFormat('en-GB').format(words);
}

/** Indents the lines of a text. */
function indent(text: string, width = 2): string {
  return text.replaceAll(/^(?=.)/gm, ' '.repeat(width));
}

/** A list whose items may have several blocks; empty ones are left out. */
export function list(items: readonly string[]): string {
  const shown = items.filter((item) => item !== '');
  return shown.map((item) => `- ${indent(item).trimStart()}`).join('\n');
}

/** A fenced block of code. @param info the language, and a title, in which a backtick has to be a reference */
export function fence(info: string, text: string): string {
  const ticks = ticksFor(text, 3);
  const start = line(info).replaceAll('`', '&#96;');
  return `${ticks}${start}\n${text.trimEnd()}\n${ticks}`;
}

/** The fenced blocks of a language in a Markdown text, without their fences. */
export function fencedBlocks(markdown: string, language: string): string[] {
  const fences = markdown.matchAll(/^```(\S*).*\n([^]*?)^```$/gm);
  return [...fences].flatMap(([, info, text = '']) =>
    info === language ? [text] : [],
  );
}

/** A table; a cell is Markdown in one line. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  return `${lines.join('\n')}\n`;
}

/** Code within a line, for a cell of a table as well. */
export function code(text: string): string {
  return text === '' ? '' : `\`${text.replaceAll('|', '\\|')}\``;
}

/** Code in lines of its own. */
export function block(...declarations: readonly string[]): string {
  return `\`\`\`ts\n${declarations.join(';\n\n')};\n\`\`\`\n`;
}

/** A link to a heading of code in the same file. */
export function linkTo(heading: string): string {
  return `[\`${heading}\`](#${heading.toLowerCase().replaceAll(/[^\w-]/g, '')})`;
}

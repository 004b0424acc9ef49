/** The most characters that a cell or an item shows. */
const longest = 600;

/**
 * Text as Markdown (GitHub Flavored Markdown). What stands between backticks is code; nothing else in it is
 * markup, names somebody or refers to something.
 */
export function markdownText(text: string): string {
  return shortened(text)
    .split(/(`[^`]+`)/)
    .map((part, index) => (index % 2 === 0 ? plainText(part) : markdownCode(part.slice(1, -1))))
    .join('');
}

function plainText(text: string): string {
  return text
    .replaceAll(/\s+/g, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(/[\\`*_{}[\]()|~!:$]/g, (mark) => `\\${mark}`)
    .replaceAll(/[@#](?=\w)/g, (mark) => `${mark}&#8203;`);
}

/** Text as code, which stands in a table, too. */
export function markdownCode(text: string): string {
  const plain = shortened(text).replaceAll(/\s+/g, ' ');
  const runs = [...plain.matchAll(/`+/g)].map(([run]) => run.length);
  const fence = '`'.repeat(Math.max(0, ...runs) + 1);
  const space = /^`|`$|^ .* $/.test(plain) ? ' ' : '';
  return `${fence}${space}${plain.replaceAll('|', '\\|')}${space}${fence}`;
}

/** Lines of code, as a block. */
export function markdownBlock(language: string, text: string): string {
  const runs = [...text.matchAll(/`+/g)].map(([run]) => run.length);
  const fence = '`'.repeat(Math.max(2, ...runs) + 1);
  return `${fence}${language}\n${text.trimEnd()}\n${fence}`;
}

function shortened(text: string): string {
  return text.length <= longest ? text : `${text.slice(0, longest - 1)}…`;
}

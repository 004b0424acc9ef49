/** What was printed, without empty lines and spaces at the ends, which a reader does not see. */
export function visible(printed: string): string {
  return `${printed.replaceAll(/[ \t\r]+$/gm, '').replaceAll(/^\n+|\n+$/g, '')}\n`;
}

/**
 * What a guide says that a block prints, with its `…` filled in from what was printed. It equals that if, and
 * only if, the guide is right; otherwise it is as it was.
 */
export function fillIn(expected: string, printed: string): string {
  const pattern = expected
    .split('\n')
    .map((line) => (line === '…' ? '(?:.*\n)*?' : `${lineOf(line)}\n`))
    .join('');
  return new RegExp(`^${pattern}$`).test(`${printed}\n`) ? printed : expected;
}

function lineOf(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&').replaceAll('…', '.*');
}

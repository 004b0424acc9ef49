/**
 * A table of Markdown.
 *
 * @param texts how many columns, from the left, hold text; the others hold figures, and are aligned so
 */
export function table(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  texts = 1,
): string {
  const alignment = head.map((_, column) => (column < texts ? '---' : '---:'));
  return [head, alignment, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/**
 * A ratio to a reference, with the value itself beside it in small; without a reference, the value.
 *
 * @param text the value as it is to be read, with its unit
 */
export function ratio(value: number, reference: number | undefined, text: string): string {
  return reference === undefined ? text : `${times(value / reference)} <sub>${text}</sub>`;
}

/** A factor in three digits, or all of those before the point. */
export function times(factor: number): string {
  return factor.toFixed(factor < 1 ? 3 : factor < 10 ? 2 : factor < 100 ? 1 : 0);
}

/** A whole number with commas between the thousands. */
export function whole(value: number): string {
  return Math.round(value).toLocaleString('en');
}

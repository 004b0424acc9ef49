/** The first sentence of a text, in one line. */
export function firstSentence(text = ''): string {
  return (/^.*?[.!?](?=\s|$)/s.exec(text.trim())?.[0] ?? text).replaceAll(/\s+/g, ' ').trim();
}

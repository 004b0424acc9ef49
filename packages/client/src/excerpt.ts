/**
 * Returns the beginning of a text of the service, on one line, for a message.
 *
 * @param longest how many of its characters it may have
 * @param escaped which of them become escapes, which patterns have as well; by default those that a terminal or a page
 * does not show as they are: controls, marks of direction and half characters
 * @param rest stands for the others
 */
export function excerpt(
  text: unknown,
  longest = 1000,
  escaped = /[\p{C}\p{Zl}\p{Zp}]/gu,
  rest = '…',
): string {
  const whole = String(text);
  const start = whole.slice(0, longest).replaceAll(escaped, (character) => {
    const code = character.codePointAt(0)!.toString(16);
    return `\\u{${code}}`;
  });
  return whole.length > longest ? start + rest : start;
}

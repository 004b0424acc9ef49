/** Whether a name stands in a text, and is not a part of another name. */
export function hasWord(text: string, name: string): boolean {
  return text.match(/\w+/g)?.includes(name) ?? false;
}

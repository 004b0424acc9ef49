import type { Location } from '@agent-conversation/cli/source';

/** Returns the line and column of an offset in the text of a file. */
export function position(file: string, text: string, offset: number): Omit<Location, 'pointer'> {
  const lines = text.slice(0, offset).split('\n');
  const last = lines.at(-1) ?? '';
  return { file, line: lines.length, column: last.length + 1 };
}

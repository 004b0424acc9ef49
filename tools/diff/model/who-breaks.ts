import type { Breaks } from './change.ts';

const words = { sender: 'senders', receiver: 'receivers', source: 'TypeScript source' };

/** Who breaks, as a part of a sentence: `senders and TypeScript source`. */
export function whoBreaks(breaks: readonly Breaks[]): string {
  return breaks.map((it) => words[it]).join(' and ');
}

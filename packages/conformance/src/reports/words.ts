import type { Generation } from '../checker/run.ts';

/** How many there are, such as `1 error` or `1,200 errors`. */
export function count(amount: number, noun: string): string {
  return `${amount.toLocaleString('en')} ${noun}${amount === 1 ? '' : 's'}`;
}

/** A time for people, such as `12 ms`, `3.4 s` or `2 min 5 s`. */
export function time(milliseconds: number): string {
  if (milliseconds < 999.5) return `${Math.round(milliseconds)} ms`;
  if (milliseconds < 59_950) return `${Number((milliseconds / 1000).toFixed(1))} s`;
  const seconds = Math.round(milliseconds / 1000);
  return `${Math.floor(seconds / 60)} min${seconds % 60 ? ` ${seconds % 60} s` : ''}`;
}

/** What is known of the generations that a server has, such as `V1 and no V0`. */
export function generationsIn(found: Readonly<Record<Generation, boolean | undefined>>): string {
  const told = Object.entries(found)
    .filter(([, isThere]) => isThere !== undefined)
    .toSorted(([, a], [, b]) => Number(b) - Number(a))
    .map(([name, isThere]) => (isThere ? '' : 'no ') + name.toUpperCase());
  return told.join(' and ');
}

import type { Breaks } from '../model/change.ts';

/** Who breaks by what a check of oasdiff finds, as far as its name tells. */
export function breaksBy(check: string): readonly Breaks[] {
  if (check.includes('request')) return ['sender'];
  return check.includes('response') ? ['receiver'] : ['sender', 'receiver'];
}

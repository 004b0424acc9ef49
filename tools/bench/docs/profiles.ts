/** What a reader has: a machine and a line. */
export interface Profile {
  readonly id: 'fast' | 'slow';
  /** How many times slower the processor is than that of this machine. */
  readonly slowdown: number;
  /** Undefined for the loopback as it is. */
  readonly line: Line | undefined;
  /** What the results tell about it. */
  readonly text: string;
}

interface Line {
  /** Bits in a second. */
  readonly down: number;
  /** Bits in a second. */
  readonly up: number;
  /** From a request to its answer, in milliseconds. */
  readonly latency: number;
}

const slowdown = 4;
const line: Line = { down: 1_600_000, up: 750_000, latency: 150 };

/** The profiles, in the order of the results. */
export const profiles: readonly Profile[] = [
  { id: 'fast', slowdown: 1, line: undefined, text: 'this machine and its loopback as they are' },
  {
    id: 'slow',
    slowdown,
    line,
    text: `a processor that is ${slowdown} times slower, and a line of ${line.down / 1e6} Mbit/s down and ${line.up / 1e6} Mbit/s up, with ${line.latency} ms from a request to its answer; Chromium itself slows both down`,
  },
];

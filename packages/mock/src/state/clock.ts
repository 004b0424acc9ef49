/**
 * What moves the clock:
 *
 * - `real`: the time of the day.
 * - `requests`: each request of a key moves the clock of that key by one second.
 * - `manual`: nothing but `advance`.
 */
export type ClockKind = 'real' | 'requests' | 'manual';

export const clockKinds: readonly ClockKind[] = ['real', 'requests', 'manual'];

const perRequest = 1000;

/** The clock of a mock. */
export interface Clock {
  readonly kind: ClockKind;
  /** By how much the clock was put forward, in milliseconds. */
  offset: number;
  /** The time for a key that has sent so many requests, in milliseconds since 1970. */
  now(requests: number): number;
}

/** @param beginning where a clock begins that is not the real one, in milliseconds since 1970 */
export function createClock(kind: ClockKind, beginning: number = Date.UTC(2026, 0, 1)): Clock {
  return {
    kind,
    offset: 0,
    now(requests) {
      if (kind === 'real') return Date.now() + this.offset;
      return beginning + this.offset + (kind === 'requests' ? requests * perRequest : 0);
    },
  };
}

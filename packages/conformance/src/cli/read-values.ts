import type { CheckOptions } from '../checker/options.ts';

/**
 * Reads `500`, `60s` or `500,60s`.
 *
 * @throws {TypeError} for anything else
 */
export function readBudget(text: string): Pick<CheckOptions, 'maxRequests' | 'maxTime'> {
  const parts = text.split(',');
  const requests = parts.filter((part) => /^\d{1,9}$/.test(part));
  const times = parts.filter((part) => durationOf(part) !== undefined);
  if (requests.length + times.length < parts.length || requests.length > 1 || times.length > 1) {
    throw new TypeError(
      `--budget takes a number of requests, a time, or both, such as 500,60s, not '${text}'`,
    );
  }
  return {
    maxRequests: requests[0] === undefined ? undefined : Number(requests[0]),
    maxTime: times[0] === undefined ? undefined : durationOf(times[0]),
  };
}

/**
 * Reads a whole number that is not negative.
 *
 * @param option what it is called
 * @throws {TypeError} for anything else
 */
export function whole(option: string, text: string): number {
  if (!/^\d{1,15}$/.test(text)) {
    throw new TypeError(`${option} takes a whole number, 0 or more, not '${text}'`);
  }
  return Number(text);
}

/**
 * Reads a number such as `0.5`.
 *
 * @param option what it is called
 * @throws {TypeError} for anything else
 */
export function decimal(option: string, text: string): number {
  if (!/^\d{1,9}(\.\d{1,9})?$/.test(text)) {
    throw new TypeError(`${option} takes a number such as 20 or 0.5, not '${text}'`);
  }
  return Number(text);
}

/**
 * Reads a time such as `30s`.
 *
 * @param option what it is called
 * @returns milliseconds
 * @throws {TypeError} for anything else
 */
export function duration(option: string, text: string): number {
  const milliseconds = durationOf(text);
  if (milliseconds === undefined) {
    throw new TypeError(`${option} takes a time such as 500ms, 30s or 2m, not '${text}'`);
  }
  return milliseconds;
}

const units: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** A time in milliseconds; undefined for a text that is none. */
function durationOf(text: string): number | undefined {
  const [, amount, unit] = /^(\d{1,9}(?:\.\d{1,9})?)(ms|s|m|h)$/.exec(text) ?? [];
  return unit === undefined ? undefined : Number(amount) * units[unit]!;
}

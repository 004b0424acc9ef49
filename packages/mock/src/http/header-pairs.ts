/** Headers as they are sent, line by line. */
import type { HeaderPair } from '../types.ts';

/** Returns the pairs of a flat list, as Node has it. */
export function pairsOf(flat: readonly string[]): HeaderPair[] {
  const pairs: HeaderPair[] = [];
  for (let at = 0; at < flat.length; at += 2)
    pairs.push([flat[at]!, flat[at + 1]!]);
  return pairs;
}

/** Returns the values of a header, in their order. */
export function valuesOf(
  headers: readonly HeaderPair[],
  name: string,
): string[] {
  return headers
    .filter((pair) => isNamed(pair, name))
    .map(([, value]) => value);
}

/** Returns the elements of a header that is a list (RFC 9110, section 5.6.1), in lower case. */
export function elementsOf(
  headers: readonly HeaderPair[],
  name: string,
): string[] {
  const elements = valuesOf(headers, name).join(',').split(',');
  return elements
    .map((element) => element.trim().toLowerCase())
    .filter((it) => it !== '');
}

/** Whether a header has a name, which is in lower case. */
export function isNamed([name]: HeaderPair, expected: string): boolean {
  return name.toLowerCase() === expected;
}

import { createHash } from 'node:crypto';
import type { Json } from './json.ts';

/** What stays the same as long as its parts do: 16 hexadecimal digits of their SHA-256. */
export function fingerprintOf(parts: readonly Json[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 16);
}

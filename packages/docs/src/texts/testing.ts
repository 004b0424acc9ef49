import { readFileSync } from 'node:fs';
import type { LinkTo } from '../machines/links.ts';
import { sources } from '../testing.ts';

/** A link that shows what it leads to. */
export const linkTo: LinkTo = (kind, name) => `${kind}:${name}`;

/** A file of the contract's folder, and the names of those in a folder of it. */
export function readSource(path: string): string {
  return readFileSync(new URL(path, sources), 'utf8');
}

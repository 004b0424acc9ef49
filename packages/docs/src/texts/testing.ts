import { readFileSync } from 'node:fs';
import type { Contract } from '../contract.ts';
import type { LinkTo } from '../machines/links.ts';

const bundle = new URL(import.meta.resolve('@agent-conversation/openapi/openapi.json'));

/** The real contract. */
export const contract = JSON.parse(readFileSync(bundle, 'utf8')) as Contract;

/** A link that shows what it leads to. */
export const linkTo: LinkTo = (kind, name) => `${kind}:${name}`;

/** A file of the contract's folder, and the names of those in a folder of it. */
export function readSource(path: string): string {
  return readFileSync(new URL(`../${path}`, bundle), 'utf8');
}

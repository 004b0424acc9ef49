import { readFileSync } from 'node:fs';
import type { Document } from '../../model/contract.ts';

/** A small contract, as the last release. */
export const lamps: Document = {
  file: 'lamps.yaml',
  text: readFileSync(new URL('lamps.yaml', import.meta.url), 'utf8'),
};

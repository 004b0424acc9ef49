import { readFileSync } from 'node:fs';
import type { Document } from '../../model/contract.ts';

const file = 'openapi/released/openapi.yaml';

/** The contract of the last release. */
export const releasedDocument: Document = {
  file,
  text: readFileSync(new URL(`../../../../${file}`, import.meta.url), 'utf8'),
};

import { readFileSync } from 'node:fs';
import type { Contract } from './contract.ts';

/** The bundled contract of this repository. */
const bundle = new URL(import.meta.resolve('@agent-conversation/openapi/openapi.json'));

/** The folder of its sources. */
export const sources = new URL(
  '.',
  import.meta.resolve('@agent-conversation/openapi/package.json'),
);

export const contract = JSON.parse(readFileSync(bundle, 'utf8')) as Contract;

import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { JsonObject } from './json.ts';

const file = new URL('../../../../openapi/released/openapi.yaml', import.meta.url);

/** The contract of the last release, in one file: what every change of the corpus changes. */
export const released = parse(readFileSync(file, 'utf8')) as JsonObject;

import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import type { GivenId } from './complaints.ts';

const folder = new URL('../rules/', import.meta.url);

/** The texts of the pages of the rules, by the names of their files. */
export function readPages(): ReadonlyMap<string, string> {
  const files = readdirSync(fileURLToPath(folder)).filter((file) => file.endsWith('.md'));
  return new Map(files.map((file) => [file, readFileSync(new URL(file, folder), 'utf8')]));
}

/** All ids that were ever given out. */
export function readIds(): readonly GivenId[] {
  return parse(readFileSync(new URL('ids.yaml', folder), 'utf8')) as GivenId[];
}

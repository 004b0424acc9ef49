import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

const text = readFileSync(new URL('overruled.yaml', import.meta.url), 'utf8');

/** Checks of oasdiff that never tell anything by themselves, each with the reason. */
export const overruled: ReadonlyMap<string, string> = new Map(
  Object.entries(parse(text) as Readonly<Record<string, string>>),
);

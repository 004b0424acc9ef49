import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

/** Something that lets something pass, as `exceptions.yaml` has it. */
export interface Exceptions {
  /** What is let pass. */
  readonly what: string;
  /** Where that is told, as a glob from the root. */
  readonly files: string;
  /** A JSON Pointer (RFC 6901) to what is counted. */
  readonly at?: string;
  /** A regular expression whose matches are counted; `(?m)` before it makes `^` the begin of a line. */
  readonly matches?: string;
  /** How many there are. */
  readonly count: number;
}

/**
 * Counts exceptions.
 *
 * @throws {Error} when no file has them any more
 */
export function countExceptions(root: string, { what, files, at, matches }: Exceptions): number {
  const paths = globSync(files, {
    cwd: root,
    exclude: (path) => /(^|\/)(node_modules|dist|generated|gates)$/.test(path),
  });
  if (paths.length === 0) throw new Error(`exceptions.yaml: ${what}: there is no file ${files}`);
  const texts = paths.map((path) => readFileSync(join(root, path), 'utf8'));
  const counts = texts.map((text) =>
    at === undefined ? countMatches(text, matches ?? '') : countLeaves(valueAt(parse(text), at)),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}

function countMatches(text: string, matches: string): number {
  const lines = matches.startsWith('(?m)');
  const expression = new RegExp(lines ? matches.slice('(?m)'.length) : matches, lines ? 'gm' : 'g');
  return text.match(expression)?.length ?? 0;
}

function valueAt(value: unknown, pointer: string): unknown {
  return pointer
    .split('/')
    .slice(1)
    .reduce<unknown>((at, step) => (at as Record<string, unknown> | undefined)?.[step], value);
}

function countLeaves(value: unknown): number {
  if (value === undefined || value === null) return 0;
  if (typeof value !== 'object') return 1;
  return Object.values(value).reduce<number>((sum, each) => sum + countLeaves(each), 0);
}

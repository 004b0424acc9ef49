import type { Mutant } from './mutants.ts';

/** The part of `npm test` that a mutant must die of. */
export interface Gate {
  /** What turbo runs. */
  readonly run: readonly string[];
  /** What a run of all the tests shows, if it has run this part. */
  readonly shows: string;
}

const lint: Gate = { run: ['lint:source', 'lint:bundle'], shows: ':lint:bundle: ' };

/**
 * The part that is named for a mutant: the linters, or a test file. It is undefined where neither is named,
 * or several files have that name: then it takes all the tests.
 *
 * @param files the files of the repository, from its root
 */
export function gateOf({ gate, says }: Mutant, files: readonly string[]): Gate | undefined {
  if (gate === 'lint') return lint;
  const [file = ''] = says;
  const [path, ...others] = files.filter((it) => it.endsWith(`/${file}`));
  if (!file.endsWith('.test.ts') || path === undefined || others.length > 0) return undefined;
  const workspace = /^(openapi|packages\/[^/]+|tools\/[^/]+)\//.exec(path)?.[1];
  if (workspace === undefined) return undefined;
  const task = path.includes('/browser/') ? 'browser' : 'test';
  return { run: [task, `--filter=./${workspace}`, '--', file], shows: `${file} ` };
}

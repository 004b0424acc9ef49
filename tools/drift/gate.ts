import type { Mutant } from './mutants.ts';

/** A test file that a mutant must die of. */
export interface Gate {
  /** The folder of its workspace, from the root. */
  readonly workspace: string;
  /** The task of turbo that runs it. */
  readonly task: 'test' | 'browser';
  /** Its name, such as `statements.test.ts`. */
  readonly file: string;
}

/**
 * The test file that is named for a mutant; undefined where the gate is no test, or several files have that
 * name: then it takes all the tests.
 *
 * @param files the files of the repository, from its root
 */
export function gateOf({ says: [file = ''] }: Mutant, files: readonly string[]): Gate | undefined {
  const [path, ...others] = files.filter((it) => it.endsWith(`/${file}`));
  if (!file.endsWith('.test.ts') || path === undefined || others.length > 0) return undefined;
  const workspace = /^(openapi|packages\/[^/]+|tools\/[^/]+)\//.exec(path)?.[1];
  if (workspace === undefined) return undefined;
  return { workspace, file, task: path.includes('/browser/') ? 'browser' : 'test' };
}

import { ReleaseError } from './release-error.ts';
import { mustRun, run } from './run.ts';

/**
 * Demands that a repository has nothing that is not committed: what is released is what was reviewed.
 *
 * @throws {ReleaseError} naming the first file
 */
export async function demandCleanTree(root: string): Promise<void> {
  const status = await mustRun(root, 'This is no git repository', [
    'git',
    'status',
    '--porcelain',
    '--untracked-files=all',
  ]);
  const [first, ...others] = status.split('\n').filter((line) => line !== '');
  if (first === undefined) return;
  const more = others.length > 0 ? ` (and ${others.length} more)` : '';
  throw new ReleaseError(
    `${first.slice(3)}${more}: not committed. Commit it or take it away, then release`,
  );
}

/** The commit that is checked out. */
export async function headOf(root: string): Promise<string> {
  return (await mustRun(root, 'There is no commit yet', ['git', 'rev-parse', 'HEAD'])).trim();
}

/** The commit that a tag stands on, if there is such a tag. */
export async function taggedCommit(root: string, tag: string): Promise<string | undefined> {
  const { passed, stdout } = await run(root, [
    'git',
    'rev-parse',
    '--quiet',
    '--verify',
    `refs/tags/${tag}^{commit}`,
  ]);
  return passed ? stdout.trim() : undefined;
}

/**
 * The commits of branches and tags in the repository that this one was cloned from.
 *
 * @param names such as `refs/heads/main`; those that are not there are left out
 * @throws {ReleaseError} when it does not answer
 */
export async function refsOfOrigin(
  root: string,
  ...names: readonly string[]
): Promise<ReadonlyMap<string, string>> {
  const command = ['git', 'ls-remote', 'origin', ...names] as const;
  const listed = await mustRun(root, 'origin does not tell its branches and tags', command);
  const refs = listed.split('\n').map((line) => line.split('\t'));
  return new Map(refs.map(([commit = '', name = '']) => [name, commit]));
}

/** Puts a tag on the commit that is checked out. */
export async function tagHead(root: string, tag: string): Promise<void> {
  await mustRun(root, `There is no tag ${tag}`, ['git', 'tag', tag]);
}

import { copyWorktree, removeWorktree } from '@agent-conversation/cli/worktree';

/**
 * Does something in a copy of the repository, which is removed afterwards.
 *
 * @param root the root of the repository
 */
export async function inCopy<Result>(
  root: string,
  work: (copy: string) => Promise<Result>,
): Promise<Result> {
  const copy = copyWorktree(root);
  try {
    return await work(copy);
  } finally {
    removeWorktree(copy);
  }
}

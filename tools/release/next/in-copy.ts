import { makeScratchCopy, removeScratchCopy } from '@agent-conversation/scratch-copy';

/**
 * Does something in a copy of the repository, which is removed afterwards.
 *
 * @param root the root of the repository
 */
export async function inCopy<Result>(
  root: string,
  work: (copy: string) => Promise<Result>,
): Promise<Result> {
  const copy = makeScratchCopy(root);
  try {
    return await work(copy);
  } finally {
    removeScratchCopy(copy);
  }
}

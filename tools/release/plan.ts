/** What CI does with a commit. */
import { CheckError, type Context, demandReview } from './context.ts';
import { run } from './run.ts';

/**
 * Decides what to do with the commit that is checked out. With changesets, the newest commit decides; a version is
 * published before the next one is proposed.
 *
 * @throws {CheckError} if the version of the contract was not published, and there are changesets for the next one
 */
export async function plan(
  context: Context,
): Promise<'publish' | 'propose' | 'nothing'> {
  const { root } = context;
  const { versions, planned } = await demandReview(root, context);
  const tag = `v${versions.current}`;
  const refs = await run(root, 'git', ['ls-remote', 'origin', 'main', tag]);
  const isPublished = refs.includes(`refs/tags/${tag}`);
  const [changeset] = planned.changesets;
  if (!changeset) return isPublished ? 'nothing' : 'publish';
  const head = await run(root, 'git', ['rev-parse', 'HEAD']);
  if (!refs.includes(`${head}\trefs/heads/main`)) return 'nothing';
  if (isPublished) return 'propose';
  throw new CheckError(
    `${changeset.file}: is for the release after ${tag}, and origin has no such tag. Run the workflow of ` +
      `the commit that made ${tag} again, then this one; see tools/release/README.md`,
  );
}

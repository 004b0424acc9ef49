/** What CI does with a commit. */
import { CheckError, type Context, reviewOf } from './context.ts';
import { run } from './run.ts';

export interface Step {
  readonly step: 'publish' | 'propose' | 'nothing';
  /** Why, in a sentence. */
  readonly reason: string;
}

/**
 * Decides what to do with the commit that is checked out. With changesets, the newest commit decides; a version is
 * published before the next one is proposed.
 *
 * @throws {CheckError} if the version of the contract was not published, and there are changesets for the next one
 */
export async function plan(context: Context): Promise<Step> {
  const { root } = context;
  const { versions, planned } = await reviewOf(root, context);
  const tag = `v${versions.current}`;
  const refs = await run(root, 'git', ['ls-remote', 'origin', 'main', tag]);
  const isTagged = refs.includes(`refs/tags/${tag}`);
  const [changeset] = planned.changesets;
  if (!changeset) {
    return isTagged
      ? {
          step: 'nothing',
          reason: `${tag} is published, and there are no changesets.`,
        }
      : {
          step: 'publish',
          reason: `There are no changesets, and origin has no tag ${tag}.`,
        };
  }
  const head = await run(root, 'git', ['rev-parse', 'HEAD']);
  if (!refs.includes(`${head}\trefs/heads/main`)) {
    return {
      step: 'nothing',
      reason: 'This commit is not the newest of main: that one decides.',
    };
  }
  if (isTagged) {
    const reason = `${tag} is published, and there are changesets, such as ${changeset.file}.`;
    return { step: 'propose', reason };
  }
  throw new CheckError(
    `${changeset.file}: is for the release after ${tag}, and origin has no such tag. Run the workflow of ` +
      `the commit that made ${tag} again, then this one; see tools/release/README.md`,
  );
}

import { reviewContract, type Target } from '@agent-conversation/diff';
import type { ReleasedClone } from '@agent-conversation/diff/released-clone';
import { stringify } from 'yaml';

/** What a person says of a breaking change. */
export interface Words {
  /** For the changeset. */
  readonly prose: string;
  /** For the approvals. */
  readonly reason: string;
  readonly migration: string;
}

/**
 * Writes what the changes of a clone need before they may be released, a changeset and approvals, and commits all.
 *
 * @returns the least step, which the changeset has, and the version that it leads to
 */
export async function announce(clone: ReleasedClone, words: Words): Promise<Target> {
  const { prose, reason, migration } = words;
  clone.bundle();
  const { changes, least } = await reviewContract({ root: clone.root });
  const approvals = changes
    .filter(({ needsApproval }) => needsApproval)
    .map(({ fingerprint, message }) => {
      const expires = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10);
      return { fingerprint, change: message, reason, migration, owner: '@ada', expires };
    });
  clone.write('openapi/approvals.yaml', `# Reviewed.\n${stringify({ approvals })}`);
  clone.write(
    '.changeset/first.md',
    `---\n'@agent-conversation/types': ${least.step}\n---\n\n${prose}\n`,
  );
  clone.commit('A change that is meant');
  return least;
}

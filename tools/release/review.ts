/** The only file that uses `@agent-conversation/diff`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as diff from '@agent-conversation/diff';

export { approvalsFile } from '@agent-conversation/diff';

/** A change of the contract since the last release. */
export type Change = diff.ReviewedChange;

/** What has changed since the last release, and what keeps the contract from being released. */
export interface Review extends Pick<
  diff.Review,
  'changes' | 'versions' | 'planned' | 'diagnostics'
> {
  /** All of it as text. */
  readonly report: string;
}

/** Compares the built contract of a repository with the released one. */
export async function review(root: string): Promise<Review> {
  const reviewed = await diff.reviewContract({ root });
  return { ...reviewed, report: diff.prettyReport(reviewed, (_, text) => text) };
}

/** Makes the built contract the one that the next contract is compared with. */
export function rotateReleased(root: string): void {
  const bundle = readFileSync(join(root, 'openapi/dist/openapi.yaml'), 'utf8');
  writeFileSync(join(root, diff.releasedFile), bundle);
  writeFileSync(join(root, diff.digestFile), diff.digestOf(bundle));
  writeFileSync(join(root, diff.sourcesFile), diff.sourcesOf(root));
}

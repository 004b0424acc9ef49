/** The only file that uses `@agent-conversation/diff`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  approvalsFile,
  digestFile,
  digestOf,
  type Plan,
  type PlannedChangeset,
  prettyReport,
  releasedFile,
  reviewContract,
  type ReviewedChange,
  sourcesFile,
  sourcesOf,
  type Versions,
} from '@agent-conversation/diff';

export { approvalsFile };

interface Located {
  readonly location: { readonly file: string; readonly line: number };
  readonly message: string;
}

/** A change of the contract since the last release. */
export interface Change
  extends Located, Pick<ReviewedChange, 'rule' | 'effect' | 'breaks' | 'operations' | 'migration'> {
  readonly approval: { readonly reason: string; readonly migration: string } | undefined;
}

/** What has changed since the last release. */
export interface Review {
  readonly changes: readonly Change[];
  readonly versions: Versions;
  readonly planned: Pick<Plan, 'step' | 'version'> & {
    readonly changesets: readonly Pick<PlannedChangeset, 'file' | 'step' | 'summary'>[];
  };
  /** What keeps the contract from being released. */
  readonly diagnostics: readonly Located[];
  /** All of it as text. */
  readonly report: string;
}

/** Compares the built contract of a repository with the released one. */
export async function review(root: string): Promise<Review> {
  const reviewed = await reviewContract({ root });
  return { ...reviewed, report: prettyReport(reviewed, (_, text) => text) };
}

/** Makes the built contract the one that the next contract is compared with. */
export function rotateReleased(root: string): void {
  const bundle = readFileSync(join(root, 'openapi/dist/openapi.yaml'), 'utf8');
  writeFileSync(join(root, releasedFile), bundle);
  writeFileSync(join(root, digestFile), digestOf(bundle));
  writeFileSync(join(root, sourcesFile), sourcesOf(root));
}

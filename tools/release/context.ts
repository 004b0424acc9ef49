/** What the commands work on, and what all of them demand first. */
import { CommandError } from '@agent-conversation/cli';
import { prettyReport, type Review } from '@agent-conversation/diff';
import { reviewedPackages, run } from './run.ts';

/** What the command works on. Tests pass their own. */
export interface Context {
  /** The root of the repository. */
  readonly root: string;
  readonly review: (root: string) => Promise<Review>;
  readonly build: (root: string, folders: readonly string[]) => Promise<void>;
  /** Builds the docs, and records the addresses of their pages. */
  readonly recordDocs: (root: string) => Promise<void>;
  /** YYYY-MM-DD. */
  readonly today: string;
}

/** A check failed: exit code 1. Each line of the message names a location and what to do. */
export class CheckError extends CommandError {}

/** More files that are not committed are counted. */
const mostListed = 10;

/** What is released is what was committed, and thus reviewed. @throws {CommandError} if the tree has other changes */
export async function demandCleanTree(root: string): Promise<void> {
  const listed = await run(root, 'git', ['status', '--porcelain']);
  if (listed === '') return;
  const lines = listed.split('\n').map((line) => line.trim());
  const more =
    lines.length > mostListed
      ? `\n… and ${lines.length - mostListed} more`
      : '';
  const shown = lines.slice(0, mostListed).join('\n');
  throw new CommandError(
    `Commit these files or remove them first:\n${shown}${more}`,
  );
}

/** Builds and reviews the contract. @throws {CheckError} with the report if there are diagnostics */
export async function reviewOf(
  root: string,
  context: Context,
): Promise<Review> {
  await context.build(root, reviewedPackages);
  const reviewed = await context.review(root);
  if (reviewed.diagnostics.length > 0)
    throw new CheckError(prettyReport(reviewed, { isBrief: true }));
  return reviewed;
}

/** What the commands work on, and what all of them demand first. */
import { CommandError } from '@agent-conversation/cli';
import { prettyReport, type Review } from '@agent-conversation/diff';
import { run, type runTask } from './run.ts';

/** What the command works on. Tests pass their own. */
export interface Context {
  /** The root of the repository. */
  readonly root: string;
  /** Builds and reviews the contract. */
  readonly review: (root: string) => Promise<Review>;
  readonly runTask: typeof runTask;
  /** YYYY-MM-DD. */
  readonly today: string;
}

/** A check failed: exit code 1. Each line of the message names a location and what to do. */
export class CheckError extends CommandError {}

/** What is released is what was committed, and thus reviewed. @throws {CommandError} if the tree has other changes */
export async function demandCleanTree(root: string): Promise<void> {
  const listed = await run(root, 'git', ['status', '--porcelain']);
  if (listed === '') return;
  throw new CommandError(`Commit these files or remove them first:\n${listed}`);
}

/** Builds and reviews the contract. @throws {CheckError} with the report if there are diagnostics */
export async function demandReview(
  root: string,
  context: Context,
): Promise<Review> {
  const reviewed = await context.review(root);
  if (reviewed.diagnostics.length === 0) return reviewed;
  throw new CheckError(prettyReport(reviewed, { isBrief: true }));
}

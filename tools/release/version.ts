/** Makes the next release in a copy of the repository. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CommandError } from '@agent-conversation/cli';
import type { FileChange } from '@agent-conversation/cli/files';
import {
  copyWorktree,
  removeWorktree,
} from '@agent-conversation/shared/worktree';
import * as diff from '@agent-conversation/diff';
import { stringify } from 'yaml';
import { changelogEntry, contractChangesets } from './changelog.ts';
import { type Context, demandReview, review } from './context.ts';
import { publishedPackages } from './packages.ts';
import { run } from './run.ts';

/** The next release, made in a copy of the repository. */
export interface NextRelease {
  readonly copy: string;
  /** The review before it was made. */
  readonly reviewed: diff.Review;
  /** The new entry of `openapi/changelog.yaml`. */
  readonly entry: string;
  /** All files that change. */
  readonly files: readonly FileChange[];
}

/**
 * Makes the next release, checks that nothing is left to release, and uses the copy before it is removed.
 *
 * @throws {CheckError} with the report of the review
 * @throws {CommandError} naming what prevents the release
 */
export async function withNextRelease<T>(
  context: Context,
  use: (next: NextRelease) => T | Promise<T>,
): Promise<T> {
  const copy = copyWorktree(context.root);
  try {
    return await use(await makeNextRelease(copy, context));
  } finally {
    removeWorktree(copy);
  }
}

const changelogFile = 'openapi/changelog.yaml';

async function makeNextRelease(
  copy: string,
  context: Context,
): Promise<NextRelease> {
  const reviewed = await demandReview(copy, context);
  const { changes, planned } = reviewed;
  if (changes.length === 0 && planned.step === 'none') {
    throw new CommandError(
      'Nothing to release: no change of the contract, no changeset',
    );
  }
  const write = (file: string, text: string) =>
    writeFileSync(join(copy, file), text);
  /** Replaces a part of a file. */
  const replace = (file: string, name: string, part: RegExp, by: string) => {
    const path = join(copy, file);
    const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
    if (!part.test(text))
      throw new CommandError(`${file}: has no ${name}. Restore it from git`);
    write(
      file,
      text.replace(part, () => by),
    );
  };

  const releases = [changelogEntry(reviewed, context.today)];
  const yaml = {
    lineWidth: 110,
    singleQuote: true,
    aliasDuplicateObjects: false,
  };
  const entry = stringify({ releases }, yaml);
  replace(changelogFile, 'list `releases`', /^releases:\n/m, entry);
  const version = /(?<=^info:\n(?: .*\n)*? {2}version: ).*/m;
  replace('openapi/openapi.yaml', 'version', version, planned.version);
  const approvals = /(?<=^approvals:)[^]*/m;
  replace(diff.approvalsFile, 'list `approvals`', approvals, ' []\n');

  const packages = publishedPackages(copy);
  for (const [name, text] of contractChangesets(reviewed, packages))
    write(`.changeset/${name}.md`, text);
  await run(copy, 'changeset', ['version']);
  const offline = ['--offline', '--ignore-scripts', '--no-audit', '--no-fund'];
  await run(copy, 'npm', ['install', '--package-lock-only', ...offline]);
  const changelogs = packages.map(({ folder }) => `${folder}/CHANGELOG.md`);
  await run(copy, 'prettier', ['--write', changelogFile, ...changelogs]);

  await context.runTask(copy, 'build', ['openapi']);
  // The contract becomes the one that the next contract is compared with.
  const bundle = readFileSync(join(copy, 'openapi/dist/openapi.yaml'), 'utf8');
  write(diff.releasedFile, bundle);
  write(diff.digestFile, diff.digestOf(bundle));
  write(diff.sourcesFile, diff.sourcesOf(copy));
  await context.runTask(copy, 'record', ['packages/docs']);

  const after = await review(copy, context);
  const [left] = [...after.diagnostics, ...after.changes];
  if (left) {
    const { file, line } = left.location;
    throw new CommandError(
      `After the release, ${file}:${line}: ${left.message}`,
    );
  }
  return { copy, reviewed, entry, files: await changedFiles(copy) };
}

/** Lists what has changed in a copy since it was made, without what git ignores. */
async function changedFiles(copy: string): Promise<readonly FileChange[]> {
  const options = ['-z', '-mo', '--exclude-standard', '--deduplicate'];
  const listed = await run(copy, 'git', ['ls-files', ...options]);
  const files = listed.split('\0').filter((file) => file !== '');
  return files.toSorted().map((file) => {
    const path = join(copy, file);
    return { file, content: existsSync(path) ? readFileSync(path) : undefined };
  });
}

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
import { type Context, reviewOf } from './context.ts';
import { publishedPackages } from './packages.ts';
import { reviewedPackages, run } from './run.ts';

/** The next release, made in a copy of the repository; disposing of it removes the copy. */
export interface NextRelease extends Disposable {
  readonly copy: string;
  /** The review before it was made. */
  readonly reviewed: diff.Review;
  /** The new entry of `openapi/changelog.yaml`. */
  readonly entry: string;
  /** All files that change. */
  readonly files: readonly FileChange[];
}

/**
 * Makes the next release, and checks that nothing is left to release.
 *
 * @throws {CheckError} with the report of the review
 * @throws {CommandError} naming what prevents the release
 */
export async function makeNextRelease(context: Context): Promise<NextRelease> {
  const copy = copyWorktree(context.root);
  using cleanup = new DisposableStack();
  cleanup.defer(() => removeWorktree(copy));
  const reviewed = await reviewOf(copy, context);
  demandChanges(reviewed);
  const { planned } = reviewed;
  const entry = writeChangelogEntry(copy, reviewed, context.today);
  writeContractVersion(copy, planned.version);
  emptyApprovals(copy);
  writeContractChangesets(copy, reviewed);
  await raisePackages(copy);
  await formatChangelogs(copy);
  await context.build(copy, reviewedPackages);
  writeReleasedContract(copy);
  await context.recordDocs(copy);
  await demandNothingLeft(copy, planned.version, context);
  const files = await changedFiles(copy);
  const kept = cleanup.move();
  return {
    copy,
    reviewed,
    entry,
    files,
    [Symbol.dispose]: () => kept.dispose(),
  };
}

function demandChanges({ changes, planned }: diff.Review): void {
  if (changes.length > 0 || planned.step !== 'none') return;
  throw new CommandError(
    'Nothing to release: no change of the contract, no changeset',
  );
}

/** Replaces a part of a file. @throws {CommandError} if the file has no such part */
function replace(
  copy: string,
  file: string,
  name: string,
  part: RegExp,
  by: string,
): void {
  const path = join(copy, file);
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
  if (!part.test(text))
    throw new CommandError(`${file}: has no ${name}. Restore it from git`);
  const replaced = text.replace(part, () => by);
  writeFileSync(path, replaced);
}

const changelogFile = 'openapi/changelog.yaml';

function writeChangelogEntry(
  copy: string,
  reviewed: diff.Review,
  today: string,
): string {
  const yaml = {
    lineWidth: 110,
    singleQuote: true,
    aliasDuplicateObjects: false,
  };
  const entry = stringify([changelogEntry(reviewed, today)], yaml);
  const indented = entry.replaceAll(/^(?=.)/gm, '  ');
  const top = /(?<=^releases:\n)(?= {2}- )/m;
  replace(copy, changelogFile, 'list `releases`', top, indented);
  return entry;
}

function writeContractVersion(copy: string, version: string): void {
  const infoVersion = /(?<=^info:\n(?: .*\n)*? {2}version: ).*/m;
  replace(copy, 'openapi/openapi.yaml', 'version', infoVersion, version);
}

function emptyApprovals(copy: string): void {
  replace(
    copy,
    diff.approvalsFile,
    'list `approvals`',
    /(?<=^approvals:)[^]*/m,
    ' []\n',
  );
}

function writeContractChangesets(copy: string, reviewed: diff.Review): void {
  if (reviewed.changes.length === 0) return;
  const changesets = contractChangesets(reviewed, publishedPackages(copy));
  for (const [index, changeset] of changesets.entries()) {
    writeFileSync(
      join(copy, `.changeset/the-changes-of-the-contract-${index}.md`),
      changeset,
    );
  }
}

/** Raises the versions of the packages and their ranges, writes their changelogs, and removes the changesets. */
async function raisePackages(copy: string): Promise<void> {
  await run(copy, 'changeset', ['version']);
  const offline = ['--offline', '--ignore-scripts', '--no-audit', '--no-fund'];
  await run(copy, 'npm', ['install', '--package-lock-only', ...offline]);
}

async function formatChangelogs(copy: string): Promise<void> {
  const ofPackages = publishedPackages(copy).map(
    ({ folder }) => `${folder}/CHANGELOG.md`,
  );
  await run(copy, 'prettier', ['--write', changelogFile, ...ofPackages]);
}

/** The contract becomes the one that the next contract is compared with. */
function writeReleasedContract(copy: string): void {
  const bundle = readFileSync(join(copy, 'openapi/dist/openapi.yaml'), 'utf8');
  writeFileSync(join(copy, diff.releasedFile), bundle);
  writeFileSync(join(copy, diff.digestFile), diff.digestOf(bundle));
  writeFileSync(join(copy, diff.sourcesFile), diff.sourcesOf(copy));
}

async function demandNothingLeft(
  copy: string,
  version: string,
  context: Context,
): Promise<void> {
  const { changes, diagnostics, versions } = await context.review(copy);
  const [left] = [...diagnostics, ...changes];
  if (left) {
    const { file, line } = left.location;
    throw new CommandError(
      `After the release, ${file}:${line}: ${left.message}`,
    );
  }
  if (versions.current !== version) {
    throw new CommandError(
      `After the release, the version is ${versions.current}, not ${version}`,
    );
  }
}

/** Lists what has changed in a copy since it was made, without what git ignores. */
async function changedFiles(copy: string): Promise<readonly FileChange[]> {
  const listed = await run(copy, 'git', [
    'ls-files',
    '-z',
    '-mo',
    '--exclude-standard',
  ]);
  const files = new Set(listed.split('\0').filter((file) => file !== ''));
  return [...files].toSorted().map((file) => {
    const path = join(copy, file);
    return { file, content: existsSync(path) ? readFileSync(path) : undefined };
  });
}

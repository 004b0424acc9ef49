/** Makes the next release in a copy of the repository. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CommandError } from '@agent-conversation/cli';
import {
  copyWorktree,
  removeWorktree,
} from '@agent-conversation/shared/worktree';
import * as diff from '@agent-conversation/diff';
import { stringify } from 'yaml';
import { contractChangesets, releaseNotes, releaseOf } from './changelog.ts';
import { type Context, demandReview } from './context.ts';
import { publishedPackages } from './packages.ts';
import { run } from './run.ts';

const changelogFile = 'openapi/changelog.yaml';
const yamlOptions = {
  lineWidth: 110,
  singleQuote: true,
  aliasDuplicateObjects: false,
};

/**
 * Makes the next release, and writes all of its files to the working tree or none.
 *
 * @param isDry whether to write nothing
 * @returns a description of the release
 * @throws {CheckError} with the report of the review
 * @throws {CommandError} naming what prevents the release
 */
export async function makeRelease(
  context: Context,
  isDry: boolean,
): Promise<string> {
  const copy = copyWorktree(context.root);
  const git = (...args: readonly string[]) => run(copy, 'git', args);
  try {
    const before = await git('write-tree');
    const description = await raiseVersion(copy, context);
    await git('add', '--all');
    const compare = ['diff-index', '--cached', before];
    const files = await git(...compare, '--name-status');
    if (!isDry) {
      const patch = join(copy, '.git/release.patch');
      await git(...compare, '--binary', '--full-index', `--output=${patch}`);
      await run(context.root, 'git', ['apply', '--whitespace=nowarn', patch]);
    }
    return `${description}\n${files}\n`;
  } finally {
    removeWorktree(copy);
  }
}

/** Makes the release in a copy, and describes it. */
async function raiseVersion(copy: string, context: Context): Promise<string> {
  const reviewed = await demandReview(copy, context);
  const { planned, least, versions } = reviewed;
  const { version, step } = planned;
  if (step === 'none')
    throw new CommandError('Nothing to release: there are no changesets');

  const read = (file: string) => readFileSync(join(copy, file), 'utf8');
  const write = (file: string, text: string) =>
    writeFileSync(join(copy, file), text);
  const replace = (file: string, part: RegExp, by: string) =>
    write(
      file,
      read(file).replace(part, () => by),
    );
  const release = releaseOf(reviewed, context.today);
  const entry = stringify({ releases: [release] }, yamlOptions);
  replace(changelogFile, /^releases:\n/m, entry);
  const infoVersion = /(?<=^info:\n(?: .*\n)*? {2}version: ).*/m;
  replace('openapi/openapi.yaml', infoVersion, version);
  replace(diff.approvalsFile, /(?<=^approvals:)[^]*/m, ' []\n');

  const packages = publishedPackages(copy);
  const changesets = contractChangesets(release, least.step, packages);
  for (const [name, text] of Object.entries(changesets))
    write(`.changeset/${name}.md`, text);
  await run(copy, 'changeset', ['version']);
  const offline = ['--offline', '--ignore-scripts', '--no-audit', '--no-fund'];
  await run(copy, 'npm', ['install', '--package-lock-only', ...offline]);
  const changelogs = '{openapi,packages/*}/CHANGELOG.md';
  await run(copy, 'prettier', ['--write', changelogFile, changelogs]);

  await context.runTask(copy, 'build', ['openapi']);
  // The contract becomes the one that the next contract is compared with.
  const bundle = read('openapi/dist/openapi.yaml');
  write(diff.releasedFile, bundle);
  write(diff.digestFile, diff.digestOf(bundle));
  write(diff.sourcesFile, diff.sourcesOf(copy));
  await context.runTask(copy, 'record', ['packages/docs']);

  const title = `${versions.current} -> ${version} (${step})`;
  return [title, release.summary, releaseNotes(copy, version)].join('\n\n');
}

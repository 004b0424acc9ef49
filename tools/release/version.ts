/** Makes the next release in a copy of the repository: versions, changelogs, the released contract. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CommandError } from '@agent-conversation/cli';
import type { FileChange } from '@agent-conversation/cli/files';
import { stringify } from 'yaml';
import { addContractChanges, changelogEntry, type Entry } from './changelog.ts';
import type { Context } from './command.ts';
import { publishedPackages } from './packages.ts';
import { approvalsFile, type Review, rotateReleased } from './review.ts';
import { run } from './run.ts';

/** What a release changes in the repository. */
export interface Release {
  readonly entry: Entry;
  readonly files: readonly FileChange[];
}

/**
 * Makes the release that a review plans, and checks it: nothing may be left to release, and the docs must build.
 *
 * @param copy a copy of the repository; it is changed
 * @param reviewed the copy's review, without diagnostics
 * @throws {CommandError} naming what prevents the release
 */
export async function makeRelease(
  copy: string,
  reviewed: Review,
  { build, docs, review, today }: Context,
): Promise<Release> {
  const { version } = reviewed.planned;
  const entry = changelogEntry(reviewed, today);
  const edit = (file: string, change: (text: string) => string) => {
    const path = join(copy, file);
    if (!existsSync(path)) throw new CommandError(`${file}: is missing. Restore it from git`);
    writeFileSync(path, change(readFileSync(path, 'utf8')));
  };
  const replace = (file: string, part: RegExp, by: string, name: string) =>
    edit(file, (text) => {
      if (text.search(part) < 0) throw new CommandError(`${file}: has no ${name}. Restore it`);
      return text.replace(part, by);
    });
  const changelog = 'openapi/changelog.yaml';
  edit(changelog, (text) => addEntry(changelog, text, entry));
  replace('openapi/openapi.yaml', /(?<=^info:\n(?: .*\n)*? {2}version: ).*/m, version, 'version');
  replace(approvalsFile, /(?<=^approvals:)[^]*/m, ' []\n', 'list `approvals`');
  const checker = `@agent-conversation/conformance@${reviewed.versions.released}`;
  const raised = `@agent-conversation/conformance@${version}`;
  replace('packages/conformance/action.yml', new RegExp(`${checker}(?= )`), raised, checker);

  await run(copy, 'changesets did not write the versions', ['changeset', 'version']);
  const changelogs = publishedPackages(copy).map(({ folder }) => `${folder}/CHANGELOG.md`);
  for (const file of changelogs) edit(file, (text) => addContractChanges(text, reviewed));
  const offline = ['--offline', '--ignore-scripts', '--no-audit', '--no-fund'];
  const lock = ['npm', 'install', '--package-lock-only', ...offline] as const;
  await run(copy, 'package-lock.json was not updated', lock);
  const format = ['prettier', '--write', changelog, ...changelogs] as const;
  await run(copy, 'The changelogs were not formatted', format);

  await build(copy, ['openapi']);
  rotateReleased(copy);
  if (docs.length > 0) await build(copy, docs);
  const { changes, diagnostics, versions } = await review(copy);
  const [left] = [...diagnostics, ...changes];
  if (left) {
    const { file, line } = left.location;
    throw new CommandError(`After the release, ${file}:${line}: ${left.message}`);
  }
  if (versions.current !== version) {
    throw new CommandError(`After the release, the version is ${versions.current}, not ${version}`);
  }
  return { entry, files: await changedFiles(copy) };
}

/** Lists what has changed in a copy since it was made, without what git ignores. */
async function changedFiles(copy: string): Promise<readonly FileChange[]> {
  const git = async (...args: readonly string[]) =>
    (await run(copy, 'git did not list the changed files', ['git', ...args, '-z'])).split('\0');
  const changed = await git('diff', '--name-only');
  const added = await git('ls-files', '--others', '--exclude-standard');
  const files = new Set([...changed, ...added].filter((file) => file !== ''));
  return [...files].toSorted().map((file) => {
    const path = join(copy, file);
    return { file, content: existsSync(path) ? readFileSync(path) : undefined };
  });
}

/** Formats an entry as it is written to `openapi/changelog.yaml`. */
export function entryText(entry: Entry): string {
  return stringify([entry], { lineWidth: 110, singleQuote: true, aliasDuplicateObjects: false });
}

/** Adds an entry on top of the releases; every other byte stays. */
function addEntry(file: string, text: string, entry: Entry): string {
  const [before, indent] = /^releases:\n(?=( *)- )/m.exec(text) ?? [];
  if (before === undefined)
    throw new CommandError(`${file}: \`releases\` must be a block sequence`);
  return text.replace(before, () => before + entryText(entry).replaceAll(/^(?=.)/gm, indent ?? ''));
}

/** Makes the next release in a copy of the repository: versions, changelogs, the released contract. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CommandError } from '@agent-conversation/cli';
import type { FileChange } from '@agent-conversation/cli/files';
import { stringify } from 'yaml';
import { changelogEntry, contractChangeset } from './changelog.ts';
import type { Context } from './command.ts';
import { publishedPackages } from './packages.ts';
import { approvalsFile, type Review, rotateReleased } from './review.ts';
import { run } from './run.ts';

/**
 * Makes the release that a review plans, and checks it: nothing may be left to release, and the docs must build.
 *
 * @param copy a copy of the repository; it is changed
 * @param reviewed the copy's review, without diagnostics
 * @returns the new entry of `openapi/changelog.yaml`, and all files that change
 * @throws {CommandError} naming what prevents the release
 */
export async function makeRelease(
  copy: string,
  reviewed: Review,
  { build, docs, review, today }: Context,
): Promise<{ readonly entry: string; readonly files: readonly FileChange[] }> {
  const { version } = reviewed.planned;
  const replace = (file: string, name: string, part: RegExp, by: (indent: string) => string) => {
    const path = join(copy, file);
    const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
    if (!part.test(text)) throw new CommandError(`${file}: has no ${name}. Restore it from git`);
    writeFileSync(
      path,
      text.replace(part, (_, indent: string) => by(indent)),
    );
  };
  const yaml = { lineWidth: 110, singleQuote: true, aliasDuplicateObjects: false };
  const entry = stringify([changelogEntry(reviewed, today)], yaml);
  const changelog = 'openapi/changelog.yaml';
  // On top of the releases; every other byte stays.
  replace(changelog, 'block sequence `releases`', /(?<=^releases:\n)(?=( *)- )/m, (indent) =>
    entry.replaceAll(/^(?=.)/gm, indent),
  );
  const infoVersion = /(?<=^info:\n(?: .*\n)*? {2}version: ).*/m;
  replace('openapi/openapi.yaml', 'version', infoVersion, () => version);
  replace(approvalsFile, 'list `approvals`', /(?<=^approvals:)[^]*/m, () => ' []\n');
  const checker = `@agent-conversation/conformance@${reviewed.versions.released}`;
  replace('packages/conformance/action.yml', checker, new RegExp(`${checker}(?= )`), () =>
    checker.replace(/[^@]*$/, version),
  );

  const packages = publishedPackages(copy);
  if (reviewed.changes.length > 0) {
    const changeset = contractChangeset(reviewed, packages);
    writeFileSync(join(copy, '.changeset/the-changes-of-the-contract.md'), changeset);
  }
  await run(copy, 'changesets did not write the versions', ['changeset', 'version']);
  const offline = ['--offline', '--ignore-scripts', '--no-audit', '--no-fund'];
  const lock = ['npm', 'install', '--package-lock-only', ...offline] as const;
  await run(copy, 'package-lock.json was not updated', lock);
  const texts = [changelog, ...packages.map(({ folder }) => `${folder}/CHANGELOG.md`)];
  await run(copy, 'The changelogs were not formatted', ['prettier', '--write', ...texts]);

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
  const command = ['git', 'ls-files', '-z', '-mo', '--exclude-standard'] as const;
  const listed = await run(copy, 'git did not list the changed files', command);
  const files = new Set(listed.split('\0').filter((file) => file !== ''));
  return [...files].toSorted().map((file) => {
    const path = join(copy, file);
    return { file, content: existsSync(path) ? readFileSync(path) : undefined };
  });
}

/** Makes the next release in a copy of the repository. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CommandError } from '@agent-conversation/cli';
import type { FileChange } from '@agent-conversation/cli/files';
import * as diff from '@agent-conversation/diff';
import { stringify } from 'yaml';
import { changelogEntry, contractChangeset } from './changelog.ts';
import type { Context } from './main.ts';
import { publishedPackages } from './packages.ts';
import { reviewedPackages, run } from './run.ts';

/**
 * Makes the release that a review plans in a copy of the repository, and checks that nothing is left to release.
 * Returns the new entry of `openapi/changelog.yaml`, and all files that change.
 *
 * @throws {CommandError} naming what prevents the release
 */
export async function makeRelease(
  copy: string,
  reviewed: diff.Review,
  context: Context,
): Promise<{ readonly entry: string; readonly files: readonly FileChange[] }> {
  const { version } = reviewed.planned;
  const write = (file: string, text: string) => writeFileSync(join(copy, file), text);
  const replace = (file: string, name: string, part: RegExp, by: string) => {
    const path = join(copy, file);
    const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
    if (!part.test(text)) throw new CommandError(`${file}: has no ${name}. Restore it from git`);
    const replaced = text.replace(part, () => by);
    write(file, replaced);
  };
  const yaml = { lineWidth: 110, singleQuote: true, aliasDuplicateObjects: false };
  const entry = stringify([changelogEntry(reviewed, context.today)], yaml);
  const changelog = 'openapi/changelog.yaml';
  const top = /(?<=^releases:\n)(?= {2}- )/m;
  replace(changelog, 'list `releases`', top, entry.replaceAll(/^(?=.)/gm, '  '));
  const infoVersion = /(?<=^info:\n(?: .*\n)*? {2}version: ).*/m;
  replace('openapi/openapi.yaml', 'version', infoVersion, version);
  replace(diff.approvalsFile, 'list `approvals`', /(?<=^approvals:)[^]*/m, ' []\n');
  const { released } = reviewed.versions;
  const used = new RegExp(`(?<=@agent-conversation/conformance@)${released}(?= )`);
  replace('packages/conformance/action.yml', `conformance@${released}`, used, version);

  const packages = publishedPackages(copy);
  if (reviewed.changes.length > 0) {
    write('.changeset/the-changes-of-the-contract.md', contractChangeset(reviewed, packages));
  }
  await run(copy, 'changeset', ['version']);
  const offline = ['--offline', '--ignore-scripts', '--no-audit', '--no-fund'];
  await run(copy, 'npm', ['install', '--package-lock-only', ...offline]);
  const texts = [changelog, ...packages.map(({ folder }) => `${folder}/CHANGELOG.md`)];
  await run(copy, 'prettier', ['--write', ...texts]);

  await context.build(copy, reviewedPackages);
  const bundle = readFileSync(join(copy, 'openapi/dist/openapi.yaml'), 'utf8');
  write(diff.releasedFile, bundle);
  write(diff.digestFile, diff.digestOf(bundle));
  write(diff.sourcesFile, diff.sourcesOf(copy));
  const { changes, diagnostics, versions } = await context.review(copy);
  const left = [...diagnostics, ...changes].map(
    ({ location: { file, line }, message }) => `${file}:${line}: ${message}`,
  );
  if (versions.current !== version) left.push(`the version is ${versions.current}, not ${version}`);
  if (left[0] !== undefined) throw new CommandError(`After the release, ${left[0]}`);
  return { entry, files: await changedFiles(copy) };
}

/** Lists what has changed in a copy since it was made, without what git ignores. */
async function changedFiles(copy: string): Promise<readonly FileChange[]> {
  const listed = await run(copy, 'git', ['ls-files', '-z', '-mo', '--exclude-standard']);
  const files = new Set(listed.split('\0').filter((file) => file !== ''));
  return [...files].toSorted().map((file) => {
    const path = join(copy, file);
    return { file, content: existsSync(path) ? readFileSync(path) : undefined };
  });
}

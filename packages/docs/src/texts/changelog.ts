import { calls } from '../contract.ts';
import type { Contract } from '../contract.ts';
import { readRelease } from './read-release.ts';
import type { Release } from './read-release.ts';
import { readYaml } from './read-yaml.ts';
import type { YamlFile } from './read-yaml.ts';

export { changelogMarkdown, historyOf, releaseMarkdown } from './changelog-markdown.ts';
export type { Release } from './read-release.ts';

/**
 * Reads openapi/changelog.yaml: the releases, newest first.
 *
 * @param current the version of the contract that is documented
 * @param released the contract as it was last released, which the newest entry led to
 * @throws {BuildError} when it has another form or does not agree with the contracts, naming the line
 *   and what to do
 */
export function readChangelog(text: string, current: string, released: Contract): Release[] {
  const file = readYaml(text, 'openapi/changelog.yaml');
  const list = (file.value as { releases?: unknown } | null)?.releases;
  if (!Array.isArray(list) || list.length === 0) {
    return file.refuse(['releases'], '`releases` must be a list with an entry for each release');
  }
  const releases = list.map((entry: unknown, i) => readRelease(entry, ['releases', i], file));
  checkVersions(releases, current, file);
  checkOperations(releases, released, file);
  return releases;
}

function checkVersions(releases: readonly Release[], current: string, { refuse }: YamlFile): void {
  for (const [i, { version, date }] of releases.entries()) {
    const at = (member: string) => ['releases', i, member];
    const newer = releases[i - 1];
    if (newer === undefined) {
      if (version === current) continue;
      return refuse(
        at('version'),
        `the first release must be ${current}, the version in openapi/openapi.yaml: add its entry, or fix one of the two`,
      );
    }
    if (compare(version, newer.version) >= 0) {
      refuse(
        at('version'),
        `${version} must be older than ${newer.version} above it: put the newest release first`,
      );
    }
    if (date > newer.date) {
      refuse(
        at('date'),
        `${date} must not be later than ${newer.date}, the date of the newer release ${newer.version}: fix one of the two`,
      );
    }
  }
}

/**
 * A listed operation was released, or its newest entry is its removal. What the
 * contract has gained or lost since the last release is for the next entry.
 */
function checkOperations(
  releases: readonly Release[],
  released: Contract,
  { refuse }: YamlFile,
): void {
  const known = new Set(calls(released).map(({ operation }) => operation.operationId));
  const seen = new Set<string>();
  for (const [i, { operations }] of releases.entries()) {
    for (const { operationId, changes } of operations) {
      if (seen.has(operationId)) continue;
      seen.add(operationId);
      const path = ['releases', i, 'operations', operationId];
      const isRemoved = changes.some(({ kind }) => kind === 'removed');
      if (isRemoved || known.has(operationId)) continue;
      refuse(
        path,
        `the released contract has no operation \`${operationId}\`: fix the name, or list it as \`removed\` in the newest release that has it`,
      );
    }
  }
}

/** Which of two versions is newer (Semantic Versioning 2.0.0, section 11, without pre-releases). */
function compare(a: string, b: string): number {
  const [left, right] = [a, b].map((version) => version.split('.').map(Number));
  const i = left!.findIndex((part, at) => part !== right![at]);
  return i === -1 ? 0 : left![i]! - right![i]!;
}

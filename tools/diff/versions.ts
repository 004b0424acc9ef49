/** Versions, changesets, and the digest of the released contract. */
import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { assembleReleasePlan } from '@changesets/assemble-release-plan';
import { readConfig } from '@changesets/config';
import { parseChangesetFile } from '@changesets/parse';
import { readChangesets } from '@changesets/read';
import { getPackages, type Packages } from '@manypkg/get-packages';
import { inc, lt, major, parse, rsort } from 'semver';
import { SourceFile, valueAt } from '@agent-conversation/contract';
import { firstLine, inputError, lineOf, parsed, readText } from './contract.ts';
import {
  type Change,
  type Diagnostic,
  type Location,
  type Plan,
  type PlannedChangeset,
  type Step,
  steps,
  type Target,
} from './model.ts';

/** The contract of the last release, as one file. */
export const releasedFile = 'openapi/released/openapi.yaml';
/** Its SHA-256, in the format of `sha256sum`. */
export const digestFile: string = `${releasedFile}.sha256`;
/** What to do when a file of the last release is missing or edited. */
export const restore = 'restore it from git; only `npm run release` writes it';

/** The content of the digest file for a released contract. */
export function digestOf(text: string): string {
  return `${createHash('sha256').update(text).digest('hex')}  openapi.yaml\n`;
}

/** Detects edits of the released contract. */
export function checkReleased(root: string, text: string): readonly Diagnostic[] {
  if (readText(root, digestFile, restore) === digestOf(text)) return [];
  const message = `The released contract was edited: its SHA-256 differs from ${digestFile}; ${restore}.`;
  return [
    {
      kind: 'released-edited',
      location: { file: releasedFile, line: 1 },
      message,
      paste: undefined,
    },
  ];
}

/**
 * The smallest step that announces some changes (Semantic Versioning 2.0.0): before 1.0.0, breaking changes raise the
 * minor version and all others the patch.
 */
export function leastStep(changes: readonly Pick<Change, 'effect'>[], released: string): Step {
  if (changes.length === 0) return 'none';
  const isStable = major(released) > 0;
  if (changes.some(({ effect }) => effect === 'breaking')) return isStable ? 'major' : 'minor';
  return isStable && changes.some(({ effect }) => effect === 'compatible') ? 'minor' : 'patch';
}

export const raised = (version: string, step: Step): string =>
  step === 'none' ? version : inc(version, step)!;

export interface LocatedVersion {
  readonly version: string;
  readonly location: Location;
}

/** The version in a file. @throws {CommandError} if there is none of three numbers */
export function versionIn(file: string, text: string, pointer: string): LocatedVersion {
  const source = new SourceFile(file, text);
  const location = { file, line: lineOf(source, pointer) };
  const version = valueAt(parsed(source), pointer);
  const known = typeof version === 'string' ? parse(version) : null;
  if (known?.version === version && known?.prerelease.length === 0)
    return { version: known.version, location };
  const what = `${pointer} is ${JSON.stringify(version) ?? 'missing'}: write a version of three numbers, such as 1.2.3`;
  throw inputError(file, location.line, what);
}

/** The workspaces of a repository. */
export async function readWorkspaces(root: string): Promise<Packages> {
  try {
    return await getPackages(root);
  } catch (error) {
    throw inputError('package.json', 1, `the workspaces cannot be read: ${firstLine(error)}`);
  }
}

/** The versions of the published packages, by name. */
export function publishedVersions({
  rootDir,
  packages,
}: Packages): ReadonlyMap<string, LocatedVersion> {
  const published = packages.filter(({ packageJson }) => packageJson.private !== true);
  const entries = published.map(({ dir, packageJson: { name } }) => {
    const file = join(relative(rootDir, dir), 'package.json').replaceAll(sep, '/');
    return [name, versionIn(file, readFileSync(join(rootDir, file), 'utf8'), '/version')] as const;
  });
  return new Map(entries.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

/** Detects versions that were raised by hand. @param released undefined when compared with another base */
export function checkVersions(
  released: string | undefined,
  current: LocatedVersion,
  published: ReadonlyMap<string, LocatedVersion>,
  fixed: readonly (readonly string[])[],
): readonly Diagnostic[] {
  const byHand = 'Only `npm run release` raises versions: revert the edit.';
  const found: (readonly [Location, string])[] = [];
  if (released !== undefined && current.version !== released) {
    found.push([
      current.location,
      `info.version is ${current.version}, but the last release is ${released}. ${byHand}`,
    ]);
  }
  const wanted = released ?? current.version;
  for (const [name, { version, location }] of published) {
    if (version !== wanted)
      found.push([
        location,
        `${name} has version ${version}, but the contract has ${wanted}. ${byHand}`,
      ]);
  }
  const names = [...published.keys()];
  if (!fixed.some((group) => names.every((name) => group.includes(name)))) {
    const location = { file: '.changeset/config.json', line: 1 };
    found.push([
      location,
      `A group of \`fixed\` must contain all published packages: ${names.join(', ')}.`,
    ]);
  }
  return found.map(([location, message]) => ({
    kind: 'versions-disagree',
    location,
    message,
    paste: undefined,
  }));
}

/** What the next `changeset version` does to the published packages, and the groups that are released together. */
export async function readPlan(
  packages: Packages,
  published: ReadonlyMap<string, LocatedVersion>,
): Promise<{ readonly plan: Plan; readonly fixed: readonly (readonly string[])[] }> {
  const root = packages.rootDir;
  const configFile = '.changeset/config.json';
  const { config, errors } = await readConfig(root, packages).catch((error: unknown) => {
    throw inputError(configFile, 1, firstLine(error));
  });
  if (!config) throw inputError(configFile, 1, errors[0] ?? 'cannot be read');
  for (const name of globSync('.changeset/*.md', { cwd: root }).toSorted()) {
    // The reader of all of them does not name the one that is malformed.
    if (!name.endsWith('README.md')) readChangeset(root, name.replaceAll(sep, '/'));
  }
  const changesets = (await readChangesets(root)).toSorted((one, other) =>
    one.id < other.id ? -1 : 1,
  );
  let releases;
  try {
    ({ releases } = assembleReleasePlan(changesets, packages, config, undefined));
  } catch (error) {
    const first = changesets.find(({ id }) => firstLine(error).includes(` ${id} `));
    throw inputError(first ? `.changeset/${first.id}.md` : configFile, 1, firstLine(error));
  }
  const own = releases.filter(({ name }) => published.has(name));
  const versions = [
    ...published.values(),
    ...own.map(({ newVersion }) => ({ version: newVersion })),
  ];
  const plan = {
    step: greatest(own.map(({ type }) => type)),
    version: rsort(versions.flatMap(({ version }) => version ?? []))[0]!,
    changesets: changesets.map(({ id, releases: asked, summary }) => ({
      file: `.changeset/${id}.md`,
      step: greatest(asked.filter(({ name }) => published.has(name)).map(({ type }) => type)),
      summary,
      packages: asked.map(({ name, type }) => ({
        name,
        step: type,
        isPublished: published.has(name),
      })),
    })),
  };
  return { plan, fixed: config.fixed };
}

function readChangeset(root: string, file: string): void {
  try {
    parseChangesetFile(readFileSync(join(root, file), 'utf8'));
  } catch (error) {
    throw inputError(file, 1, firstLine(error));
  }
}

const greatest = (all: readonly Step[]): Step =>
  steps.findLast((step) => all.includes(step)) ?? 'none';

/** Stands for the summary that a person has to write. */
const blank = 'Say in a sentence or two what changes for users of the contract.';

/** Checks that the changesets announce at least the required step. @param changes sorted by effect */
export function checkPlan(
  changes: readonly Change[],
  least: Target,
  plan: Plan,
): readonly Diagnostic[] {
  const found: Diagnostic[] = [];
  const [worst] = changes;
  if (worst && lt(plan.version, least.version)) {
    const size = ({ step }: PlannedChangeset) => steps.indexOf(step);
    const [largest] = plan.changesets
      .filter(({ packages }) => packages.some(({ isPublished }) => isPublished))
      .toSorted((one, other) => size(other) - size(one));
    const file = largest?.file ?? `.changeset/contract-${worst.fingerprint}.md`;
    const { packages, summary } = largest ?? {
      packages: [{ name: '@agent-conversation/openapi', isPublished: true, step: least.step }],
      summary: blank,
    };
    const lines = packages.map((it) => `'${it.name}': ${it.isPublished ? least.step : it.step}\n`);
    const because = `${worst.location.file}:${worst.location.line} has a change that is ${worst.effect}`;
    const needed = `The changesets must announce at least ${least.step}, to ${least.version}: ${because}.`;
    found.push({
      kind: largest ? 'changeset-too-small' : 'changeset-missing',
      location: largest ? { file, line: 1 } : worst.location,
      message: `${needed} ${largest ? `They announce ${plan.step}, to ${plan.version}: raise ${file}` : `Add ${file}`}.`,
      paste: { file, text: `---\n${lines.join('')}---\n\n${summary}\n` },
    });
  }
  for (const { step, summary, file } of plan.changesets) {
    const location = { file, line: 1 };
    if (step === 'none') {
      const message =
        'The changeset raises no published package: name one with its step, or remove the file.';
      found.push({ kind: 'changeset-needless', location, message, paste: undefined });
    } else if (summary === '' || summary === blank) {
      const message =
        'The changeset has no summary: write one, it becomes the entry of the changelog.';
      found.push({ kind: 'changeset-without-summary', location, message, paste: undefined });
    }
  }
  return found;
}

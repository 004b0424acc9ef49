/** Versions and changesets. */
import { globSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { SourceFile, valueAt } from '@agent-conversation/contract';
import { assembleReleasePlan } from '@changesets/assemble-release-plan';
import { readConfig } from '@changesets/config';
import { parseChangesetFile } from '@changesets/parse';
import { readChangesets } from '@changesets/read';
import { getPackages } from '@manypkg/get-packages';
import { inc, lt, major, parse, rsort } from 'semver';
import { firstLine, inputError, lineOf, parsed } from './contract.ts';
import {
  type Change,
  type Diagnostic,
  type Location,
  type Plan,
  type Step,
  steps,
  type Target,
} from './model.ts';

const configFile = '.changeset/config.json';

/** Runs a reader. @throws {CommandError} naming the file, or the one that is found in the error */
async function reading<T>(
  file: string,
  read: () => T | Promise<T>,
  find: (error: unknown) => string | undefined = () => undefined,
): Promise<T> {
  try {
    return await read();
  } catch (error) {
    throw inputError(find(error) ?? file, 1, `cannot be read: ${firstLine(error)}`);
  }
}

/**
 * Returns the smallest step that announces some changes (Semantic Versioning 2.0.0): before 1.0.0, breaking changes
 * raise the minor version and all others the patch.
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

/** Returns the version in a file. @throws {CommandError} if there is none of three numbers */
export function versionIn(file: string, text: string, pointer: string): LocatedVersion {
  const source = new SourceFile(file, text);
  const location = { file, line: lineOf(source, pointer) };
  const version = valueAt(parsed(source), pointer);
  const known = typeof version === 'string' ? parse(version) : null;
  if (known?.version === version && known?.prerelease.length === 0) {
    return { version: known.version, location };
  }
  const what = `${pointer} is ${JSON.stringify(version) ?? 'missing'}: write a version of three numbers, such as 1.2.3`;
  throw inputError(file, location.line, what);
}

export interface ReleasePlan {
  readonly plan: Plan;
  /** The versions of the published packages, by name. */
  readonly published: ReadonlyMap<string, LocatedVersion>;
  /** Groups of packages that are released together. */
  readonly fixed: readonly (readonly string[])[];
}

/** Reads what the next `changeset version` does to the published packages. */
export async function readPlan(root: string): Promise<ReleasePlan> {
  const packages = await reading('package.json', () => getPackages(root));
  const entries = packages.packages
    .filter(({ packageJson }) => packageJson.private !== true)
    .map(({ dir, packageJson: { name } }) => {
      const file = join(relative(packages.rootDir, dir), 'package.json').replaceAll(sep, '/');
      return [name, versionIn(file, readFileSync(join(root, file), 'utf8'), '/version')] as const;
    });
  const published = new Map(entries.toSorted(([one], [other]) => (one < other ? -1 : 1)));
  const { config, errors } = await reading(configFile, () => readConfig(root, packages));
  if (!config) throw inputError(configFile, 1, errors[0] ?? 'cannot be read');
  const readAll = () => readChangesets(root);
  const changesets = await reading(configFile, readAll, () => malformedChangeset(root));
  const fileOf = (id: string) => `.changeset/${id}.md`;
  const { releases } = await reading(
    configFile,
    () => assembleReleasePlan(changesets, packages, config, undefined),
    (error) =>
      changesets
        .map(({ id }) => id)
        .filter((id) => firstLine(error).includes(` ${id} `))
        .map(fileOf)[0],
  );
  const own = releases.filter(({ name }) => published.has(name));
  const versions = [...published.values()].map(({ version }) => version);
  const plan: Plan = {
    step: greatest(own.map(({ type }) => type)),
    version: rsort([...versions, ...own.flatMap(({ newVersion }) => newVersion ?? [])])[0]!,
    changesets: changesets
      .toSorted((one, other) => (one.id < other.id ? -1 : 1))
      .map(({ id, releases: asked, summary }) => ({
        file: fileOf(id),
        step: greatest(asked.filter(({ name }) => published.has(name)).map(({ type }) => type)),
        summary,
        packages: asked.map(({ name, type }) => ({
          name,
          step: type,
          isPublished: published.has(name),
        })),
      })),
  };
  return { plan, published, fixed: config.fixed };
}

/** The reader of all changesets does not name the one that is malformed. */
const malformedChangeset = (root: string): string | undefined =>
  globSync('.changeset/*.md', { cwd: root }).find((file) => {
    try {
      parseChangesetFile(readFileSync(join(root, file), 'utf8'));
      return false;
    } catch {
      return !/readme\.md$/i.test(file);
    }
  });

const greatest = (all: readonly Step[]): Step =>
  steps.findLast((step) => all.includes(step)) ?? 'none';

/** Detects versions that were raised by hand. @param released undefined when compared with another base */
export function checkVersions(
  released: string | undefined,
  current: LocatedVersion,
  { published, fixed }: ReleasePlan,
): readonly Diagnostic[] {
  const wanted = released ?? current.version;
  const byHand = 'Only `npm run release` raises versions: revert the edit.';
  const found: Diagnostic[] = [];
  const report = (location: Location, message: string) =>
    found.push({ kind: 'versions-disagree', location, message });
  if (current.version !== wanted) {
    const message = `info.version is ${current.version}, but the last release is ${wanted}.`;
    report(current.location, `${message} ${byHand}`);
  }
  for (const [name, { version, location }] of published) {
    const message = `${name} has version ${version}, but the contract has ${wanted}.`;
    if (version !== wanted) report(location, `${message} ${byHand}`);
  }
  const names = [...published.keys()];
  if (!fixed.some((group) => names.every((name) => group.includes(name)))) {
    const message = `A group of \`fixed\` must contain all published packages: ${names.join(', ')}.`;
    report({ file: configFile, line: 1 }, message);
  }
  return found;
}

/** Stands for the summary that a person has to write. */
const blank = 'Say in a sentence or two what changes for users of the contract.';

/** Checks that the changesets announce at least the required step. @param changes sorted by effect */
export function checkPlan(
  changes: readonly Change[],
  least: Target,
  plan: Plan,
): readonly Diagnostic[] {
  const [worst] = changes;
  const found = worst && lt(plan.version, least.version) ? [tooSmall(worst, least, plan)] : [];
  const inFiles = plan.changesets.flatMap(({ step, summary, file }): Diagnostic[] => {
    const location = { file, line: 1 };
    if (step === 'none') {
      const message =
        'The changeset raises no published package: name one with its step, or remove the file.';
      return [{ kind: 'changeset-needless', location, message }];
    }
    if (summary !== '' && summary !== blank) return [];
    const message =
      'The changeset has no summary: write one, it becomes the entry of the changelog.';
    return [{ kind: 'changeset-without-summary', location, message }];
  });
  return [...found, ...inFiles];
}

function tooSmall(
  { location, effect, fingerprint }: Change,
  least: Target,
  plan: Plan,
): Diagnostic {
  const isAbout = (step: Step) =>
    plan.changesets.find(
      (it) => it.step === step && it.packages.some(({ isPublished }) => isPublished),
    );
  const largest = steps.map(isAbout).findLast((it) => it !== undefined);
  const { file, packages, summary } = largest ?? {
    file: `.changeset/contract-${fingerprint}.md`,
    packages: [{ name: '@agent-conversation/openapi', isPublished: true, step: least.step }],
    summary: blank,
  };
  const lines = packages.map((it) => `'${it.name}': ${it.isPublished ? least.step : it.step}\n`);
  const because = `${location.file}:${location.line} has a change that is ${effect}`;
  const needed = `The changesets must announce at least ${least.step}, to ${least.version}: ${because}.`;
  const toDo = largest
    ? `They announce ${plan.step}, to ${plan.version}: raise ${file}.`
    : `Add ${file}.`;
  return {
    kind: largest ? 'changeset-too-small' : 'changeset-missing',
    location: largest ? { file, line: 1 } : location,
    message: `${needed} ${toDo}`,
    paste: { file, text: `---\n${lines.join('')}---\n\n${summary}\n` },
  };
}

/** Versions and changesets. */
import { globSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { valueAt } from '@agent-conversation/contract';
import { assembleReleasePlan } from '@changesets/assemble-release-plan';
import { readConfig } from '@changesets/config';
import { parseChangesetFile } from '@changesets/parse';
import { getPackages } from '@manypkg/get-packages';
import { inc, major, rsort, valid } from 'semver';
import { firstLine, InputFile, inputError } from './contract.ts';
import {
  type Change,
  type Diagnostic,
  effects,
  type Location,
  type Plan,
  type Since,
  type Step,
  steps,
  type Target,
} from './model.ts';

const configFile = '.changeset/config.json';

/** Runs a reader. @throws {CommandError} naming the file */
async function reading<T>(
  file: string,
  read: () => T | Promise<T>,
): Promise<T> {
  try {
    return await read();
  } catch (error) {
    throw inputError(file, 1, `cannot be read: ${firstLine(error)}`);
  }
}

/**
 * Returns the smallest version that announces some changes (Semantic Versioning 2.0.0): before 1.0.0, breaking changes
 * raise the minor version and all others the patch. A version of another form stays as it is.
 */
export function leastTarget(
  changes: readonly Pick<Change, 'effect'>[],
  released: string,
): Target {
  const worst = effects.findIndex((it) =>
    changes.some(({ effect }) => effect === it),
  );
  if (worst < 0) return { step: 'none', version: released };
  const isEarly = valid(released) !== null && major(released) === 0;
  const ofEffects = isEarly
    ? (['minor', 'patch', 'patch'] as const)
    : (['major', 'minor', 'patch'] as const);
  const step = ofEffects[worst]!;
  return { step, version: inc(released, step) ?? released };
}

export interface LocatedVersion {
  readonly version: string;
  readonly location: Location;
}

/** Returns the version in a file. @throws {CommandError} if there is none of three numbers */
export function versionIn(
  file: string,
  text: string,
  pointer: string,
): LocatedVersion {
  const source = new InputFile(file, text);
  const location = source.locationOf(pointer);
  const version = valueAt(source.root, pointer);
  if (
    typeof version === 'string' &&
    /^\d+\.\d+\.\d+$/.test(version) &&
    valid(version)
  )
    return { version, location };
  const what = `${pointer} is ${JSON.stringify(version) ?? 'missing'}: write a version of three numbers, such as 1.2.3`;
  throw source.error(pointer, what);
}

/** Reads what the next `changeset version` does to the published packages. */
export async function readPlan(root: string) {
  const packages = await reading('package.json', () => getPackages(root));
  const entries = packages.packages
    .filter(({ packageJson }) => packageJson.private !== true)
    .map(({ relativeDir, packageJson: { name } }) => {
      const file = `${relativeDir.replaceAll(sep, '/')}/package.json`;
      return [
        name,
        versionIn(file, readFileSync(join(root, file), 'utf8'), '/version'),
      ] as const;
    });
  const published = new Map(
    entries.toSorted(([one], [other]) => (one < other ? -1 : 1)),
  );
  const { config, errors } = await reading(configFile, () =>
    readConfig(root, packages),
  );
  if (!config) throw inputError(configFile, 1, errors[0] ?? 'cannot be read');
  const planOf = (changesets: Parameters<typeof assembleReleasePlan>[0]) =>
    assembleReleasePlan(changesets, packages, config, undefined);
  const files = globSync('.changeset/*.md', { cwd: root })
    .map((file) => file.replaceAll(sep, '/'))
    .filter((file) => !/\/(readme|agents|claude|gemini)\.md$/i.test(file));
  const changesets = await Promise.all(
    files.toSorted().map((id) =>
      reading(id, () => {
        const changeset = {
          id,
          ...parseChangesetFile(readFileSync(join(root, id), 'utf8')),
        };
        planOf([changeset]); // Throws if the changeset names an unknown package.
        return changeset;
      }),
    ),
  );
  const { releases } = await reading(configFile, () => planOf(changesets));
  const publishedReleases = releases.filter(({ name }) => published.has(name));
  const versions = [...published.values()].map(({ version }) => version);
  const plan: Plan = {
    step: greatest(publishedReleases.map(({ type }) => type)),
    version: rsort([
      ...versions,
      ...publishedReleases.flatMap(({ newVersion }) => newVersion ?? []),
    ])[0]!,
    changesets: changesets.map(({ id, summary, releases: asked }) => {
      const all = asked.map(({ name, type: step }) => {
        return { name, step, isPublished: published.has(name) };
      });
      const step = greatest(
        all.filter((it) => it.isPublished).map((it) => it.step),
      );
      return { file: id, step, summary, packages: all };
    }),
  };
  return { plan, published, fixed: config.fixed };
}

const greatest = (all: readonly Step[]): Step =>
  steps.findLast((step) => all.includes(step)) ?? 'none';

/** Detects versions that were raised by hand. @param released undefined when compared with another base */
export function checkVersions(
  released: string | undefined,
  current: LocatedVersion,
  { published, fixed }: Awaited<ReturnType<typeof readPlan>>,
): readonly Diagnostic[] {
  const wanted = released ?? current.version;
  const kind = 'versions-disagree';
  const disagreements = [
    ['info.version', current] as const,
    ...published,
  ].flatMap(([name, { version, location }]): Diagnostic[] => {
    if (version === wanted) return [];
    const toDo = 'Only `npm run release` raises versions: revert the edit.';
    return [
      {
        kind,
        location,
        message: `${name} is ${version} and must be ${wanted}. ${toDo}`,
      },
    ];
  });
  const names = [...published.keys()];
  if (fixed.some((group) => names.every((name) => group.includes(name))))
    return disagreements;
  const message = `A group of \`fixed\` must contain all published packages: ${names.join(', ')}.`;
  return [
    ...disagreements,
    { kind, location: { file: configFile, line: 1 }, message },
  ];
}

/** Stands for the summary that a person has to write. */
const blank =
  'Say in a sentence or two what changes for users of the contract.';

/**
 * Checks that the changesets announce at least the required step: those of the branch for what the branch changes, and
 * all together for what changed since the release.
 *
 * @param changes sorted by effect
 */
export function checkPlan(
  changes: readonly Change[],
  since: Since | undefined,
  plan: Plan,
  released: string,
): readonly Diagnostic[] {
  const ofBranch = plan.changesets.filter(({ file }) =>
    since?.changesets.includes(file),
  );
  const tooSmall =
    (since &&
      stepProblem(since.changes, ofBranch, released, `since ${since.ref}`)) ??
    stepProblem(changes, plan.changesets, released, `since ${released}`);
  return [
    ...(tooSmall ? [tooSmall] : []),
    ...plan.changesets.flatMap(changesetProblem),
  ];
}

type Changeset = Plan['changesets'][number];

function changesetProblem({
  step,
  summary,
  file,
}: Changeset): readonly Diagnostic[] {
  const location = { file, line: 1 };
  if (step === 'none') {
    const toDo = 'name one with its step, or remove the file.';
    const message = `The changeset raises no published package: ${toDo}`;
    return [{ kind: 'changeset-needless', location, message }];
  }
  if (summary !== '' && summary !== blank) return [];
  const problem =
    summary === blank ? 'still has the text to replace' : 'has no summary';
  const message = `The changeset ${problem}: write the entry of the changelog.`;
  return [{ kind: 'changeset-without-summary', location, message }];
}

/** @param period of the changes and of the changesets */
function stepProblem(
  changes: readonly Change[],
  changesets: readonly Changeset[],
  released: string,
  period: string,
): Diagnostic | undefined {
  const [worst] = changes;
  const least = leastTarget(changes, released);
  const announced = greatest(changesets.map(({ step }) => step));
  if (
    worst === undefined ||
    steps.indexOf(announced) >= steps.indexOf(least.step)
  )
    return undefined;
  const { location, effect, fingerprint } = worst;
  const [largest] = changesets
    .filter(({ packages }) => packages.some(({ isPublished }) => isPublished))
    .toSorted(
      (one, other) => steps.indexOf(other.step) - steps.indexOf(one.step),
    );
  const { file, packages, summary } = largest ?? {
    file: `.changeset/contract-${fingerprint}.md`,
    packages: [
      {
        name: '@agent-conversation/openapi',
        isPublished: true,
        step: least.step,
      },
    ],
    summary: blank,
  };
  const lines = packages.map(
    (it) => `'${it.name}': ${it.isPublished ? least.step : it.step}\n`,
  );
  const because = `${location.file}:${location.line} has a change that is ${effect}`;
  const needed = `The changesets ${period} must announce at least ${least.step}, to ${least.version}: ${because}.`;
  const toDo = largest
    ? `They announce ${announced}: raise ${file}.`
    : `Add ${file}.`;
  return {
    kind: largest ? 'changeset-too-small' : 'changeset-missing',
    location: largest ? { file, line: 1 } : location,
    message: `${needed} ${toDo}`,
    paste: { file, text: `---\n${lines.join('')}---\n\n${summary}\n` },
  };
}

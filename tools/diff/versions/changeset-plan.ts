import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { assembleReleasePlan } from '@changesets/assemble-release-plan';
import { readConfig } from '@changesets/config';
import { parseChangesetFile } from '@changesets/parse';
import { readChangesets } from '@changesets/read';
import type { Packages } from '@manypkg/get-packages';
import { rsort } from 'semver';
import { DiffInputError } from '../model/diff-input-error.ts';
import { firstLine } from '../model/first-line.ts';
import type { Plan } from '../model/review.ts';
import { type Step, steps } from '../model/version-step.ts';

const folder = '.changeset';
const configFile = `${folder}/config.json`;

/** What changesets plans, and which packages it always releases together. */
export interface PlanAndGroups {
  readonly plan: Plan;
  readonly fixed: readonly (readonly string[])[];
}

/**
 * What the next `changeset version` makes of the published packages.
 *
 * @param published the names and versions of the packages that are published
 * @throws {DiffInputError} when the configuration or a changeset cannot be read
 */
export async function readPlan(
  packages: Packages,
  published: ReadonlyMap<string, { readonly version: string }>,
): Promise<PlanAndGroups> {
  const config = await readConfiguration(packages);
  const changesets = await readAll(packages.rootDir);
  const { releases } = assembled(changesets, packages, config);
  const own = releases.filter(({ name }) => published.has(name));
  const version = (versions: readonly string[]) => rsort([...versions])[0]!;
  return {
    plan: {
      step: greatest(own.map(({ type }) => type)),
      version: version([
        ...[...published.values()].map((each) => each.version),
        ...own.map(({ newVersion }) => newVersion).filter((each) => each !== undefined),
      ]),
      changesets: changesets.map(({ id, releases: asked, summary }) => ({
        file: `${folder}/${id}.md`,
        step: greatest(asked.filter(({ name }) => published.has(name)).map(({ type }) => type)),
        summary,
        packages: asked.map(({ name, type }) => ({
          name,
          step: type,
          isPublished: published.has(name),
        })),
      })),
    },
    fixed: config.fixed,
  };
}

type Config = Parameters<typeof assembleReleasePlan>[2];
type Changesets = Awaited<ReturnType<typeof readChangesets>>;

async function readConfiguration(packages: Packages): Promise<Config> {
  try {
    const { config, errors } = await readConfig(packages.rootDir, packages);
    if (config) return config;
    throw new Error(errors[0]);
  } catch (error) {
    throw new DiffInputError(configFile, 1, firstLine(error));
  }
}

async function readAll(root: string): Promise<Changesets> {
  try {
    const changesets = await readChangesets(root);
    return changesets.toSorted((left, right) => (left.id < right.id ? -1 : 1));
  } catch (error) {
    throw malformed(root) ?? new DiffInputError(configFile, 1, firstLine(error));
  }
}

/** The first changeset that cannot be read, which the reader of all of them does not name. */
function malformed(root: string): DiffInputError | undefined {
  for (const name of globSync('*.md', { cwd: join(root, folder) }).toSorted()) {
    if (name === 'README.md') continue;
    try {
      parseChangesetFile(readFileSync(join(root, folder, name), 'utf8'));
    } catch (error) {
      return new DiffInputError(`${folder}/${name}`, 1, firstLine(error));
    }
  }
  return undefined;
}

function assembled(changesets: Changesets, packages: Packages, config: Config) {
  try {
    return assembleReleasePlan(changesets, packages, config, undefined);
  } catch (error) {
    const [first] = changesets.filter(({ id }) => firstLine(error).includes(` ${id} `));
    const file = first ? `${folder}/${first.id}.md` : configFile;
    throw new DiffInputError(file, 1, firstLine(error));
  }
}

function greatest(all: readonly Step[]): Step {
  return steps.findLast((step) => all.includes(step)) ?? 'none';
}

/** The packages as they are published. */
import { mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { patience } from '@agent-conversation/on-demand';
import { succeed } from './run.ts';

const root = join(import.meta.dirname, '../..');
const workspaces = [
  'openapi',
  ...['types', 'validators', 'client', 'mock'].map((it) => `packages/${it}`),
];

/** Where the tarball of each package is, by the package's name without its scope. */
export type Tarballs = ReadonlyMap<string, string>;

/**
 * Packs the packages as they would be published, from what was built.
 *
 * @throws {Error} when npm fails
 */
export async function pack(workshop: string): Promise<Tarballs> {
  const folder = join(workshop, 'tarballs');
  mkdirSync(folder);
  const packages = workspaces.map((workspace) => join(root, workspace));
  await succeed('npm', ['pack', ...packages, '--ignore-scripts', '--pack-destination', folder], {
    cwd: workshop,
  });
  return new Map(
    readdirSync(folder).map((file) => [
      /^agent-conversation-(.+)-\d+\.\d+\.\d+\.tgz$/.exec(file)![1]!,
      join(folder, file),
    ]),
  );
}

/**
 * Installs packages from their tarballs into an empty project, as their users would.
 *
 * @returns the folder of the project
 * @throws {Error} when npm fails
 */
export async function installPacked(
  workshop: string,
  tarballs: Tarballs,
  names: readonly string[],
): Promise<string> {
  const project = mkdtempSync(join(workshop, 'installed-'));
  const dependencies = Object.fromEntries(
    names.map((name) => [`@agent-conversation/${name}`, `file:${tarballs.get(name)}`]),
  );
  const manifest = { private: true, type: 'module', dependencies };
  writeFileSync(join(project, 'package.json'), JSON.stringify(manifest));
  await succeed(
    'npm',
    ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline', ...patience],
    { cwd: project, patience: 900_000 },
  );
  return project;
}

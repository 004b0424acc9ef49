import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Options of npm: a request to the registry that stalls is given up after a minute, and made again. */
export const patience: readonly string[] = ['--fetch-timeout=60000', '--fetch-retries=5'];

/**
 * Installs what the lockfile of a folder has, unless it is there already. Nobody but the tool that the
 * folder belongs to needs it, so it stands apart from the workspaces. No install script runs.
 *
 * @throws {Error} when npm fails
 */
export async function installOnDemand(folder: string): Promise<void> {
  const installed = changed(join(folder, 'node_modules/.package-lock.json'));
  if (installed !== undefined && installed >= (changed(join(folder, 'package-lock.json')) ?? 0)) {
    return;
  }
  console.error(`Installing what ${folder} needs`);
  const npm = spawn('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', ...patience], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = (await once(npm, 'close')) as [number | null];
  if (code !== 0) throw new Error(`npm ci has failed in ${folder}`);
}

/**
 * The version that the lockfile of a folder has of a package.
 *
 * @throws {Error} when it has none
 */
export function versionOnDemand(folder: string, name: string): string {
  const { packages } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { version: string } | undefined>;
  };
  const entry = packages[`node_modules/${name}`];
  if (!entry) throw new Error(`The lockfile in ${folder} has no ${name}`);
  return entry.version;
}

function changed(file: string): number | undefined {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs;
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** How long npm is waited for. */
export interface Patience {
  /** How often it is begun; 4 without it. */
  readonly attempts?: number;
  /** After how many milliseconds it is ended and begun anew; 5 minutes without it. */
  readonly limitInMs?: number;
}

/**
 * Installs what the manifest of a folder asks for. No install script runs. A registry may stall, and npm does
 * not give up a connection on which nothing comes any more; so it is begun anew after a while, with all that
 * has arrived in its cache.
 *
 * @param command `ci` for what the lockfile has
 * @throws {Error} when npm fails, or does not come to an end
 */
export async function install(
  folder: string,
  command: 'ci' | 'install',
  { attempts = 4, limitInMs = 300_000 }: Patience = {},
): Promise<void> {
  const args = [command, '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'];
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const npm = spawn('npm', args, {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
      timeout: limitInMs,
    });
    const [code] = (await once(npm, 'close')) as [number | null];
    if (code === 0) return;
    if (code !== null) throw new Error(`npm ${command} has failed in ${folder}`);
    console.error(`npm ${command} in ${folder} was ended after ${limitInMs / 1000} s`);
  }
  throw new Error(`npm ${command} did not come to an end in ${folder}, ${attempts} times`);
}

/**
 * Installs what the lockfile of a folder has, unless it is there already. Nobody but the tool that the
 * folder belongs to needs it, so it stands apart from the workspaces.
 *
 * @throws {Error} when npm fails
 */
export async function installOnDemand(folder: string): Promise<void> {
  const installed = changed(join(folder, 'node_modules/.package-lock.json'));
  if (installed !== undefined && installed >= (changed(join(folder, 'package-lock.json')) ?? 0)) {
    return;
  }
  console.error(`Installing what ${folder} needs`);
  await install(folder, 'ci');
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

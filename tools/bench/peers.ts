import { once } from 'node:events';
import { readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { start } from './processes.ts';

/** Where the peers are installed, apart from the workspaces: nobody but the bench needs them. */
export const peersFolder: string = fileURLToPath(new URL('peers/', import.meta.url));

/**
 * Installs the peers, unless they are there as the lockfile has them.
 *
 * @throws {Error} when npm fails
 */
export async function installPeers(): Promise<void> {
  const installed = changed('node_modules/.package-lock.json');
  if (installed !== undefined && installed >= (changed('package-lock.json') ?? 0)) return;
  console.log('Installing the peers');
  const npm = start('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: peersFolder,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const [code] = await once(npm, 'close');
  if (code !== 0) throw new Error('The peers could not be installed: npm ci has failed.');
}

/** The version of a peer that the lockfile names. */
export function peerVersion(name: string): string {
  const { packages } = JSON.parse(readFileSync(`${peersFolder}package-lock.json`, 'utf8')) as {
    packages: Record<string, { version: string } | undefined>;
  };
  const entry = packages[`node_modules/${name}`];
  if (!entry) throw new Error(`The lockfile of the peers has no ${name}.`);
  return entry.version;
}

function changed(file: string): number | undefined {
  return statSync(`${peersFolder}${file}`, { throwIfNoEntry: false })?.mtimeMs;
}

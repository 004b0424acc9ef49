import { resolve } from 'node:path';
import { failure } from '../failure.ts';
import { mustRun, run } from '../run.ts';

/** The registry that npm is configured for. */
export interface Registry {
  /** The hash of what it has of a package in a version, `sha512-…`; undefined if it has nothing. */
  integrityOf(name: string, version: string): Promise<string | undefined>;
  /** @param file the path of the tarball */
  publish(file: string): Promise<void>;
}

/**
 * The registry that npm is configured for in a folder, by its own program.
 *
 * @throws {ReleaseError} with what npm says, without secrets
 */
export async function npmRegistry(root: string): Promise<Registry> {
  const address = await mustRun(root, 'npm does not tell its registry', [
    'npm',
    'config',
    'get',
    'registry',
  ]);
  const provenance = !isLoopback(address.trim());
  return {
    async integrityOf(name, version) {
      const { passed, stdout, stderr } = await run(root, [
        'npm',
        'view',
        `${name}@${version}`,
        'dist.integrity',
        '--json',
        says,
      ]);
      if (passed && stdout.trim() !== '') return JSON.parse(stdout) as string;
      if (passed || /\bE404\b/.test(stdout + stderr)) return undefined;
      throw failure(`${name}@${version}: the registry does not tell whether it has it`, stderr);
    },
    async publish(file) {
      const { passed, stderr } = await run(root, [
        'npm',
        'publish',
        resolve(file),
        '--access=public',
        '--ignore-scripts',
        says,
        `--provenance=${provenance}`,
      ]);
      if (!passed) throw failure(`${file}: is not published`, stderr);
    },
  };
}

/** Who runs npm silently wants to know of failures, too. */
const says = '--loglevel=error';

/** Of a registry on this machine, nobody can state in public what was published there. */
function isLoopback(address: string): boolean {
  return /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(address).hostname);
}

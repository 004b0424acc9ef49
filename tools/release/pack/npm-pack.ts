import { mustRun } from '../run.ts';

/** What npm tells of a package that it has packed. */
export interface NpmPacked {
  readonly name: string;
  readonly version: string;
  /** The name of the tarball. */
  readonly filename: string;
  /** The hash of the tarball, as Subresource Integrity writes it. */
  readonly integrity: string;
  /** How many bytes the tarball has. */
  readonly size: number;
  readonly unpackedSize: number;
  readonly files: readonly { readonly path: string }[];
}

/**
 * Has npm pack the packages in some folders. None of their scripts runs.
 *
 * @param folders from `cwd`, without spaces
 * @throws {ReleaseError} with what npm says, when it fails
 */
export async function npmPack(
  cwd: string,
  folders: readonly string[],
  ...options: readonly string[]
): Promise<readonly NpmPacked[]> {
  const stdout = await mustRun(cwd, 'npm does not pack', [
    'npm',
    'pack',
    ...folders.map((it) => `./${it}`),
    '--json',
    '--ignore-scripts',
    ...options,
  ]);
  return JSON.parse(stdout) as readonly NpmPacked[];
}

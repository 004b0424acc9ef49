import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A package in a lockfile of npm. */
export interface LockedPackage {
  readonly name?: string;
  readonly version?: string;
  readonly license?: string;
  /** The hash of its tarball, as Subresource Integrity writes it. */
  readonly integrity?: string;
  /** Whether it only leads to a workspace, in the folder `resolved`. */
  readonly link?: boolean;
  readonly resolved?: string;
  readonly hasInstallScript?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
}

/** The packages of a lockfile, by the folders that they are installed in. */
export type Lockfile = Readonly<Record<string, LockedPackage>>;

/** Reads the lockfile of a repository. */
export function readLockfile(root: string): Lockfile {
  const text = readFileSync(join(root, 'package-lock.json'), 'utf8');
  return (JSON.parse(text) as { readonly packages: Lockfile }).packages;
}

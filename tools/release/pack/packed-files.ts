import { posix } from 'node:path';

/** The files of a package, as they are about to be packed. */
export interface PackedFiles {
  readonly paths: readonly string[];
  readonly read: (path: string) => string;
}

/** Whether a file of a package leads to another one in it. */
export function leadsWithin({ paths }: PackedFiles, from: string, target: string): boolean {
  return paths.includes(posix.join(posix.dirname(from), target));
}

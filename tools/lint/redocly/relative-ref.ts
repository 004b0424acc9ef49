import { dirname, relative, sep } from 'node:path';

/** What a `$ref` in one file says to lead to another: with slashes, whatever the system. */
export function relativeRef(from: string, to: string): string {
  return relative(dirname(from), to).replaceAll(sep, '/');
}

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** An example in a docstring. */
export interface DocExample {
  /** Where it begins, such as `src/call.ts:22`. */
  readonly place: string;
  readonly code: string;
}

/** The examples in the docstrings of TypeScript files, in the order of their places. */
export function docExamples(folder: string, pattern: string): DocExample[] {
  return globSync(pattern, { cwd: folder })
    .toSorted()
    .flatMap((file) => {
      const text = readFileSync(join(folder, file), 'utf8');
      return [...text.matchAll(/^( *)\* @example\n(.*?)^ *\*(?:\/| @)/gms)].map((match) => ({
        place: `${file}:${text.slice(0, match.index).split('\n').length}`,
        code: match[2]!
          .replaceAll(/^ *\* ?/gm, '')
          .replaceAll('*\\/', '*/')
          .trim(),
      }));
    });
}

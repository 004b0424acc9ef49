import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The tests that each file has; one for all rows of a table.
 *
 * @returns a line for each file, such as `packages/mock/src/seed.test.ts: 7`
 */
export function countTests(root: string): readonly string[] {
  return globSync('{openapi,packages,tools}/**/*.test.ts', {
    cwd: root,
    exclude: (path) => /(^|\/)(node_modules|dist|generated)$/.test(path),
  })
    .toSorted()
    .map((path) => `${path}: ${testsIn(readFileSync(join(root, path), 'utf8'))}`);
}

/** The tests that a text has, save for those that are not run. */
export function testsIn(text: string): number {
  const begins = text.match(/^\s*(test|it)(\.\w+)*\s*[(<]/gm) ?? [];
  return begins.filter((begin) => !/\.(skip|todo|fails)\b/.test(begin)).length;
}

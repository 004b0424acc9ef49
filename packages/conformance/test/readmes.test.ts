/** The code in the READMEs. Whether it does what they say, `tools/e2e` finds out, with the packed packages. */
import { describe, expect, test } from 'vitest';
import { compileReadme } from './support/compile-readme.ts';

describe.each(['openapi', 'types', 'validators', 'client', 'mock', 'conformance'])(
  'the code in the README of the %s',
  (name) => {
    const folder = name === 'openapi' ? '../../../openapi' : `../../${name}`;

    test.each([
      ['with the types of Node alone', { lib: ['es2023'], types: ['node'] }],
      ['with those of a browser, too', { lib: ['es2023', 'dom'], types: ['node'] }],
    ])('compiles %s', async (_, surroundings) => {
      const readme = new URL(`${folder}/README.md`, import.meta.url);
      expect(await compileReadme(readme, surroundings)).toBeGreaterThan(0);
    });
  },
);

import { BuildError } from '../sources/read-source.ts';

// Redoc leaves nested members out until they come into view, which on a server is never.
const find = 'r||e?jsx(Fragment$1,{children:n}):jsx(WD,';
const replace = '!0?jsx(Fragment$1,{children:n}):jsx(WD,';

/**
 * Has the script of Redoc 3.0.1 render nested members at once.
 *
 * @throws {BuildError} unless there is exactly one place for it, so that an upgrade of Redoc is noticed
 */
export function patch(script: string): string {
  const places = script.split(find).length - 1;
  if (places !== 1) {
    throw new BuildError(
      `The script of Redoc has ${places} places that put off nested members, where there should be 1. ` +
        'Has Redoc been upgraded? See packages/docs/src/redoc/patch.ts.',
    );
  }
  return script.replace(find, () => replace);
}

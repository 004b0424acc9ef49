import { BuildError } from '../build-error.ts';

/** A change of one place in a script. */
export type Patch = { purpose: string; find: string; replace: string };

/** Makes changes in a script. Refuses unless each finds exactly one place, so an upgrade is noticed. */
export function applyPatches(script: string, patches: Patch[]): string {
  return patches.reduce((patched, { purpose, find, replace }) => {
    const [before, after, ...others] = patched.split(find);
    if (before === undefined || after === undefined || others.length > 0) {
      const places = patched.split(find).length - 1;
      throw new BuildError(
        `Cannot ${purpose}: the Redoc script has ${places} places for it, where there should be 1. ` +
          'Has Redoc been upgraded? See src/post-process/redoc-patches.ts.',
      );
    }
    return before + replace + after;
  }, script);
}

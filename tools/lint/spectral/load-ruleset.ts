import * as fs from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Ruleset } from '@stoplight/spectral-core';
import { builtins } from '@stoplight/spectral-ruleset-bundler/plugins/builtins';
import { commonjs } from '@stoplight/spectral-ruleset-bundler/plugins/commonjs';
import { bundleAndLoadRuleset } from '@stoplight/spectral-ruleset-bundler/with-loader';

/** The ruleset of the repository, as `spectral lint` loads it. */
export const rulesetFile = fileURLToPath(new URL('../../../.spectral.yaml', import.meta.url));

/**
 * Loads a ruleset as the program `spectral` does, with the rulesets that it extends.
 *
 * @param file its absolute path
 */
export function loadRuleset(file: string = rulesetFile): Promise<Ruleset> {
  return bundleAndLoadRuleset(file, { fs, fetch }, [builtins(), commonjs()]);
}

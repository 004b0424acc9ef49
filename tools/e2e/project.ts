/** Projects of their own, for one test each. */
import { cpSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';

/**
 * Makes a project with the packages in it, and with the files of a folder of `projects`.
 *
 * @returns its folder
 */
export function makeProject(installed: 'withClient' | 'withAll', fixture: string): string {
  const project = mkdtempSync(join(inject('workshop'), `${fixture}-`));
  for (const source of [inject(installed), join(import.meta.dirname, 'projects', fixture)]) {
    cpSync(source, project, { recursive: true, verbatimSymlinks: true });
  }
  return project;
}

import type { WorkflowFile } from '../files/read-workflows.ts';
import type { Permissions } from '../files/workflow.ts';

/**
 * What jobs may do that is not on the list, and what is on the list and no job may do.
 *
 * @param granted for each `file: job`, its scopes that may be written
 */
export function overpermitted(
  workflows: readonly WorkflowFile[],
  granted: Readonly<Record<string, readonly string[]>>,
): string[] {
  const open = workflows
    .filter(({ workflow }) => workflow.permissions === undefined)
    .map(({ file }) => `${file}: say \`permissions\`; without, a job may do what the settings say`);
  const given = workflows.flatMap(({ file, workflow }) => [
    { place: file, scopes: written(workflow.permissions) },
    ...Object.entries(workflow.jobs).map(([name, { permissions }]) => ({
      place: `${file}: ${name}`,
      scopes: written(permissions),
    })),
  ]);
  const more = given.flatMap(({ place, scopes }) =>
    scopes
      .filter((scope) => !granted[place]?.includes(scope))
      .map((scope) => `${place} may write ${scope}`),
  );
  const less = Object.entries(granted).flatMap(([place, scopes]) =>
    scopes
      .filter((scope) => !given.some((it) => it.place === place && it.scopes.includes(scope)))
      .map((scope) => `${place} need not be granted ${scope}`),
  );
  return [...open, ...more, ...less];
}

/** The scopes that may be written. */
export function written(permissions: Permissions = {}): string[] {
  if (typeof permissions === 'string') return permissions === 'read-all' ? [] : [permissions];
  return Object.entries(permissions)
    .filter(([, level]) => level === 'write')
    .map(([scope]) => scope);
}

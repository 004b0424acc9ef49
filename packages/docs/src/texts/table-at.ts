import type { Path, YamlFile } from './read-yaml.ts';

/**
 * A value as a table.
 *
 * @param path where it stands in the file
 * @throws {BuildError} when it is none
 */
export function tableAt(value: unknown, path: Path, { refuse }: YamlFile): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return value as Record<string, unknown>;
  }
  return refuse(path, 'here must be a table of names and values');
}

import { type Change, readChanges } from './read-change.ts';
import { type Path, tableAt, type YamlFile } from './read-yaml.ts';

/** A release of the contract. */
export interface Release {
  readonly version: string;
  /** YYYY-MM-DD. */
  readonly date: string;
  readonly summary: string;
  /** What was done to each operation that has changed. */
  readonly operations: readonly {
    readonly operationId: string;
    readonly changes: readonly Change[];
  }[];
  readonly other: readonly Change[];
}

const members = ['version', 'date', 'summary', 'operations', 'other'];

/**
 * Reads an entry of the changelog.
 *
 * @throws {BuildError} when it has another form
 */
export function readRelease(entry: unknown, path: Path, file: YamlFile): Release {
  const { refuse } = file;
  const release = tableAt(entry, path, file);
  for (const name of Object.keys(release)) {
    if (!members.includes(name)) {
      refuse(
        [...path, name],
        `a release has no \`${name}\`, only ${members.join(', ')}: fix the name`,
      );
    }
  }
  const text = (name: string, form: RegExp, example: string): string => {
    const value = release[name];
    if (typeof value === 'string' && form.test(value)) return value;
    return refuse([...path, name], `\`${name}\` must be ${example}`);
  };
  const date = text('date', /^\d{4}-\d\d-\d\d$/, 'a day such as 2026-11-21');
  if (Number.isNaN(Date.parse(date))) refuse([...path, 'date'], `${date} is no day: fix it`);
  const operations = tableAt(release['operations'] ?? {}, [...path, 'operations'], file);
  return {
    version: text('version', /^(0|[1-9]\d*)(\.(0|[1-9]\d*)){2}$/, 'a version such as 0.1.0'),
    date,
    summary: text('summary', /\S/, 'a sentence'),
    operations: Object.entries(operations).map(([operationId, changes]) => ({
      operationId,
      changes: readChanges(changes, [...path, 'operations', operationId], file),
    })),
    other: readChanges(release['other'] ?? [], [...path, 'other'], file),
  };
}

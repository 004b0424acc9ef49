import type { Path, YamlFile } from './read-yaml.ts';

/** What may happen to a part of the contract, in the order in which it is told. */
export const changeKinds = ['added', 'changed', 'deprecated', 'removed', 'fixed'] as const;

/** A change, told in a sentence. */
export interface Change {
  readonly kind: (typeof changeKinds)[number];
  readonly text: string;
}

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
        `a release has no \`${name}\`, only ${members.join(', ')}: mend the name`,
      );
    }
  }
  const text = (name: string, form: RegExp, example: string): string => {
    const value = release[name];
    if (typeof value === 'string' && form.test(value)) return value;
    return refuse([...path, name], `\`${name}\` must be ${example}`);
  };
  const date = text('date', /^\d{4}-\d\d-\d\d$/, 'a day such as 2026-11-21');
  if (Number.isNaN(Date.parse(date))) refuse([...path, 'date'], `${date} is no day: mend it`);
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

function readChanges(entries: unknown, path: Path, file: YamlFile): Change[] {
  if (!Array.isArray(entries)) {
    return file.refuse(path, 'changes must be a list, such as `- added: Starts a sandbox.`');
  }
  return entries.map((entry: unknown, i) => readChange(entry, [...path, i], file));
}

function readChange(entry: unknown, path: Path, file: YamlFile): Change {
  const [[name, text] = ['', undefined], ...others] = Object.entries(tableAt(entry, path, file));
  const kind = changeKinds.find((known) => known === name);
  if (kind === undefined || others.length > 0) {
    return file.refuse(
      path,
      `a change has one of ${changeKinds.join(', ')} and nothing else: mend \`${name}\`, or make two changes of it`,
    );
  }
  if (typeof text !== 'string' || text.trim() === '') {
    return file.refuse(path, `\`${kind}\` must be a sentence`);
  }
  return { kind, text: text.trim() };
}

function tableAt(value: unknown, path: Path, { refuse }: YamlFile): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return value as Record<string, unknown>;
  }
  return refuse(path, 'here must be a table of names and values');
}

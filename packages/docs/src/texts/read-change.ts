import { type Path, tableAt, type YamlFile } from './read-yaml.ts';

/** What may happen to a part of the contract, in the order in which it is listed. */
export const changeKinds = ['added', 'changed', 'deprecated', 'removed', 'fixed'] as const;

/** Whose working programs a change may break. */
export const brokenPeople = ['sender', 'receiver', 'source'] as const;

/** A change, in a sentence. */
export interface Change {
  readonly kind: (typeof changeKinds)[number];
  readonly text: string;
  readonly breaks: readonly (typeof brokenPeople)[number][];
  /** What users do about it. */
  readonly migration: string | undefined;
  /** Why it was done. */
  readonly reason: string | undefined;
}

/**
 * Reads what a release has done to something.
 *
 * @throws {BuildError} when it has another form
 */
export function readChanges(entries: unknown, path: Path, file: YamlFile): Change[] {
  if (!Array.isArray(entries)) {
    return file.refuse(path, 'changes must be a list, such as `- added: Starts a sandbox.`');
  }
  return entries.map((entry: unknown, i) => readChange(entry, [...path, i], file));
}

function readChange(entry: unknown, path: Path, file: YamlFile): Change {
  const change = tableAt(entry, path, file);
  const { breaks, migration, reason, ...texts } = change;
  const [[name, text] = ['', undefined], ...others] = Object.entries(texts);
  const kind = changeKinds.find((known) => known === name);
  if (kind === undefined || others.length > 0) {
    return file.refuse(
      path,
      `a change has one of ${changeKinds.join(', ')}, and beside it only breaks, migration and reason: fix \`${others[0]?.[0] ?? name}\`, or make two changes of it`,
    );
  }
  const sentence = (member: string, value: unknown): string =>
    typeof value === 'string' && value.trim() !== ''
      ? value.trim()
      : file.refuse([...path, member], `\`${member}\` must be a sentence`);
  return {
    kind,
    text: sentence(kind, text),
    breaks: breaks === undefined ? [] : readBreaks(breaks, [...path, 'breaks'], file),
    migration: migration === undefined ? undefined : sentence('migration', migration),
    reason: reason === undefined ? undefined : sentence('reason', reason),
  };
}

function readBreaks(value: unknown, path: Path, { refuse }: YamlFile): Change['breaks'] {
  if (Array.isArray(value)) {
    const known = brokenPeople.filter((person) => value.includes(person));
    if (known.length > 0 && known.length === value.length) return known;
  }
  return refuse(path, `\`breaks\` must be a list with some of ${brokenPeople.join(', ')}`);
}

/** The terms of a version of the contract. */
export interface Release {
  readonly version: string;
  /** As `termsOf` gives them. */
  readonly terms: readonly string[];
}

/**
 * What is missing before the contract may differ from a release as it does: a version that says so (Semantic
 * Versioning 2.0.0, sections 4, 6 to 8), and the operations that have changed in the changelog.
 *
 * @param released what was released last
 * @param current what is to be released
 * @param told the operations of which the changelog tells something since then
 * @returns a sentence for each, which names the operation and the place
 */
export function untoldChanges(
  released: Release,
  current: Release,
  told: ReadonlySet<string>,
): string[] {
  const changes = changesBetween(released.terms, current.terms);
  const isBreaking = changes.some((change) => change.isBreaking);
  const least = next(released.version, isBreaking);
  const wanted = `set info.version in openapi/openapi.yaml to ${least} or a later one, and begin a release in openapi/changelog.yaml`;
  const untold = isOlder(current.version, least)
    ? changes
        .filter((change) => change.isBreaking === isBreaking)
        .map(({ term, isNew }) => {
          const what = isNew ? 'is new' : 'no longer holds';
          const harm = isBreaking ? ', which breaks callers' : '';
          return `"${term}" ${what} since ${released.version}${harm}: ${wanted}; or take the change back`;
        })
    : [];
  const operations = new Set(changes.map(({ term }) => partsOf(term).operation));
  const missing = [...operations].filter((operation) => !told.has(operation));
  return [
    ...untold,
    ...missing.map(
      (operation) =>
        `${operation} has changed since ${released.version}: say under it what has, in the newest release of openapi/changelog.yaml`,
    ),
  ];
}

interface Change {
  readonly term: string;
  readonly isNew: boolean;
  readonly isBreaking: boolean;
}

function changesBetween(before: readonly string[], after: readonly string[]): Change[] {
  const gone = before.filter((term) => !after.includes(term));
  const added = after.filter((term) => !before.includes(term));
  return [
    ...gone.map((term) => ({ term, isNew: false, isBreaking: partsOf(term).kind === 'assures' })),
    ...added.map((term) => ({ term, isNew: true, isBreaking: isNewHarm(term, before) })),
  ];
}

/** Whether a new term is a reserve of something that callers know. */
function isNewHarm(term: string, before: readonly string[]): boolean {
  const { operation, kind, place, text } = partsOf(term);
  if (kind === 'assures') return false;
  const owner = text.endsWith(' is needed') ? place.replace(/[.[<]?[^.[<]*$/, '') : place;
  return before.some((it) => {
    const known = partsOf(it);
    if (known.operation !== operation) return false;
    return ['', 'path', 'query', 'header'].includes(owner) || known.place === owner;
  });
}

function partsOf(term: string) {
  const [, operation = '', kind, text = ''] = /^(\w+) (assures|reserves): (.+)$/.exec(term) ?? [];
  return { operation, kind, text, place: text.slice(0, text.indexOf(' ')) };
}

/** The least version after another one: before 1.0.0, the second number tells of what breaks callers. */
function next(version: string, isBreaking: boolean): string {
  const [major = 0, minor = 0, patch = 0] = numbersOf(version);
  if (major === 0) return isBreaking ? `0.${minor + 1}.0` : `0.${minor}.${patch + 1}`;
  return isBreaking ? `${major + 1}.0.0` : `${major}.${minor + 1}.0`;
}

function isOlder(version: string, other: string): boolean {
  const [left, right] = [numbersOf(version), numbersOf(other)];
  const i = left.findIndex((part, at) => part !== right[at]);
  return i !== -1 && left[i]! < right[i]!;
}

function numbersOf(version: string): number[] {
  return version.split('.').map(Number);
}

import { SourceFile } from '@agent-conversation/cli/source';
import { fileCheck } from '@agent-conversation/cli/file-schema';
// @boundaries-ignore The editors' schemas are not published, so the package does not export them
import changelogSchema from '../../../../openapi/editor/changelog.schema.json' with { type: 'json' };
// @boundaries-ignore The editors' schemas are not published, so the package does not export them
import commonSchema from '../../../../openapi/editor/common.schema.json' with { type: 'json' };
import { calls, type Contract } from '../contract.ts';
import { BuildError } from '../sources/read-source.ts';

/** The kinds of changes, in the order in which they are listed. */
export const changeKinds = ['added', 'changed', 'deprecated', 'removed', 'fixed'] as const;

/** A change, as a sentence under its kind. */
export type Change = Readonly<Partial<Record<(typeof changeKinds)[number], string>>> & {
  /** Whose working programs it breaks. */
  readonly breaks?: readonly ('sender' | 'receiver' | 'source')[];
  /** What users do about it. */
  readonly migration?: string;
  /** Why it was done. */
  readonly reason?: string;
};

/** A release of the contract. */
export interface Release {
  readonly version: string;
  /** YYYY-MM-DD. */
  readonly date: string;
  readonly summary: string;
  /** What was done to each operation that has changed. */
  readonly operations?: Readonly<Record<string, readonly Change[]>>;
  readonly other?: readonly Change[];
}

const file = 'openapi/changelog.yaml';
const check = fileCheck(changelogSchema, commonSchema);

type Fail = (pointer: string, what: string) => never;

/**
 * Reads openapi/changelog.yaml: the releases, newest first.
 *
 * @param current the version of the contract that is documented
 * @param released the contract as it was last released, which the newest entry led to
 * @throws {BuildError} when it has another form or does not agree with the contracts, naming the line
 *   and what to do
 */
export function readChangelog(
  text: string,
  current: string,
  released: Contract,
): readonly Release[] {
  const source = new SourceFile(file, text);
  const fail: Fail = (pointer, what) => {
    const { line } = source.locate(pointer.split('/').slice(1)).location;
    throw new BuildError(`${file}:${line}: ${pointer} ${what}.`);
  };
  const { syntaxError } = source;
  if (syntaxError) throw new BuildError(`${file}:${syntaxError.line}: ${syntaxError.message}.`);
  check(source.value, fail);
  const { releases } = source.value as { readonly releases: readonly Release[] };
  checkVersions(releases, current, fail);
  checkOperations(releases, released, fail);
  return releases;
}

function checkVersions(releases: readonly Release[], current: string, fail: Fail): void {
  for (const [i, { version, date }] of releases.entries()) {
    const newer = releases[i - 1];
    if (newer === undefined) {
      if (version === current) continue;
      const advice = 'add its entry, or correct one of the two';
      fail(`/releases/${i}/version`, `must be ${current}, as in openapi/openapi.yaml: ${advice}`);
    } else if (compare(version, newer.version) >= 0) {
      fail(`/releases/${i}/version`, `must be lower than ${newer.version}: newest release first`);
    } else if (date > newer.date) {
      fail(`/releases/${i}/date`, `must not be later than ${newer.date}, of ${newer.version}`);
    }
  }
}

/**
 * A listed operation was released, or its newest entry is its removal. What the
 * contract has gained or lost since the last release is for the next entry.
 */
function checkOperations(releases: readonly Release[], released: Contract, fail: Fail): void {
  const known = new Set(calls(released).map(({ operation }) => operation.operationId));
  for (const [i, { operations = {} }] of releases.entries()) {
    for (const [operationId, changes] of Object.entries(operations)) {
      if (!known.has(operationId) && !changes.some(({ removed }) => removed !== undefined)) {
        const advice = 'correct the name, or list it as removed in the newest release that has it';
        fail(
          `/releases/${i}/operations/${operationId}`,
          `is not an operation of the released contract: ${advice}`,
        );
      }
      known.add(operationId);
    }
  }
}

/** Which of two versions is newer (Semantic Versioning 2.0.0, section 11, without pre-releases). */
function compare(a: string, b: string): number {
  return a.localeCompare(b, 'en', { numeric: true });
}

import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { BuildError } from './read-source.ts';

/**
 * What is counted, in the order of the columns. The checker has this list, too: the docs cannot take it from there, as
 * its tests need the docs. One of them demands that both are the same.
 */
export const coverageKinds = [
  'message',
  'example',
  'present',
  'absent',
  'null',
  'empty',
  'choice',
  'value',
  'transition',
  'unchanged',
  'rejected',
] as const;

export type CoverageKind = (typeof coverageKinds)[number];

/** How much of an operation or a lifecycle the tests have touched. */
export interface GroupCoverage {
  /** What the contract looked like then: see `structuresIn`. */
  readonly structure: string;
  /** By the parts, such as `200 application/json`: how many were touched of how many, as `3/4`. */
  readonly parts: Readonly<Record<string, Readonly<Partial<Record<CoverageKind, string>>>>>;
  /** What was not touched, each with the reason. */
  readonly untouched: Readonly<Record<string, string>>;
}

/** What the tests have touched, by the names of operations and of lifecycles. */
export type CoverageRecord = Readonly<Record<string, GroupCoverage>>;

/** Where the record is; a test of the conformance package writes it. */
export const coverageFile = new URL('../../coverage.json', import.meta.url);

/**
 * Reads the record. The tests that write it need the built docs, so that there may be none yet.
 *
 * @returns an empty record where there is no file
 * @throws {BuildError} when it is not JSON
 */
export function readCoverage(file: URL): CoverageRecord {
  if (!existsSync(file)) return {};
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as CoverageRecord;
  } catch (error) {
    throw new BuildError(
      `${fileURLToPath(file)} cannot be read: ${(error as Error).message}. ` +
        'Run `npm run record` to write it again.',
    );
  }
}

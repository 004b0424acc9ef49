import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { BuildError } from '../build-error.ts';

/** What is counted, in the order of the columns: the kinds that `@agent-conversation/conformance` counts. */
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
  'refused',
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

/** Where the record is; `npm run record` writes it. */
export const coverageFile = new URL('../../coverage.json', import.meta.url);

/**
 * Reads the record; it is empty where there is none yet.
 *
 * @throws {BuildError} when it is no JSON
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

/**
 * Compares the mock with the evidence of each edition, and prints what differs:
 * `node tools/editions/evidence/mock.ts [EDITION…] [--values]`.
 */
import { join } from 'node:path';
import {
  compareVersions,
  type Evidence,
  readEvidence,
} from '@agent-conversation/cli/evidence';
import { repository } from '@agent-conversation/shared/process';
import type { EditionName } from '@agent-conversation/mock';
import { runScenario } from '../scenario/index.ts';
import { mockTarget } from '../scenario/mock-target.ts';
import {
  compareShapes,
  compareValues,
  type Difference,
  formatDifferences,
} from './compare.ts';

/** The folder of the evidence. */
export const evidenceFolder = join(repository, 'openapi/evidence');

/** What the mock has in common with an edition. */
export interface MockResult {
  readonly edition: string;
  readonly exchanges: number;
  readonly differences: readonly Difference[];
  /** How many exchanges have another status, are missing or unexpected. */
  readonly otherStatus: number;
  /** How many have the same status, but other members or types. */
  readonly otherShape: number;
  /** Exchanges of the same shape with other texts: a hint. */
  readonly otherValues: readonly Difference[];
}

/** Asks the mock the questions of the scenario, as an edition of which there is evidence. */
export async function compareMock(
  edition: string,
  evidence: readonly Evidence[],
): Promise<MockResult> {
  const recorded = await runScenario(mockTarget(edition as EditionName));
  const differences = compareShapes(evidence, recorded);
  const otherShape = differences.filter(({ kind }) => kind === 'shape').length;
  return {
    edition,
    exchanges: evidence.length,
    differences,
    otherStatus: differences.length - otherShape,
    otherShape,
    otherValues: compareValues(evidence, recorded),
  };
}

function summaryOf({ edition, exchanges, ...result }: MockResult): string {
  const percent = (differing: number) =>
    (100 - (100 * differing) / exchanges).toFixed(1);
  const { otherStatus, otherShape, otherValues } = result;
  return [
    `${edition}: ${exchanges} exchanges`,
    `status equal in ${percent(otherStatus)} %`,
    `members and types in ${percent(otherStatus + otherShape)} %`,
    `all values in ${percent(otherStatus + otherShape + otherValues.length)} %`,
  ].join(', ');
}

async function main(args: readonly string[]): Promise<void> {
  const isWithValues = args.includes('--values');
  const wanted = args.filter((arg) => !arg.startsWith('-'));
  const byEdition = Map.groupBy(
    readEvidence(evidenceFolder),
    ({ edition }) => edition,
  );
  for (const edition of [...byEdition.keys()].toSorted(compareVersions)) {
    if (wanted.length > 0 && !wanted.includes(edition)) continue;
    const result = await compareMock(edition, byEdition.get(edition)!);
    process.stdout.write(formatDifferences(result.differences));
    if (isWithValues)
      process.stdout.write(formatDifferences(result.otherValues));
    process.stdout.write(`${summaryOf(result)}\n\n`);
  }
}

if (import.meta.main) await main(process.argv.slice(2));

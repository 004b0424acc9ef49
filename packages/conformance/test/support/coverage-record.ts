import { type CoverageRecord, structuresIn } from '@agent-conversation/docs';
import type { CoverageSummary, PartSummary } from '../../src/contract-coverage/summary.ts';
import type { Exception } from './coverage-gate.ts';

/**
 * What the documentation shows of a coverage, as the text of a file.
 *
 * @param contract the text of the bundled contract
 */
export function recordOf(
  { groups }: CoverageSummary,
  exceptions: readonly Exception[],
  contract: string,
): string {
  const structures = structuresIn(contract);
  const reasons = new Map(
    exceptions.flatMap(({ reason, points }) => points.map((id) => [id, reason.trim()] as const)),
  );
  const record: CoverageRecord = Object.fromEntries(
    groups.map(({ group, parts, untouched }) => [
      group,
      {
        structure: structures.get(group)!,
        parts: Object.fromEntries(parts.map((part) => [part.part, figuresOf(part)])),
        untouched: Object.fromEntries(untouched.map((id) => [id, reasons.get(id) ?? ''])),
      },
    ]),
  );
  return `${JSON.stringify(record, undefined, 2)}\n`;
}

function figuresOf({ kinds }: PartSummary): CoverageRecord[string]['parts'][string] {
  return Object.fromEntries(
    Object.entries(kinds).map(([kind, { touched, declared }]) => [kind, `${touched}/${declared}`]),
  );
}

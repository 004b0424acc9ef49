import type { LabelledChange } from '../labels/labelled-change.ts';
import { type Findings, breakingLevel } from './oasdiff-alone.ts';

/** Whether a change breaks: as it is labelled, and as oasdiff says. */
export interface Verdict {
  readonly kind: string;
  readonly breaks: boolean;
  /** What oasdiff says with its own levels. */
  readonly byDefault: boolean;
  /** What oasdiff says with our severity file. */
  readonly withSeverities: boolean;
}

/** The verdicts on changes, of what oasdiff alone has found. */
export function verdictsOf(
  changes: readonly LabelledChange[],
  findings: ReadonlyMap<string, Findings>,
  severities: ReadonlyMap<string, number>,
): readonly Verdict[] {
  return changes.map(({ id, kind, expected }) => {
    const found = [...(findings.get(id) ?? [])];
    return {
      kind,
      breaks: expected.some(({ effect }) => effect === 'breaking'),
      byDefault: found.some(([, level]) => level >= breakingLevel),
      withSeverities: found.some(
        ([check, level]) => (severities.get(check) ?? level) >= breakingLevel,
      ),
    };
  });
}

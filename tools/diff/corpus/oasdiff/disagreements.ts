import type { Verdict } from './verdicts.ts';

/** One way in which oasdiff judges changes of a kind in another way than their labels. */
export interface Disagreement {
  readonly kind: string;
  /** `misses` what breaks, or `exaggerates` what does not. */
  readonly oasdiff: 'misses' | 'exaggerates';
  /** Whether our severity file `mends` it, `leaves` it, or `causes` it. */
  readonly severities: 'mends' | 'leaves' | 'causes';
}

/** Disagreements of the same sort, which have the same reason, whether or not a change of now shows them. */
export interface ReasonedDisagreements extends Omit<Disagreement, 'kind'> {
  readonly reason: string;
  readonly kinds: readonly string[];
}

const titleOf = ({ kind, oasdiff, severities }: Disagreement) =>
  `oasdiff ${oasdiff} "${kind}", and our severity file ${severities} it`;

/** The disagreements in verdicts, each once. */
export function disagreementsOf(verdicts: readonly Verdict[]): readonly Disagreement[] {
  const found = verdicts.flatMap(({ kind, breaks, byDefault, withSeverities }): Disagreement[] => {
    const [before, after] = [byDefault !== breaks, withSeverities !== breaks];
    if (!before && !after) return [];
    return [
      {
        kind,
        oasdiff: breaks ? 'misses' : 'exaggerates',
        severities: before ? (after ? 'leaves' : 'mends') : 'causes',
      },
    ];
  });
  return [...new Map(found.map((disagreement) => [titleOf(disagreement), disagreement])).values()];
}

/** Disagreements for which no entry gives a reason, and entries that stand twice: a line each. */
export function complaintsAbout(
  found: readonly Disagreement[],
  reasoned: readonly ReasonedDisagreements[],
): readonly string[] {
  const listed = reasoned.flatMap(({ kinds, ...rest }) =>
    kinds.map((kind) => titleOf({ kind, ...rest })),
  );
  return [
    ...found
      .map(titleOf)
      .filter((title) => !listed.includes(title))
      .map((title) => `No reason is given: ${title}.`),
    ...listed
      .filter((title, index) => listed.indexOf(title) < index)
      .map((title) => `It is listed twice: ${title}.`),
  ];
}

import type { LabelledChange } from '../labels/labelled-change.ts';
import { disagreementsOf, type ReasonedDisagreements } from '../oasdiff/disagreements.ts';
import type { Verdict } from '../oasdiff/verdicts.ts';

/** What the table is made of. */
export interface Results {
  readonly changes: readonly LabelledChange[];
  /** Of those that were compared with oasdiff. */
  readonly verdicts: readonly Verdict[];
  readonly disagreements: readonly ReasonedDisagreements[];
}

const isRight = {
  byDefault: ({ breaks, byDefault }: Verdict) => byDefault === breaks,
  withSeverities: ({ breaks, withSeverities }: Verdict) => withSeverities === breaks,
};

function countsOf(verdicts: readonly Verdict[]): readonly number[] {
  return [isRight.byDefault, isRight.withSeverities].flatMap((right) => {
    const count = verdicts.filter(right).length;
    return [count, verdicts.length - count];
  });
}

const rowOf = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;

function kindRows({ changes, verdicts }: Results): readonly string[] {
  return [...new Set(changes.map(({ kind }) => kind))].map((kind) => {
    const judged = verdicts.filter((verdict) => verdict.kind === kind);
    const breaking = judged.filter(({ breaks }) => breaks).length;
    const all = changes.filter((change) => change.kind === kind).length;
    return rowOf([kind, all, judged.length, breaking, ...countsOf(judged)]);
  });
}

function disagreementRows({ disagreements, verdicts }: Results): readonly string[] {
  const found = disagreementsOf(verdicts);
  return disagreements.flatMap(({ oasdiff, severities, reason, kinds }) =>
    found
      .filter((it) => it.oasdiff === oasdiff && it.severities === severities)
      .filter(({ kind }) => kinds.includes(kind))
      .map(({ kind }) => rowOf([kind, oasdiff, severities, reason.trim().replaceAll('\n', ' ')])),
  );
}

/** The results of the corpus, in Markdown. */
export function tableOf(results: Results): string {
  const { changes, verdicts } = results;
  const [right = 0, , rightWithFile = 0] = countsOf(verdicts);
  const breaking = verdicts.filter(({ breaks }) => breaks).length;
  return `<!-- Written by \`npm run corpus -w tools/diff -- --write\`. -->

# The corpus

${changes.length} changes of the released contract, made of each of its elements and each change that makes sense there.
Each is labelled with what has to be said of it. The tests demand that \`compareContracts\` says that of all
of them, and nothing else.

oasdiff alone was given ${verdicts.length} of them: of each kind one for each sort of place and each way in which it is
judged. ${breaking} of these break somebody. oasdiff says that a change breaks if its command \`breaking\` lists it, as an
error or as a warning.

| oasdiff alone | Right | Wrong |
| --- | ---: | ---: |
${rowOf(['with its own levels', right, verdicts.length - right])}
${rowOf(['with our severity file', rightWithFile, verdicts.length - rightWithFile])}

## By kind

| Kind of change | In the corpus | Given to oasdiff | Of these break | Right | Wrong | Right with our file | Wrong with our file |
| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
${kindRows(results).join('\n')}

## Where oasdiff judges otherwise

It \`misses\` what breaks, or \`exaggerates\` what does not; our severity file \`mends\` that, \`leaves\` it or \`causes\` it.

| Kind of change | oasdiff | Our file | Why |
| --- | --- | --- | --- |
${disagreementRows(results).join('\n')}
`;
}

import type { Complaint } from '../model/complaint.ts';
import type { Place } from '../model/place.ts';
import type { Review, ReviewedChange } from '../model/review.ts';
import { pastesOf } from './pastes.ts';
import { approvalOf, byGeneration, countOf, targetOf, verdictOf, versionsOf } from './words.ts';

/** Gives a text a colour, or not. */
export type Paint = (colour: 'red' | 'green' | 'dim' | 'bold', text: string) => string;

const colours = { breaking: 'red', compatible: 'green', editorial: 'dim' } as const;

/** Tells a review to somebody at a terminal; the verdict comes last. */
export function prettyReport(review: Review, paint: Paint): string {
  const { changes, complaints, versions, least, planned } = review;
  const files = planned.changesets.map(({ file }) => file);
  const blocks = [
    ...byGeneration(changes).flatMap(([title, own]) => [
      paint('bold', title),
      ...own.map((change) => changeBlock(change, paint)),
    ]),
    ...complaints.map((complaint) => complaintBlock(complaint, paint)),
    ...pastesOf(review).map(({ file, text, instead }) => {
      const place = instead === undefined ? file : `${file}, in place of \`${instead}\``;
      return `What to write into ${place}:\n\n${text.trimEnd()}`;
    }),
    [
      `${countOf(changes, versions.released)}.`,
      `Least step  ${targetOf(least)}`,
      `Changesets  ${targetOf(planned)}${files.length > 0 ? ` (${files.join(', ')})` : ''}`,
      `Versions    ${versionsOf(review)}`,
      paint(complaints.length === 0 ? 'green' : 'red', `${verdictOf(review)}.`),
    ].join('\n'),
  ];
  return `${blocks.join('\n\n')}\n`;
}

function changeBlock(change: ReviewedChange, paint: Paint): string {
  const { effect, message, place, rule, seenBy, breaks, operations, migration, fingerprint } =
    change;
  const lines: readonly (readonly [string, string])[] = [
    ['at', at(place)],
    ['rule', `${rule} (seen by ${seenBy.join(', ')})`],
    ['breaks', breaks.join(', ')],
    ['reaches', operations.join(', ')],
    ['migrate', migration],
    ['approval', approvalOf(change)],
    ['fingerprint', fingerprint],
  ];
  return [
    `  ${paint(colours[effect], effect.padEnd(10))}  ${message}`,
    ...lines
      .filter(([, text]) => text !== '')
      .map(([name, text]) => `    ${paint('dim', name.padEnd(11))}  ${text}`),
  ].join('\n');
}

function complaintBlock({ kind, place, message }: Complaint, paint: Paint): string {
  return `${paint('red', kind)}  ${at(place)}\n  ${message}.`;
}

function at({ file, line }: Place): string {
  return `${file}:${line}`;
}

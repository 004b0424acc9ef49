import type { Complaint } from '../model/complaint.ts';
import type { Place } from '../model/place.ts';
import type { Review, ReviewedChange } from '../model/review.ts';
import { bounded, type Section } from './bounded.ts';
import { markdownBlock, markdownCode, markdownText } from './markdown-text.ts';
import { pastesOf } from './pastes.ts';
import { approvalOf, byGeneration, countOf, targetOf, verdictOf, versionsOf } from './words.ts';

/** The most characters that GitHub takes for a comment. */
const limit = 65_536;

/** Tells a review as a comment of a pull request, in GitHub Flavored Markdown. */
export function markdownReport(review: Review): string {
  const { changes, complaints, versions, least, planned } = review;
  const summary = `### Contract: ${verdictOf(review).toLowerCase()}. ${countOf(changes, versions.released)}\n\n`;
  const figures =
    `Least step: **${targetOf(least)}**. Changesets: **${targetOf(planned)}**. ` +
    `Versions: ${versionsOf(review)}.\n\n`;
  return bounded(
    [
      { begin: '', items: [summary, figures], end: '' },
      { begin: '', items: complaints.map(complaintItem), end: '\n' },
      ...pastesOf(review).map(({ file, text, instead }) => {
        const place = instead === undefined ? '' : `, in place of <code>${instead}</code>`;
        return details(`What to write into <code>${file}</code>${place}`, [
          `${markdownBlock(file.endsWith('.md') ? 'md' : 'yaml', text)}\n`,
        ]);
      }),
      ...byGeneration(changes).map(([title, own]) => table(title, own)),
    ],
    limit,
    (left) => `\n${left} more are left out here: \`npm run diff\` tells all of it.\n`,
  );
}

function complaintItem({ kind, place, message }: Complaint): string {
  return `- **${kind}** ${at(place)} ${markdownText(message)}\n`;
}

function table(title: string, changes: readonly ReviewedChange[]): Section {
  const head =
    '| Effect | Change | Place | Breaks | What users do | Approval |\n|---|---|---|---|---|---|\n';
  const section = details(`${title}: ${changes.length}`, changes.map(row));
  return { ...section, begin: section.begin + head };
}

function row(change: ReviewedChange): string {
  const { effect, message, rule, place, breaks, migration, fingerprint } = change;
  const cells = [
    effect === 'breaking' ? '**breaking**' : effect,
    `${markdownText(message)} ${markdownCode(rule)}`,
    at(place),
    breaks.join(', '),
    markdownText(migration),
    effect === 'breaking' ? `${markdownCode(fingerprint)} ${markdownText(approvalOf(change))}` : '',
  ];
  return `| ${cells.join(' | ')} |\n`;
}

function details(title: string, items: readonly string[]): Section {
  return {
    begin: `<details><summary>${title}</summary>\n\n`,
    items,
    end: '\n</details>\n\n',
  };
}

function at({ file, line }: Place): string {
  return markdownCode(`${file}:${line}`);
}

/** Reports a review for people at a terminal, as a comment of a pull request, and as JSON. */
import { extname } from 'node:path';
import { approvalsFile } from './approvals.ts';
import { shortened } from './contract.ts';
import { effects, type Location, type Review, type ReviewedChange, type Target } from './model.ts';

/** Colors a text, or not. */
export type Paint = (color: 'red' | 'green' | 'dim' | 'bold', text: string) => string;

/** Titles of the generations, in the order of the report. */
const generations: Readonly<Record<ReviewedChange['generation'], string>> = {
  v1: 'V1',
  v0: 'Legacy (V0)',
  both: 'Both generations',
  none: 'The contract as a whole',
};

/** Returns the title and the changes of each generation that has changes. */
const byGeneration = ({ changes }: Review) =>
  Object.entries(generations)
    .map(([name, title]) => ({ title, own: changes.filter((it) => it.generation === name) }))
    .filter(({ own }) => own.length > 0);

/** The result in one line. */
export function resultOf({ diagnostics }: Review): string {
  if (diagnostics.length === 0) return 'Nothing to fix';
  return diagnostics.length === 1 ? '1 problem' : `${diagnostics.length} problems`;
}

function countOf({ changes, versions }: Review): string {
  if (changes.length === 0) return `none since ${versions.released}`;
  const counts = effects
    .map((effect) => [changes.filter((it) => it.effect === effect).length, effect] as const)
    .filter(([count]) => count > 0);
  return `${counts.map((it) => it.join(' ')).join(', ')} since ${versions.released}`;
}

const targetOf = ({ step, version }: Target) =>
  step === 'none' ? 'none' : `${step}, to ${version}`;
const at = ({ file, line }: Location) => `${file}:${line}`;

function versionsOf({ versions: { released, current, packages } }: Review): string {
  const all = [...new Set(Object.values(packages))];
  const own = all.length === 1 ? all : Object.entries(packages).map((it) => it.join(' '));
  const suffix = own.length > 0 ? `, packages ${own.join(', ')}` : '';
  return `released ${released}, info.version ${current}${suffix}`;
}

function approvalOf({ approvalState, approval, effect, needsApproval }: ReviewedChange): string {
  if (effect !== 'breaking' || (needsApproval && approvalState === 'not needed')) return '';
  if (!needsApproval) return 'not needed: the element is only assumed';
  if (!approval) return 'missing';
  return `${approvalState}: ${approval.reason} (${approval.owner}, until ${approval.expires})`;
}

/** What to write into which file. */
function pastesOf({ diagnostics, approvals }: Review) {
  const texts = new Map<string, string>();
  for (const { paste } of diagnostics) {
    if (paste) texts.set(paste.file, (texts.get(paste.file) ?? '') + paste.text);
  }
  return [...texts].map(([file, text]) =>
    file === approvalsFile && approvals.length === 0
      ? { file, text: `approvals:\n${text}`, where: `${file}, in place of \`approvals: []\`` }
      : { file, text, where: file },
  );
}

/** Returns the lines about the review as a whole. */
function summaryOf(review: Review): readonly (readonly [string, string])[] {
  const { least, planned } = review;
  const files = planned.changesets.map(({ file }) => file);
  return [
    ['Changes', countOf(review)],
    ['Least step', targetOf(least)],
    ['Changesets', `${targetOf(planned)}${files.length > 0 ? ` (${files.join(', ')})` : ''}`],
    ['Versions', versionsOf(review)],
  ];
}

/** Returns the lines about a change below its message. */
function fieldsOf(change: ReviewedChange): readonly (readonly [string, string])[] {
  const { location, rule, seenBy, breaks, operations, migration, fingerprint } = change;
  const all = [
    ['at', at(location)],
    ['rule', `${rule} (seen by ${seenBy.join(', ')})`],
    ['breaks', breaks.join(', ')],
    ['operations', operations.join(', ')],
    ['migrate', migration],
    ['approval', approvalOf(change)],
    ['fingerprint', fingerprint],
  ] as const;
  return all.filter(([, text]) => text !== '');
}

// ----- For a terminal

const colors = { breaking: 'red', compatible: 'green', editorial: 'dim' } as const;

/** The report for a terminal; the result is the last line. */
export function prettyReport(review: Review, paint: Paint = (_, text) => text): string {
  const { diagnostics } = review;
  const changeBlock = (change: ReviewedChange) => {
    const { effect, message } = change;
    const fields = fieldsOf(change).map(
      ([name, text]) => `    ${paint('dim', name.padEnd(11))}  ${text}`,
    );
    return [`  ${paint(colors[effect], effect.padEnd(10))}  ${message}`, ...fields].join('\n');
  };
  const blocks = [
    ...byGeneration(review).flatMap(({ title, own }) => [
      paint('bold', title),
      ...own.map(changeBlock),
    ]),
    ...diagnostics.map(
      ({ kind, location, message }) => `${paint('red', kind)}  ${at(location)}\n  ${message}`,
    ),
    ...pastesOf(review).map(({ where, text }) => `Write into ${where}:\n\n${text.trimEnd()}`),
    [
      ...summaryOf(review).map(([name, text]) => `${name.padEnd(10)}  ${text}`),
      paint(diagnostics.length === 0 ? 'green' : 'red', `${resultOf(review)}.`),
    ].join('\n'),
  ];
  return `${blocks.join('\n\n')}\n`;
}

// ----- Markdown

/** GitHub accepts no longer comments. */
const limit = 65_536;

/** Writes the report as a comment of a pull request, in GitHub Flavored Markdown: as much of it as fits. */
export function markdownReport(review: Review): string {
  const { changes, diagnostics } = review;
  const render = (shown: number): string => {
    const left = Math.max(0, changes.length - shown) + Math.max(0, diagnostics.length - shown);
    const text = [
      `### Contract: ${resultOf(review).toLowerCase()}\n\n`,
      ...summaryOf(review).map((it) => `${line(it)}<br>\n`),
      '\n',
      ...markdownParts({
        ...review,
        changes: changes.slice(0, shown),
        diagnostics: diagnostics.slice(0, shown),
      }),
      left === 0 ? '' : `\n${left} more are not shown: run \`npm run diff\`.\n`,
    ].join('');
    return text.length <= limit || shown === 0 ? text : render(Math.floor(shown * 0.9));
  };
  return render(Math.max(changes.length, diagnostics.length));
}

const line = ([name, text]: readonly [string, string]) => `${prose(name)}: ${prose(text)}`;

function markdownParts(review: Review): readonly string[] {
  const details = (title: string, text: string) =>
    `<details><summary>${title}</summary>\n\n${text}\n</details>\n\n`;
  const changeItem = (change: ReviewedChange) => {
    const fields = fieldsOf(change).map((it) => `  - ${line(it)}\n`);
    return `- **${change.effect}** ${prose(change.message)}\n${fields.join('')}`;
  };
  return [
    ...review.diagnostics.map(
      ({ kind, location, message }) => `- **${kind}** ${prose(`${at(location)} ${message}`)}\n`,
    ),
    '\n',
    ...pastesOf(review).map(({ file, where, text }) =>
      details(`Write into ${where.replaceAll('`', '')}`, block(extname(file).slice(1), text)),
    ),
    ...byGeneration(review).map(({ title, own }) =>
      details(`${title}: ${own.length}`, own.map(changeItem).join('')),
    ),
  ];
}

/** Writes a text in one line in which only what stands between backticks is markup, and nobody is mentioned. */
export function prose(text: string): string {
  const plain = (part: string) =>
    part.replaceAll(/[\\`*_{}[\]()<>&|~!:$]/g, '\\$&').replaceAll(/[@#](?=\w)/g, '$&&#8203;');
  return shortened(text.replaceAll(/\s+/g, ' '), 600)
    .split(/(`[^`]+`)/)
    .map((part, index) => (index % 2 === 0 ? plain(part) : part))
    .join('');
}

/** Writes a code block; its fence is longer than any in the text. */
function block(language: string, text: string): string {
  const runs = [...text.matchAll(/`+/g)].map(([run]) => run.length + 1);
  const fence = '`'.repeat(Math.max(3, ...runs));
  return `${fence}${language}\n${text.trimEnd()}\n${fence}\n`;
}

// ----- JSON

/** Writes the report that `review.schema.json` describes; `version` rises when a property goes or changes its meaning. */
export function jsonReport(review: Review): string {
  const { diagnostics } = review;
  const report = {
    version: 2,
    inOrder: diagnostics.length === 0,
    ...review,
    diagnostics: diagnostics.map(({ paste, ...it }) => ({ ...it, paste })),
  };
  return `${JSON.stringify(report, (_, value: unknown) => value ?? null, 2)}\n`;
}

/** Reports a review for people at a terminal, as a comment of a pull request, and as JSON. */
import { extname } from 'node:path';
import { approvalsFile } from './approvals.ts';
import { shortened } from './contract.ts';
import { effects, type Location, type Review, type ReviewedChange, type Target } from './model.ts';

/** The result in one line. */
export function resultOf({ diagnostics }: Review): string {
  if (diagnostics.length === 0) return 'Nothing to fix';
  return diagnostics.length === 1 ? '1 problem' : `${diagnostics.length} problems`;
}

const at = ({ file, line }: Location) => `${file}:${line}`;

/** Names and texts of the lines below a title or a message. */
type Fields = readonly (readonly [name: string, text: string])[];

/** Returns the lines about the review as a whole. */
function summaryOf({ changes, versions, least, planned }: Review): Fields {
  const { released, current, packages } = versions;
  const counts = effects
    .map((effect) => [changes.filter((it) => it.effect === effect).length, effect] as const)
    .filter(([count]) => count > 0)
    .map((it) => it.join(' '));
  const target = ({ step, version }: Target) => (step === 'none' ? step : `${step}, to ${version}`);
  const files = planned.changesets.map(({ file }) => file).join(', ');
  const all = [...new Set(Object.values(packages))];
  const own = all.length === 1 ? all : Object.entries(packages).map((it) => it.join(' '));
  const ofPackages = own.length > 0 ? `, packages ${own.join(', ')}` : '';
  return [
    ['Changes', `${counts.join(', ') || 'none'} since ${released}`],
    ['Least step', target(least)],
    ['Changesets', `${target(planned)}${files && ` (${files})`}`],
    ['Versions', `released ${released}, info.version ${current}${ofPackages}`],
  ];
}

/** Returns the changes of each generation that has changes. */
function byGeneration({ changes }: Review) {
  const titles = {
    v1: 'V1',
    v0: 'Legacy (V0)',
    both: 'Both generations',
    none: 'The contract as a whole',
  };
  return Object.entries(titles)
    .map(([name, title]) => ({ title, own: changes.filter((it) => it.generation === name) }))
    .filter(({ own }) => own.length > 0);
}

/** Returns the lines about a change below its message. */
function fieldsOf(change: ReviewedChange): Fields {
  const { location, rule, breaks, operations, migration, fingerprint } = change;
  const all: Fields = [
    ['at', at(location)],
    ['rule', rule],
    ['value', evidenceText(change)],
    ['breaks', breaks.join(', ')],
    ['operations', operations.join(', ')],
    ['migrate', migration],
    ['approval', approvalOf(change)],
    ['fingerprint', fingerprint],
  ];
  return all.filter(([, text]) => text !== '');
}

/** A value that was valid, and what is wrong with it now; for those who read, the other way round. */
function evidenceText({ evidence, breaks }: ReviewedChange): string {
  if (evidence === undefined) return '';
  if ('undecided' in evidence) return `not found: \`${evidence.undecided}\` cannot be decided`;
  const value = shortened(JSON.stringify(evidence.value), 200);
  const isRead = breaks.includes('receiver');
  return isRead
    ? `${value} may come, was not valid: ${evidence.error}`
    : `${value} was valid, is not: ${evidence.error}`;
}

function approvalOf({ approvalState, approval, effect, needsApproval }: ReviewedChange): string {
  if (effect !== 'breaking' || (needsApproval && approvalState === 'not needed')) return '';
  if (!needsApproval) return 'not needed: the element is only assumed';
  if (!approval) return 'missing';
  return `${approvalState}: ${approval.reason} (${approval.owner}, until ${approval.expires})`;
}

/** What to write into which file. */
function pastesOf({ diagnostics, approvals }: Review) {
  const pastes = diagnostics.flatMap(({ paste }) => paste ?? []);
  return [...Map.groupBy(pastes, ({ file }) => file)].map(([file, all]) => {
    const text = all.map((it) => it.text).join('');
    return file === approvalsFile && approvals.length === 0
      ? { file, text: `approvals:\n${text}`, where: `${file}, instead of \`approvals: []\`` }
      : { file, text, where: file };
  });
}

// ----- For a terminal

/** Colors a text, or not. */
export type Paint = (color: 'red' | 'green' | 'dim' | 'bold', text: string) => string;

const colors = { breaking: 'red', compatible: 'green', editorial: 'dim' } as const;

/** The report for a terminal; the result is the last line. */
export function prettyReport(review: Review, paint: Paint = (_, text) => text): string {
  const { diagnostics } = review;
  const changeBlock = (change: ReviewedChange) =>
    [
      `  ${paint(colors[change.effect], change.effect.padEnd(10))}  ${change.message}`,
      ...fieldsOf(change).map(([name, text]) => `    ${paint('dim', name.padEnd(11))}  ${text}`),
    ].join('\n');
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
  const most = Math.max(review.changes.length, review.diagnostics.length);
  for (let shown = most; ; shown = Math.floor(shown * 0.9)) {
    const text = markdownOf(review, shown);
    if (text.length <= limit || shown === 0) return text;
  }
}

function markdownOf(review: Review, shown: number): string {
  const changes = review.changes.slice(0, shown);
  const diagnostics = review.diagnostics.slice(0, shown);
  const part = { ...review, changes, diagnostics };
  const all = review.changes.length + review.diagnostics.length;
  const left = all - changes.length - diagnostics.length;
  const field = ([name, text]: Fields[number]) => `${prose(name)}: ${prose(text)}`;
  const details = (title: string, text: string) =>
    `<details><summary>${title}</summary>\n\n${text}\n</details>\n\n`;
  const changeItem = (change: ReviewedChange) =>
    [
      `- **${change.effect}** ${prose(change.message)}\n`,
      ...fieldsOf(change).map((it) => `  - ${field(it)}\n`),
    ].join('');
  return [
    `### Contract: ${resultOf(review).toLowerCase()}\n\n`,
    ...summaryOf(review).map((it) => `${field(it)}<br>\n`),
    '\n',
    ...diagnostics.map(
      ({ kind, location, message }) => `- **${kind}** ${prose(`${at(location)} ${message}`)}\n`,
    ),
    '\n',
    ...pastesOf(part).map(({ file, where, text }) =>
      details(`Write into ${where.replaceAll('`', '')}`, block(extname(file).slice(1), text)),
    ),
    ...byGeneration(part).map(({ title, own }) =>
      details(`${title}: ${own.length}`, own.map(changeItem).join('')),
    ),
    left === 0 ? '' : `\n${left} more are not shown: run \`npm run diff\`.\n`,
  ].join('');
}

/** Writes a text in one line in which only what stands between backticks is markup, and nobody is mentioned. */
function prose(text: string): string {
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
    version: 3,
    inOrder: diagnostics.length === 0,
    ...review,
    diagnostics: diagnostics.map(({ paste, ...it }) => ({ ...it, paste })),
  };
  return `${JSON.stringify(report, (_, value: unknown) => value ?? null, 2)}\n`;
}

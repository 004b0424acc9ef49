/** Reports a review for people at a terminal, as a comment of a pull request, and as JSON. */
import { extname } from 'node:path';
import { count } from '@agent-conversation/cli/text';
import { fence } from '@agent-conversation/cli/markdown';
import { approvalsFile } from './approvals.ts';
import { shortened } from './contract.ts';
import {
  type Diagnostic,
  effects,
  type Location,
  type Plan,
  type Review,
  type ReviewedChange,
  type Since,
  type Target,
} from './model.ts';

/** The result in one line. */
export function resultOf({ diagnostics }: Review): string {
  return diagnostics.length === 0
    ? 'Nothing to fix'
    : count(diagnostics.length, 'problem');
}

const at = ({ file, line }: Location) => `${file}:${line}`;

/** Names and texts of the lines below a title or a message. */
type Fields = readonly (readonly [name: string, text: string])[];

/** Returns the lines about the review as a whole. */
function summaryOf({
  changes,
  since,
  versions,
  least,
  planned,
}: Review): Fields {
  const { released, current, packages } = versions;
  const target = ({ step, version }: Target) =>
    step === 'none' ? step : `${step}, to ${version}`;
  const announced =
    planned.changesets.length > 0 ? ` (${filesText(planned)})` : '';
  const all = [...new Set(Object.values(packages))];
  const packageVersions =
    all.length === 1 ? all : Object.entries(packages).map((it) => it.join(' '));
  const ofPackages =
    packageVersions.length > 0
      ? `, packages ${packageVersions.join(', ')}`
      : '';
  const ofBranch: Fields = since
    ? [['Branch', `${countsOf(since.changes)} since ${sinceText(since)}`]]
    : [];
  return [
    ...ofBranch,
    ['Changes', `${countsOf(changes)} since ${released}`],
    ['Least step', target(least)],
    ['Changesets', `${target(planned)}${announced}`],
    ['Versions', `released ${released}, info.version ${current}${ofPackages}`],
  ];
}

const sinceText = ({ ref, commit }: Since) =>
  ref === commit ? ref : `${ref} (${commit})`;

function countsOf(changes: readonly ReviewedChange[]): string {
  const counts = effects.flatMap((effect) => {
    const { length } = changes.filter((change) => change.effect === effect);
    return length > 0 ? `${length} ${effect}` : [];
  });
  return counts.join(', ') || 'none';
}

/** The names of changesets; of many, how many there are. */
function filesText({ changesets }: Plan): string {
  if (changesets.length > 4) return `${changesets.length} files`;
  return changesets.map(({ file }) => file).join(', ');
}

/** Returns the changes of each generation that has changes. */
function byGeneration(changes: readonly ReviewedChange[]) {
  const titles = {
    v1: 'V1',
    v0: 'Legacy (V0)',
    both: 'Both generations',
    none: 'The contract as a whole',
  };
  return Object.entries(titles)
    .map(([name, title]) => ({
      title,
      own: changes.filter((it) => it.generation === name),
    }))
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
    ['programs', sourcesText(change)],
    ['approval', approvalOf(change)],
    ['fingerprint', fingerprint],
  ];
  return all.filter(([, text]) => text !== '');
}

/** A value that was valid, and what is wrong with it now; for those who read, the other way round. */
function evidenceText({ evidence }: ReviewedChange): string {
  if (evidence === undefined) return '';
  if ('undecided' in evidence)
    return `not found: \`${evidence.undecided}\` cannot be decided`;
  const value = shortened(JSON.stringify(evidence.value), 200);
  return evidence.direction === 'response'
    ? `${value} may come, was not valid: ${evidence.error}`
    : `${value} was valid, is not: ${evidence.error}`;
}

/** What no longer compiles: one source with its error, and how many others there are. */
function sourcesText({ sources: [first, ...others] }: ReviewedChange): string {
  if (first === undefined) return '';
  const more = others.length > 0 ? ` (and ${others.length} more)` : '';
  return `${at(first.location)} does not compile${more}: ${first.error}`;
}

function approvalOf({
  approvalState,
  approval,
  effect,
  needsApproval,
}: ReviewedChange): string {
  if (
    effect !== 'breaking' ||
    (needsApproval && approvalState === 'not needed')
  )
    return '';
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
      ? {
          file,
          text: `approvals:\n${text}`,
          where: `${file}, instead of \`approvals: []\``,
        }
      : { file, text, where: file };
  });
}

// ----- For a terminal

/** Colors a text, or not. */
export type Paint = (
  color: 'red' | 'green' | 'dim' | 'bold',
  text: string,
) => string;

const colors = {
  breaking: 'red',
  compatible: 'green',
  editorial: 'dim',
} as const;

export interface PrettyOptions {
  readonly paint?: Paint;
  /** Only the changes whose approval is to be written or renewed. */
  readonly isBrief?: boolean;
}

/** The report for a terminal: the changes of the branch, or else all since the release. The result is the last line. */
export function prettyReport(
  review: Review,
  options: PrettyOptions = {},
): string {
  const { paint = (_, text) => text, isBrief = false } = options;
  const { diagnostics } = review;
  const changes = review.since?.changes ?? review.changes;
  const toApprove = changes.filter(
    ({ approvalState }) =>
      approvalState !== 'approved' && approvalState !== 'not needed',
  );
  const changeBlock = (change: ReviewedChange) =>
    [
      `  ${paint(colors[change.effect], change.effect.padEnd(10))}  ${change.message}`,
      ...fieldsOf(change).map(
        ([name, text]) => `    ${paint('dim', name.padEnd(11))}  ${text}`,
      ),
    ].join('\n');
  const blocks = [
    ...byGeneration(isBrief ? toApprove : changes).flatMap(({ title, own }) => [
      paint('bold', title),
      ...own.map(changeBlock),
    ]),
    ...diagnostics.map(
      ({ kind, location, message }) =>
        `${paint('red', kind)}  ${at(location)}\n  ${message}`,
    ),
    ...pastesOf(review).map(
      ({ where, text }) => `Write into ${where}:\n\n${text.trimEnd()}`,
    ),
    [
      ...summaryOf(review).map(([name, text]) => `${name.padEnd(10)}  ${text}`),
      paint(diagnostics.length === 0 ? 'green' : 'red', `${resultOf(review)}.`),
    ].join('\n'),
  ];
  return `${blocks.join('\n\n')}\n`;
}

// ----- Markdown

/** By which a workflow finds its earlier comment of a pull request. */
const commentMarker = '<!-- contract-review -->';

/** GitHub accepts no longer comments. */
const limit = 65_536;

/**
 * Writes the report as a comment of a pull request, in GitHub Flavored Markdown: as much of it as fits, and what the
 * branch changes before what has piled up since the release.
 */
export function markdownReport(review: Review): string {
  const { changes, diagnostics, since } = review;
  const most = Math.max(
    changes.length,
    diagnostics.length,
    since?.changes.length ?? 0,
  );
  for (let shown = most; ; shown = Math.floor(shown * 0.9)) {
    const text = markdownOf(review, shown);
    if (text.length <= limit || shown === 0) return text;
  }
}

/** @param shown how many changes and diagnostics of each kind */
function markdownOf(review: Review, shown: number): string {
  const { changes, diagnostics, since, versions } = review;
  const lists = [changes, diagnostics, since?.changes ?? []];
  const left = lists.reduce(
    (sum, { length }) => sum + Math.max(0, length - shown),
    0,
  );
  const ofBranch = since?.changes.slice(0, shown) ?? [];
  const someDiagnostics = diagnostics.slice(0, shown);
  return [
    `${commentMarker}\n### Contract: ${resultOf(review).toLowerCase()}\n\n`,
    ...summaryOf(review).map((field) => `${fieldText(field)}<br>\n`),
    '\n',
    ...someDiagnostics.map(diagnosticItem),
    '\n',
    ...pastesOf({ ...review, diagnostics: someDiagnostics }).map(
      ({ file, where, text }) =>
        details(
          `Write into ${where.replaceAll('`', '')}`,
          `${fence(extname(file).slice(1), text)}\n`,
        ),
    ),
    ...(since
      ? [`#### This branch, since ${prose(sinceText(since))}\n\n`]
      : []),
    ...ofBranch.map(changeItem),
    since && ofBranch.length === 0 ? 'No changes.\n' : '',
    '\n',
    ...byGeneration(changes.slice(0, shown)).map(({ title, own }) =>
      details(
        `${title}, since ${versions.released}: ${own.length}`,
        own.map(changeItem).join(''),
      ),
    ),
    left === 0 ? '' : `\n${left} more are not shown: run \`npm run diff\`.\n`,
  ].join('');
}

const fieldText = ([name, text]: Fields[number]) =>
  `${prose(name)}: ${prose(text)}`;

const diagnosticItem = ({ kind, location, message }: Diagnostic) =>
  `- **${kind}** ${prose(`${at(location)} ${message}`)}\n`;

const changeItem = (change: ReviewedChange) =>
  [
    `- **${change.effect}** ${prose(change.message)}\n`,
    ...fieldsOf(change).map((field) => `  - ${fieldText(field)}\n`),
  ].join('');

const details = (title: string, text: string) =>
  `<details><summary>${title}</summary>\n\n${text}\n</details>\n\n`;

/** Writes a text in one line in which only what stands between backticks is markup, and nobody is mentioned. */
function prose(text: string): string {
  const plain = (part: string) =>
    part
      .replaceAll(/[\\`*_{}[\]()<>&|~!:$]/g, '\\$&')
      .replaceAll(/[@#](?=\w)/g, '$&&#8203;');
  return shortened(text.replaceAll(/\s+/g, ' '), 600)
    .split(/(`[^`]+`)/)
    .map((part, index) => (index % 2 === 0 ? plain(part) : part))
    .join('');
}

// ----- JSON

/**
 * Writes the report that `review.schema.json` describes; `version` rises when a property goes or changes its meaning.
 */
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

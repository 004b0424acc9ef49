/** Reports a review for people at a terminal, as a comment of a pull request, and as JSON. */
import { approvalsFile } from './approvals.ts';
import {
  type Change,
  effects,
  type Location,
  type Paste,
  type Review,
  type ReviewedChange,
  type Target,
} from './model.ts';

/** Colors a text, or not. */
export type Paint = (color: 'red' | 'green' | 'dim' | 'bold', text: string) => string;

/** Titles of the generations, in the order of the report. */
const generations: Readonly<Record<Change['generation'], string>> = {
  v1: 'V1',
  v0: 'Legacy (V0)',
  both: 'Both generations',
  none: 'The contract as a whole',
};

function byGeneration(
  changes: readonly ReviewedChange[],
): (readonly [string, readonly ReviewedChange[]])[] {
  return Object.entries(generations)
    .map(
      ([name, title]) => [title, changes.filter(({ generation }) => generation === name)] as const,
    )
    .filter(([, own]) => own.length > 0);
}

/** The result in one line. */
export function resultOf({ diagnostics }: Review): string {
  if (diagnostics.length === 0) return 'Nothing to fix';
  return diagnostics.length === 1 ? '1 problem' : `${diagnostics.length} problems`;
}

function countOf({ changes, versions }: Review): string {
  if (changes.length === 0) return `No changes since ${versions.released}`;
  const counts = effects
    .map((effect) => [changes.filter((it) => it.effect === effect).length, effect] as const)
    .filter(([count]) => count > 0);
  return `Changes since ${versions.released}: ${counts.map((it) => it.join(' ')).join(', ')}`;
}

const targetOf = ({ step, version }: Target) =>
  step === 'none' ? 'none' : `${step}, to ${version}`;
const at = ({ file, line }: Location) => `${file}:${line}`;

function versionsOf({ versions: { released, current, packages } }: Review): string {
  const all = [...new Set(Object.values(packages))];
  const own = all.length === 1 ? all : Object.entries(packages).map((it) => it.join(' '));
  return [
    `released ${released}`,
    `info.version ${current}`,
    ...(own.length > 0 ? [`packages ${own.join(', ')}`] : []),
  ].join(', ');
}

function approvalOf({ approvalState, approval, effect, needsApproval }: ReviewedChange): string {
  if (effect !== 'breaking' || (needsApproval && approvalState === 'not needed')) return '';
  if (!needsApproval) return 'not needed: the element is only assumed';
  if (!approval) return 'missing';
  return `${approvalState}: ${approval.reason} (${approval.owner}, until ${approval.expires})`;
}

/** What to write into which file. */
function pastesOf({ diagnostics, approvals }: Review): (Paste & { readonly where: string })[] {
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

const colors = { breaking: 'red', compatible: 'green', editorial: 'dim' } as const;

/** The report for a terminal; the result is the last line. */
export function prettyReport(review: Review, paint: Paint = (_, text) => text): string {
  const { changes, diagnostics, least, planned } = review;
  const files = planned.changesets.map(({ file }) => file);
  const blocks = [
    ...byGeneration(changes).flatMap(([title, own]) => [
      paint('bold', title),
      ...own.map((it) => changeBlock(it, paint)),
    ]),
    ...diagnostics.map(
      ({ kind, location, message }) => `${paint('red', kind)}  ${at(location)}\n  ${message}`,
    ),
    ...pastesOf(review).map(({ where, text }) => `Write into ${where}:\n\n${text.trimEnd()}`),
    [
      `${countOf(review)}.`,
      `Least step  ${targetOf(least)}`,
      `Changesets  ${targetOf(planned)}${files.length > 0 ? ` (${files.join(', ')})` : ''}`,
      `Versions    ${versionsOf(review)}`,
      paint(diagnostics.length === 0 ? 'green' : 'red', `${resultOf(review)}.`),
    ].join('\n'),
  ];
  return `${blocks.join('\n\n')}\n`;
}

function changeBlock(change: ReviewedChange, paint: Paint): string {
  const { effect, message, location, rule, seenBy, breaks, operations, migration, fingerprint } =
    change;
  const lines = [
    ['at', at(location)],
    ['rule', `${rule} (seen by ${seenBy.join(', ')})`],
    ['breaks', breaks.join(', ')],
    ['operations', operations.join(', ')],
    ['migrate', migration],
    ['approval', approvalOf(change)],
    ['fingerprint', fingerprint],
  ] as const;
  const shown = lines.filter(([, text]) => text !== '');
  return [
    `  ${paint(colors[effect], effect.padEnd(10))}  ${message}`,
    ...shown.map(([name, text]) => `    ${paint('dim', name.padEnd(11))}  ${text}`),
  ].join('\n');
}

// ----- Markdown

/** GitHub accepts no longer comments. */
const limit = 65_536;
const longest = 600;

/** Writes the report as a comment of a pull request, in GitHub Flavored Markdown: as much of it as fits. */
export function markdownReport(review: Review): string {
  const { changes, diagnostics } = review;
  for (
    let shown = Math.max(changes.length, diagnostics.length);
    ;
    shown = Math.floor(shown * 0.9)
  ) {
    const own = {
      ...review,
      changes: changes.slice(0, shown),
      diagnostics: diagnostics.slice(0, shown),
    };
    const text = `${markdownHead(review)}${markdownParts(own)}`;
    const left = changes.length + diagnostics.length - own.changes.length - own.diagnostics.length;
    const more = left === 0 ? '' : `\n${left} more are not shown: run \`npm run diff\`.\n`;
    if (text.length + more.length <= limit || shown === 0) return text + more;
  }
}

const markdownHead = (review: Review): string =>
  `### Contract: ${resultOf(review).toLowerCase()}. ${countOf(review)}

Least step: **${targetOf(review.least)}**. Changesets: **${targetOf(review.planned)}**. Versions: ${versionsOf(review)}.

`;

function markdownParts(review: Review): string {
  const problems = review.diagnostics.map(
    ({ kind, location, message }) => `- **${kind}** ${code(at(location))} ${prose(message)}\n`,
  );
  const pastes = pastesOf(review).map(({ file, where, text }) =>
    details(
      `Write into ${where.replaceAll('`', '')}`,
      block(file.endsWith('.md') ? 'md' : 'yaml', text),
    ),
  );
  const columns =
    '| Effect | Change | Location | Breaks | Migration | Approval |\n|---|---|---|---|---|---|\n';
  const tables = byGeneration(review.changes).map(([title, own]) =>
    details(`${title}: ${own.length}`, `${columns}${own.map(row).join('')}`),
  );
  return [...problems, '\n', ...pastes, ...tables].join('');
}

const details = (title: string, text: string) =>
  `<details><summary>${title}</summary>\n\n${text}\n</details>\n\n`;

function row(change: ReviewedChange): string {
  const { effect, message, rule, location, breaks, migration, fingerprint } = change;
  const cells = [
    effect === 'breaking' ? '**breaking**' : effect,
    `${prose(message)} ${code(rule)}`,
    code(at(location)),
    breaks.join(', '),
    prose(migration),
    effect === 'breaking' ? `${code(fingerprint)} ${prose(approvalOf(change))}` : '',
  ];
  return `| ${cells.join(' | ')} |\n`;
}

/** Text in which only what stands between backticks is markup, and nobody is mentioned. */
export function prose(text: string): string {
  const plain = (part: string) =>
    part
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll(/[\\`*_{}[\]()|~!:$]/g, '\\$&')
      .replaceAll(/[@#](?=\w)/g, '$&&#8203;');
  return shorten(text)
    .split(/(`[^`]+`)/)
    .map((part, index) => (index % 2 === 0 ? plain(part) : code(part.slice(1, -1))))
    .join('');
}

/** Returns more backticks than a text has in a row. */
const fenceFor = (text: string, least: number): string =>
  '`'.repeat(Math.max(least, ...[...text.matchAll(/`+/g)].map(([run]) => run.length + 1)));

function code(text: string): string {
  const short = shorten(text);
  const fence = fenceFor(short, 1);
  const space = /^`|`$/.test(short) ? ' ' : '';
  return `${fence}${space}${short.replaceAll('|', '\\|')}${space}${fence}`;
}

function block(language: string, text: string): string {
  const fence = fenceFor(text, 3);
  return `${fence}${language}\n${text.trimEnd()}\n${fence}\n`;
}

function shorten(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length <= longest ? line : `${line.slice(0, longest - 1)}…`;
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

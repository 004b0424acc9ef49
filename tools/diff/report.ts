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

/** The report as a comment of a pull request, in GitHub Flavored Markdown. */
export function markdownReport(review: Review): string {
  const { changes, diagnostics, least, planned } = review;
  const head = `### Contract: ${resultOf(review).toLowerCase()}. ${countOf(review)}\n\n`;
  const figures = `Least step: **${targetOf(least)}**. Changesets: **${targetOf(planned)}**. Versions: ${versionsOf(review)}.\n\n`;
  const problems = diagnostics.map(
    ({ kind, location, message }) => `- **${kind}** ${code(at(location))} ${prose(message)}\n`,
  );
  const columns =
    '| Effect | Change | Location | Breaks | Migration | Approval |\n|---|---|---|---|---|---|\n';
  const sections = [
    { begin: head + figures, items: problems, end: '\n' },
    ...pastesOf(review).map(({ file, where, text }) =>
      details(`Write into ${where.replaceAll('`', '')}`, '', [
        block(file.endsWith('.md') ? 'md' : 'yaml', text),
      ]),
    ),
    ...byGeneration(changes).map(([title, own]) =>
      details(`${title}: ${own.length}`, columns, own.map(row)),
    ),
  ];
  let text = '';
  let left = 0;
  for (const { begin, items, end } of sections) {
    let own = '';
    for (const item of items) {
      if (text.length + begin.length + own.length + item.length + end.length + 200 > limit)
        left += 1;
      else own += item;
    }
    if (own !== '' || text === '') text += begin + own + end;
  }
  return left === 0 ? text : `${text}\n${left} more are not shown: run \`npm run diff\`.\n`;
}

const details = (title: string, head: string, items: readonly string[]) => ({
  begin: `<details><summary>${title}</summary>\n\n${head}`,
  items,
  end: '\n</details>\n\n',
});

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

function code(text: string): string {
  const short = shorten(text);
  const fence = '`'.repeat(
    Math.max(0, ...[...short.matchAll(/`+/g)].map(([run]) => run.length)) + 1,
  );
  const space = /^`|`$/.test(short) ? ' ' : '';
  return `${fence}${space}${short.replaceAll('|', '\\|')}${space}${fence}`;
}

function block(language: string, text: string): string {
  const fence = '`'.repeat(
    Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length)) + 1,
  );
  return `${fence}${language}\n${text.trimEnd()}\n${fence}\n`;
}

function shorten(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length <= longest ? line : `${line.slice(0, longest - 1)}…`;
}

// ----- JSON

/** The report as `review.schema.json` describes it; `version` rises when a property goes or changes its meaning. */
export function jsonReport({
  diagnostics,
  versions,
  least,
  planned,
  changes,
  approvals,
}: Review): string {
  const report = {
    version: 2,
    inOrder: diagnostics.length === 0,
    versions,
    least,
    planned,
    diagnostics: diagnostics.map((it) => ({ ...it, paste: it.paste ?? null })),
    changes: changes.map((it) => ({ ...it, approval: it.approval ?? null })),
    approvals,
  };
  return `${JSON.stringify(report, undefined, 2)}\n`;
}

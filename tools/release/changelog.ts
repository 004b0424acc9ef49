/**
 * The texts of `openapi/changelog.yaml`, which the docs show, and of `CHANGELOG.md` in each published package.
 * changesets also loads this module, to format `CHANGELOG.md`.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { count } from '@agent-conversation/cli/text';
import { upperFirst } from '@agent-conversation/contract';
import {
  type Review,
  type ReviewedChange,
  steps,
} from '@agent-conversation/diff';
import { publishedPackages, type Workspace } from './packages.ts';

/** The package whose changelog lists the changes of the contract. */
const contractPackage = '@agent-conversation/openapi';

const contractChangelog =
  'https://github.com/agent-conversation/agent-conversation-api/blob/main/openapi/CHANGELOG.md';

/** Formats the summary of a changeset. Called by changesets. */
export function getReleaseLine({
  summary,
}: {
  readonly summary: string;
}): string {
  return `- ${summary.trim().replaceAll(/\n(?=.)/g, '\n  ')}`;
}

/** changesets asks for a line about updated dependencies. All packages have one version, so there is none. */
export function getDependencyReleaseLine(): string {
  return '';
}

// ----- Changes that are listed together

/** Changes that are listed together. */
interface Entry {
  readonly kind: 'added' | 'changed' | 'deprecated' | 'removed';
  /** The elements, and what is different about each of them. */
  readonly elements: readonly string[];
  readonly differences: readonly string[];
  readonly operations: readonly string[];
  readonly breaks: ReviewedChange['breaks'];
  readonly migration: string;
  readonly reason: string;
}

/** Lists what matters to users: each change once, with the operations that it reaches; those of texts are counted. */
function entriesOf(changes: readonly ReviewedChange[]): readonly Entry[] {
  const isEditorial = ({ effect }: ReviewedChange) => effect === 'editorial';
  const [texts = [], others = []] = [true, false].map((isText) =>
    changes.filter((change) => isEditorial(change) === isText),
  );
  const oncePerChange = merged(others.map(entryOf), 'operations');
  const oncePerDifference = merged(oncePerChange, 'elements');
  const entries = merged(oncePerDifference, 'differences');
  if (texts.length === 0) return entries;
  const places = count(texts.length, 'place');
  const message = `Descriptions, examples and annotations in ${places}`;
  const all = { ...texts[0]!, message, operations: [] };
  return [...entries, entryOf(all)];
}

function entryOf(change: ReviewedChange): Entry {
  const { rule, operations, breaks, approval } = change;
  const message = oneLine(change.message)
    .replace(/\.$/, '')
    .replaceAll(jsonValue, '…');
  const [, element, difference = message] =
    elementAndDifference.exec(message) ?? [];
  return {
    kind: kindOf(rule),
    elements: element === undefined ? [] : [element],
    differences: [difference],
    operations,
    breaks,
    migration: sentence(approval?.migration ?? change.migration),
    reason: sentence(approval?.reason ?? ''),
  };
}

/** A message that begins with the name of an element: the first colon outside of backticks ends it. */
const elementAndDifference = /^((?:[^:`]|`[^`]*`)+): (.+)$/;

/** A list or object of JSON in a message, such as the former schema: the contract shows it better. */
const jsonValue = /(?:\{|\[\{)".*?(?=, was |;|$)/g;

/** Merges entries that differ in nothing but a list. */
function merged(
  entries: readonly Entry[],
  list: 'elements' | 'differences' | 'operations',
): readonly Entry[] {
  const groups = Map.groupBy(entries, (entry) =>
    JSON.stringify({ ...entry, [list]: [] }),
  );
  return [...groups.values()].map((group) => {
    const all = new Set(group.flatMap((entry) => entry[list]));
    return { ...group[0]!, [list]: [...all] };
  });
}

/** Rules of what an element is or is no more: it was changed. */
const rulesOfChanges = new Set([
  'secret-added',
  'secret-removed',
  'enum-removed',
  'discriminator-removed',
  'final-state-removed',
]);

/** The ids of the other rules end with the kind of change. */
function kindOf(rule: string): Entry['kind'] {
  if (rulesOfChanges.has(rule)) return 'changed';
  if (/-added(-required)?$/.test(rule)) return 'added';
  if (rule.endsWith('-removed')) return 'removed';
  return rule === 'deprecated' ? 'deprecated' : 'changed';
}

/** States a change, without the word that its kind says. */
function statementOf({ kind, elements, differences }: Entry): string {
  const names = elements.join(', ');
  const texts = differences.join('; ');
  if (names === '') return sentence(texts);
  const isStated = texts === kind || kind === 'deprecated';
  return isStated ? `${names}.` : sentence(`${names}: ${texts}`);
}

// ----- openapi/changelog.yaml

/** Makes the entry of a release. */
export function changelogEntry(
  { changes, planned }: Review,
  date: string,
): object {
  const facts = entriesOf(changes).map((entry) => {
    const { kind, operations, breaks, migration, reason } = entry;
    const details = Object.entries({ operations, breaks, migration, reason });
    const known = details.filter(([, detail]) => detail.length > 0);
    return { [kind]: statementOf(entry), ...Object.fromEntries(known) };
  });
  const { version } = planned;
  const entry = { version, date, summary: summaryOf(planned) };
  return facts.length === 0 ? entry : { ...entry, changes: facts };
}

/** The first sentences of the changesets of the contract, the largest first; of all, if none names its package. */
function summaryOf({ changesets }: Review['planned']): string {
  const ofContract = changesets.filter(({ packages }) =>
    packages.some(({ name }) => name === contractPackage),
  );
  const summarized = ofContract.length > 0 ? ofContract : changesets;
  const largestFirst = summarized.toSorted(
    (left, right) => steps.indexOf(right.step) - steps.indexOf(left.step),
  );
  const sentences = largestFirst.map(({ summary }) => firstSentence(summary));
  return [...new Set(sentences)].join(' ');
}

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

/** The first sentence of a Markdown text, or of the first item of its list, up to its colon. */
function firstSentence(text: string): string {
  const [paragraph = ''] = text.replace(/^- /, '').split(/\n\n|\n- /);
  const [first] = segmenter.segment(oneLine(paragraph));
  return sentence((first?.segment ?? '').replace(/:( .*)?$/, ''));
}

// ----- CHANGELOG.md

const affected = {
  sender: 'programs that send requests',
  receiver: 'programs that read responses',
  source: 'TypeScript source',
};

/**
 * Makes the changesets of the changes of the contract, by name: the changelog of its package lists them, those of the
 * other packages link to it.
 */
export function contractChangesets(
  { changes, planned, least }: Review,
  packages: readonly Workspace[],
): ReadonlyMap<string, string> {
  const changesets = new Map<string, string>();
  if (changes.length === 0) return changesets;
  const add = (name: string, names: readonly string[], text: string) => {
    const lines = names.map((it) => `'${it}': ${least.step}\n`);
    changesets.set(name, `---\n${lines.join('')}---\n\n${text}\n`);
  };
  const entries = entriesOf(changes);
  const lists: string[] = [];
  for (const kind of ['Breaking', 'Other']) {
    const isBreaking = kind === 'Breaking';
    const items = entries
      .filter(({ breaks }) => breaks.length > 0 === isBreaking)
      .map(changelogItem);
    if (items.length > 0)
      lists.push(`${kind} changes of the contract:`, items.join('\n'));
  }
  const list = lists.join('\n\n');
  add('the-changes-of-the-contract', [contractPackage], list);
  const dependents = packages
    .map(({ name }) => name)
    .filter((name) => name !== contractPackage);
  const anchor = planned.version.replaceAll('.', '');
  const link = `[The contract has changed](${contractChangelog}#${anchor}).`;
  add('the-contract-has-changed', dependents, link);
  return changesets;
}

function changelogItem(entry: Entry): string {
  const { kind, elements, operations, breaks, migration, reason } = entry;
  const sentences = [`${upperFirst(kind)}: ${statementOf(entry)}`];
  const names = operations.map((name) => `\`${name}\``).join(', ');
  // An operation itself may be what has changed.
  if (operations.length > 0 && names !== elements.join(', '))
    sentences.push(`In ${names}.`);
  if (breaks.length > 0)
    sentences.push(`Breaks ${breaks.map((it) => affected[it]).join(', ')}.`);
  if (migration) sentences.push(`Migration: ${migration}`);
  if (reason) sentences.push(`Reason: ${reason}`);
  return `- ${sentences.join(' ')}`;
}

/** Returns what the changelogs say of a version: the same text once, under the names of the packages. */
export function releaseNotes(root: string, version: string): string {
  const packages = publishedPackages(root);
  const entries = Map.groupBy(packages, ({ folder }) => {
    const changelog = readFileSync(join(root, folder, 'CHANGELOG.md'), 'utf8');
    const entry = changelog.split(`\n## ${version}\n`)[1] ?? '';
    return entry.split('\n## ')[0]!.trim();
  });
  const sections = [...entries].map(([entry, sources]) => {
    const names = sources.map(({ name }) => name);
    return `## ${names.join(', ')}\n\n${entry}\n`;
  });
  return sections.join('\n');
}

function sentence(text: string): string {
  return oneLine(text).replace(/(?<=[\w`)"'…])$/, '.');
}

/** Joins the lines of a text. */
export function oneLine(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ');
}

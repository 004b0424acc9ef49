/**
 * The texts of `openapi/changelog.yaml`, which the docs show, and of `CHANGELOG.md` in each published package.
 * changesets also loads this module, to format `CHANGELOG.md`.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Change,
  changeItem,
  type ChangeKind,
  kindOf,
  type Release,
} from '@agent-conversation/cli/changelog';
import { code, line, list } from '@agent-conversation/cli/markdown';
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
  return list([summary]);
}

/** changesets asks for a line about updated dependencies. All packages have one version, so there is none. */
export function getDependencyReleaseLine(): string {
  return '';
}

/** Makes the entry of `openapi/changelog.yaml`: each change once, with the operations that it reaches. */
export function releaseOf({ changes, planned }: Review, date: string): Release {
  const isEditorial = ({ effect }: ReviewedChange) => effect === 'editorial';
  const texts = changes.filter(isEditorial);
  const others = changes.filter((change) => !isEditorial(change));
  const groups = Map.groupBy(others, (change) =>
    JSON.stringify(changeOf(change, [])),
  );
  const listed = [...groups.values()].map((group) => {
    const operations = new Set(group.flatMap((change) => change.operations));
    return changeOf(group[0]!, [...operations]);
  });
  if (texts.length > 0) {
    const places = count(texts.length, 'place');
    const changed = `Descriptions, examples and annotations in ${places}.`;
    listed.push({ changed });
  }
  const { version } = planned;
  const release = { version, date, summary: summaryOf(planned) };
  return listed.length > 0 ? { ...release, changes: listed } : release;
}

function changeOf(
  { rule, message, breaks, migration, approval }: ReviewedChange,
  operations: readonly string[],
): Change {
  const details = {
    operations,
    breaks,
    migration: sentence(approval?.migration ?? migration),
    reason: sentence(approval?.reason ?? ''),
  };
  const known = Object.entries(details).filter(
    ([, detail]) => detail.length > 0,
  );
  // Its kind says the last word.
  const statement = message.replace(/: (added|removed)\.?$/, '');
  return {
    [kindOfRule(rule)]: sentence(statement.replaceAll(jsonValue, '…')),
    ...Object.fromEntries(known),
  };
}

/** A list or object of JSON in a message, such as the former schema: the contract shows it better. */
const jsonValue = /(?:\{|\[\{)".*?(?=, was |;|\.?$)/gs;

/** The ids of rules name the kind of change, unless it is another one. */
function kindOfRule(rule: string): ChangeKind {
  const kinds = ['added', 'removed', 'deprecated'] as const;
  return kinds.find((kind) => rule.includes(kind)) ?? 'changed';
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
  const [first] = segmenter.segment(line(paragraph));
  return sentence((first?.segment ?? '').replace(/:( .*)?$/, ''));
}

/** Joins the lines of a text, and ends it with a period. */
function sentence(text: string): string {
  return line(text).replace(/(?<=[\w`)"'…])$/, '.');
}

/**
 * Makes the changesets of the changes of the contract, by name: the changelog of its package lists them, those of the
 * other packages link to it.
 */
export function contractChangesets(
  { changes = [] }: Release,
  step: string,
  packages: readonly Workspace[],
): Readonly<Record<string, string>> {
  if (changes.length === 0) return {};
  const changesetOf = (names: readonly string[], text: string) => {
    const lines = names.map((name) => `'${name}': ${step}\n`);
    return `---\n${lines.join('')}---\n\n${text}\n`;
  };
  const items = changes.map((change) => {
    const operations = (change.operations ?? []).map(code);
    const subject = [...operations, kindOf(change)].join(', ');
    return changeItem(upperFirst(subject), change);
  });
  const others = packages
    .map(({ name }) => name)
    .filter((name) => name !== contractPackage);
  return {
    'the-changes-of-the-contract': changesetOf(
      [contractPackage],
      `Changes of the contract:\n\n${items.join('\n')}`,
    ),
    'the-contract-has-changed': changesetOf(
      others,
      `[The contract has changed](${contractChangelog}).`,
    ),
  };
}

/** Returns what the changelogs say of a version. */
export function releaseNotes(root: string, version: string): string {
  const sections = publishedPackages(root).map(({ name, folder }) => {
    const changelog = readFileSync(join(root, folder, 'CHANGELOG.md'), 'utf8');
    const [, entry = ''] = changelog.split(`\n## ${version}\n`);
    return `## ${name}\n\n${entry.split('\n## ')[0]!.trim()}\n`;
  });
  return sections.join('\n');
}

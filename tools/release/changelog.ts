/**
 * The texts of `openapi/changelog.yaml`, which the docs show, and of `CHANGELOG.md` in each published package.
 * changesets also loads this module, to format `CHANGELOG.md`.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { publishedPackages } from './packages.ts';
import type { Change, Review } from './review.ts';

/** Formats the summary of a changeset. Called by changesets. */
export function getReleaseLine({ summary }: { readonly summary: string }): string {
  return `- ${summary.trim().replaceAll(/\n(?=.)/g, '\n  ')}`;
}

/** changesets asks for a line about updated dependencies. All packages have one version, so there is none. */
export function getDependencyReleaseLine(): string {
  return '';
}

type Fact = Readonly<Record<string, string | readonly string[]>>;

/** A release in `openapi/changelog.yaml`. */
export interface Entry {
  readonly version: string;
  /** YYYY-MM-DD. */
  readonly date: string;
  readonly summary: string;
  readonly operations?: Readonly<Record<string, readonly Fact[]>>;
  readonly other?: readonly Fact[];
}

/** Makes the entry of a release. Editorial changes are listed once, the others under each operation. */
export function changelogEntry({ changes, planned }: Review, date: string): Entry {
  const operations: Record<string, Fact[]> = {};
  const other: Fact[] = [];
  for (const change of changes) {
    const { message, migration, reason } = sentencesOf(change);
    const fact = {
      [kindOf(change.rule)]: message,
      ...(change.breaks.length > 0 && { breaks: change.breaks }),
      ...(migration && { migration }),
      ...(reason && { reason }),
    };
    if (change.effect === 'editorial' || change.operations.length === 0) other.push(fact);
    else for (const id of change.operations) (operations[id] ??= []).push(fact);
  }
  return {
    version: planned.version,
    date,
    summary: planned.changesets.map(({ summary }) => oneLine(summary)).join(' '),
    ...(Object.keys(operations).length > 0 && { operations }),
    ...(other.length > 0 && { other }),
  };
}

const heading = '### Contract changes';
const nothing = 'No changes in this release.';
const affected = {
  sender: 'programs that send requests',
  receiver: 'programs that read responses',
  source: 'TypeScript source',
};

/** Adds the changes of the contract to the newest entry of a `CHANGELOG.md`, as changesets has written it. */
export function addContractChanges(changelog: string, { changes, planned }: Review): string {
  const entry = entryOf(changelog, planned.version);
  if (changes.length === 0) return changelog;
  const lines = changes.map((change) => {
    const { message, migration, reason } = sentencesOf(change);
    const who = change.breaks.map((it) => affected[it]).join(', ');
    const where = change.operations.map((id) => `\`${id}\``).join(', ');
    return [
      `- ${where && `${where}: `}${message}`,
      who && ` Breaks ${who}.`,
      migration && ` Migration: ${migration}`,
      reason && ` Reason: ${reason}`,
    ].join('');
  });
  const text = [entry.replace(nothing, '').trim(), heading, lines.join('\n')];
  return changelog.replace(entry, () => `\n${text.filter(Boolean).join('\n\n')}\n\n`);
}

/** Returns the entry of a version in a `CHANGELOG.md`, without its heading; empty if there is none. */
export function entryOf(changelog: string, version: string): string {
  const entry = changelog.split(/^(?=## )/m).find((it) => it.startsWith(`## ${version}\n`));
  return entry?.slice(entry.indexOf('\n') + 1) ?? '';
}

/** Joins the entries of a version in the changelogs of all packages; what they share is listed once. */
export function releaseNotes(root: string, version: string): string {
  const blocks = new Map<string, string[]>();
  const packages = publishedPackages(root);
  let contract = '';
  for (const { name, folder } of packages) {
    const entry = entryOf(readFileSync(join(root, folder, 'CHANGELOG.md'), 'utf8'), version);
    const [own = '', changes] = entry.split(`${heading}\n`);
    if (changes !== undefined) contract = `## Contract changes\n\n${changes.trim()}\n`;
    const text = own.replace(nothing, '').trim();
    if (text !== '') blocks.set(text, [...(blocks.get(text) ?? []), name]);
  }
  const texts = [...blocks].map(([text, names]) => {
    const title = names.length === packages.length ? 'All packages' : names.join(', ');
    return `## ${title}\n\n${text}\n`;
  });
  return [...texts, contract].filter((text) => text !== '').join('\n');
}

function sentencesOf({ message, approval, migration }: Change) {
  return {
    message: sentence(message),
    migration: sentence(approval?.migration ?? migration),
    reason: sentence(approval?.reason ?? ''),
  };
}

/** The id of the rule that reports a change ends with what happened. */
function kindOf(rule: string): 'added' | 'changed' | 'deprecated' | 'removed' {
  if (/-added(-required)?$/.test(rule)) return 'added';
  if (rule.endsWith('-removed')) return 'removed';
  return rule === 'deprecated' ? 'deprecated' : 'changed';
}

function sentence(text: string): string {
  return oneLine(text).replace(/(?<=[\w`)"'])$/, '.');
}

/** Joins the lines of a text. */
export function oneLine(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ');
}

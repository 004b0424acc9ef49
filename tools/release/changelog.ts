/**
 * The texts of `openapi/changelog.yaml`, which the docs show, and of `CHANGELOG.md` in each published package.
 * changesets also loads this module, to format `CHANGELOG.md`.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Review, ReviewedChange } from '@agent-conversation/diff';
import { publishedPackages, type Workspace } from './packages.ts';

/** Formats the summary of a changeset. Called by changesets. */
export function getReleaseLine({ summary }: { readonly summary: string }): string {
  return `- ${summary.trim().replaceAll(/\n(?=.)/g, '\n  ')}`;
}

/** changesets asks for a line about updated dependencies. All packages have one version, so there is none. */
export function getDependencyReleaseLine(): string {
  return '';
}

/** Makes the entry of a release. Editorial changes are listed once, the others under each operation. */
export function changelogEntry({ changes, planned }: Review, date: string): object {
  const operations: Record<string, object[]> = {};
  const other: object[] = [];
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

const affected = {
  sender: 'programs that send requests',
  receiver: 'programs that read responses',
  source: 'TypeScript source',
};

/** Makes the changeset that lists the changes of the contract in the `CHANGELOG.md` of all packages. */
export function contractChangeset(
  { changes, planned }: Review,
  packages: readonly Workspace[],
): string {
  const lines = changes.map((change) => {
    const { message, migration, reason } = sentencesOf(change);
    const who = change.breaks.map((it) => affected[it]).join(', ');
    const where = change.operations.map((id) => `\`${id}\``).join(', ');
    const effects = who && ` Breaks ${who}.`;
    const advice = migration && ` Migration: ${migration}`;
    return `- ${where && `${where}: `}${message}${effects}${advice}${reason && ` Reason: ${reason}`}`;
  });
  const steps = packages.map(({ name }) => `'${name}': ${planned.step}`);
  return ['---', ...steps, '---', '', 'Changes of the contract:', ...lines, ''].join('\n');
}

/** Lists what the changelogs of the packages say of a version, by the packages that say it. */
export function releaseNotes(root: string, version: string): string {
  const packages = publishedPackages(root);
  const items: Record<string, string[]> = {};
  for (const { name, folder } of packages) {
    const changelog = readFileSync(join(root, folder, 'CHANGELOG.md'), 'utf8');
    const entry = changelog.split(/^## /m).find((it) => it.startsWith(`${version}\n`)) ?? '';
    for (const [item] of entry.matchAll(/^- .*(\n+ .*)*/gm)) (items[item] ??= []).push(name);
  }
  const blocks: Record<string, string> = {};
  for (const [item, names] of Object.entries(items)) {
    const title = names.length === packages.length ? 'All packages' : names.join(', ');
    blocks[title] = `${blocks[title] ?? `## ${title}\n\n`}${item}\n`;
  }
  return Object.values(blocks).join('\n');
}

function sentencesOf({ message, approval, migration }: ReviewedChange) {
  return {
    message: sentence(message),
    migration: sentence(approval?.migration ?? migration),
    reason: sentence(approval?.reason ?? ''),
  };
}

/** The id of the rule that reports a change ends with the kind of change. */
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

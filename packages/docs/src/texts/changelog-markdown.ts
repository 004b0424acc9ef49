import { calls } from '../contract.ts';
import type { Contract } from '../contract.ts';
import type { LinkTo } from '../machines/links.ts';
import { blocks, code, line, table } from '../machines/markdown-text.ts';
import { changeKinds } from './read-release.ts';
import type { Change, Release } from './read-release.ts';
import { operationLink } from './words.ts';

/** The page of all releases, `changelog`. */
export function changelogMarkdown(releases: readonly Release[]): string {
  const rows = releases.map(({ version, date, summary }) => [
    `[${version}](changelog/${version}.md)`,
    date,
    summary,
  ]);
  return blocks(
    '# Changelog',
    'The releases of the contract, newest first.',
    table(['Version', 'Date', 'What it brought'], rows),
  );
}

/** The page of a release, `changelog/<version>`. */
export function releaseMarkdown(release: Release, contract: Contract, linkTo: LinkTo): string {
  const { version, date, summary, operations, other } = release;
  const known = new Set(calls(contract).map(({ operation }) => operation.operationId));
  const changes = operations.flatMap((operation) =>
    operation.changes.map((change) => {
      const { operationId } = operation;
      const name = known.has(operationId) ? operationLink(operationId, linkTo) : code(operationId);
      return { ...change, text: `${name}: ${line(change.text)}` };
    }),
  );
  return blocks(
    `# Release ${version}`,
    line(summary),
    `Released on ${date}.`,
    ...section('Operations', changes),
    ...section('Everything else', other),
  );
}

function section(title: string, changes: readonly Change[]): string[] {
  if (changes.length === 0) return [];
  const groups = changeKinds.flatMap((kind) => {
    const items = changes.filter((change) => change.kind === kind);
    if (items.length === 0) return [];
    const label = `${kind.charAt(0).toUpperCase()}${kind.slice(1)}:`;
    return [label, items.map(({ text }) => `- ${line(text)}`).join('\n')];
  });
  return [`## ${title}`, ...groups];
}

/** What happened to an operation, newest first, as a list on its page; empty if nothing is told. */
export function historyOf(operationId: string, releases: readonly Release[]): string {
  const items = releases.flatMap(({ version, date, operations }) =>
    operations
      .filter((operation) => operation.operationId === operationId)
      .flatMap(({ changes }) => changes)
      .map(
        ({ kind, text }) =>
          `- [${version}](../changelog/${version}.md), ${date}, ${kind}: ${line(text)}`,
      ),
  );
  return items.join('\n');
}

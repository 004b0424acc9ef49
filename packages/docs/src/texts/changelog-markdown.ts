import { calls } from '../contract.ts';
import type { Contract } from '../contract.ts';
import type { LinkTo } from '../machines/links.ts';
import { blocks, code, enumerate, line, operationLink, table } from '../machines/markdown-text.ts';
import { type Change, changeKinds, type Release } from './changelog.ts';

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
  const { version, date, summary, operations = {}, other = [] } = release;
  const known = new Set(calls(contract).map(({ operation }) => operation.operationId));
  const nameOf = (operationId: string) =>
    known.has(operationId) ? operationLink(operationId, linkTo) : code(operationId);
  return blocks(
    `# Release ${version}`,
    line(summary),
    `Released on ${date}.`,
    ...section('Operations', together(operations, nameOf)),
    ...section('Everything else', other),
  );
}

/** A change of several operations at once is listed once, for all of them. */
function together(
  operations: Readonly<Record<string, readonly Change[]>>,
  nameOf: (operationId: string) => string,
): Change[] {
  const changed = Object.entries(operations).flatMap(([operationId, changes]) =>
    changes.map((change) => ({ change, name: nameOf(operationId) })),
  );
  return [...Map.groupBy(changed, ({ change }) => JSON.stringify(change)).values()].map((same) => {
    const { change } = same[0]!;
    const names = enumerate(same.map(({ name }) => name));
    return { ...change, [kindOf(change)]: `${names}: ${textOf(change)}` };
  });
}

function section(title: string, changes: readonly Change[]): string[] {
  if (changes.length === 0) return [];
  const groups = changeKinds.flatMap((kind) => {
    const items = changes.filter((change) => kindOf(change) === kind);
    if (items.length === 0) return [];
    const label = `${kind.charAt(0).toUpperCase()}${kind.slice(1)}:`;
    return [label, items.map((change) => item(textOf(change), change)).join('\n')];
  });
  return [`## ${title}`, ...groups];
}

function kindOf(change: Change): (typeof changeKinds)[number] {
  return changeKinds.find((kind) => change[kind] !== undefined)!;
}

function textOf(change: Change): string {
  return line(change[kindOf(change)]!);
}

const whoBreaks = {
  sender: 'programs that send requests',
  receiver: 'programs that read responses',
  source: 'TypeScript programs, which no longer compile',
};

/** An item of a list, with what the change means for its users below it. */
function item(text: string, { breaks = [], migration, reason }: Change): string {
  const means = [
    breaks.length > 0 && `Breaks ${enumerate(breaks.map((who) => whoBreaks[who]))}.`,
    migration !== undefined && `To do: ${line(migration)}`,
    reason !== undefined && `Why: ${line(reason)}`,
  ];
  return [`- ${text}`, ...means.filter((part) => part !== false).map((part) => `  - ${part}`)].join(
    '\n',
  );
}

/** The changes of an operation, newest first, as a list on its page; empty if there are none. */
export function historyOf(operationId: string, releases: readonly Release[]): string {
  const items = releases.flatMap(({ version, date, operations = {} }) =>
    (operations[operationId] ?? []).map((change) => {
      const release = `[${version}](../changelog/${version}.md), ${date}`;
      return item(`${release}, ${kindOf(change)}: ${textOf(change)}`, change);
    }),
  );
  return items.join('\n');
}

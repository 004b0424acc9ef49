/** The pages of the releases, and the changes of an operation. */
import {
  type Change,
  changeItem,
  kindOf,
  type Release,
} from '@agent-conversation/cli/changelog';
import { upperFirst } from '@agent-conversation/contract';
import { blocks, code, line, table } from '@agent-conversation/cli/markdown';
import { type Context, operationLink } from './links.ts';

/** The page of all releases, `changelog`. */
export function changelogPage(releases: readonly Release[]): string {
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
export function releasePage(
  { version, date, summary, changes = [] }: Release,
  context: Pick<Context, 'operations' | 'linkTo'>,
): string {
  const section = (title: string, ofSection: readonly Change[] = []) => {
    if (ofSection.length === 0) return '';
    const items = ofSection.map((change) =>
      changeItem(subjectOf(change, context), change),
    );
    return blocks(`## ${title}`, items.join('\n'));
  };
  const { breaking, operations, others } = Object.groupBy(changes, sectionOf);
  return blocks(
    `# Release ${version}`,
    line(summary),
    `Released on ${date}.`,
    section('Breaking changes', breaking),
    section('Operations', operations),
    section('Everything else', others),
  );
}

/** The changes of an operation, newest first, as a list on its page; empty if there are none. */
export function historyOf(
  operationId: string,
  releases: readonly Release[],
): string {
  const items = releases.flatMap(({ version, date, changes = [] }) => {
    const ofOperation = changes.filter((change) =>
      change.operations?.includes(operationId),
    );
    const release = `[${version}](../changelog/${version}.md)`;
    return ofOperation.map((change) =>
      changeItem(`${release}, ${date}, ${kindOf(change)}`, change),
    );
  });
  return items.join('\n');
}

function sectionOf({
  breaks,
  operations,
}: Change): 'breaking' | 'operations' | 'others' {
  if (breaks) return 'breaking';
  return operations ? 'operations' : 'others';
}

/** The operations that a change reaches, and its kind. */
function subjectOf(
  change: Change,
  { operations, linkTo }: Pick<Context, 'operations' | 'linkTo'>,
): string {
  const kind = kindOf(change);
  const ids = change.operations ?? [];
  if (ids.length === 0) return upperFirst(kind);
  // An operation that was removed has no page.
  const pages = new Set(operations.map(({ operationId }) => operationId));
  const names = ids.map((id) =>
    pages.has(id) ? operationLink(id, linkTo) : code(id),
  );
  return [...names, kind].join(', ');
}

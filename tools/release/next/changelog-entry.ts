import type { PlannedChangeset, ReviewedChange } from '@agent-conversation/diff';
import { changeKind, type ChangeKind } from './change-kind.ts';

/** A sentence under its kind, and what it means for those who relied on what was before. */
export type EntryChange = { readonly [kind in ChangeKind]?: string } & {
  readonly breaks?: ReviewedChange['breaks'];
  readonly migration?: string;
  readonly reason?: string;
};

/** A release, as `openapi/changelog.yaml` has it. */
export interface Entry {
  readonly version: string;
  /** YYYY-MM-DD. */
  readonly date: string;
  readonly summary: string;
  readonly operations?: Readonly<Record<string, readonly EntryChange[]>>;
  readonly other?: readonly EntryChange[];
}

/** What an entry is made of. */
export interface EntryParts {
  readonly version: string;
  /** YYYY-MM-DD. */
  readonly date: string;
  readonly changesets: readonly PlannedChangeset[];
  readonly changes: readonly ReviewedChange[];
}

/**
 * Writes the entry of a release: the facts are the changes, and the summary is what people have written into the
 * changesets. What reaches operations stands under each of them; what only people read is told once,
 * among the rest.
 */
export function changelogEntry({ version, date, changesets, changes }: EntryParts): Entry {
  const operations: Record<string, EntryChange[]> = {};
  const other: EntryChange[] = [];
  for (const change of changes) {
    const fact = factOf(change);
    if (change.effect === 'editorial' || change.operations.length === 0) other.push(fact);
    else for (const id of change.operations) (operations[id] ??= []).push(fact);
  }
  return {
    version,
    date,
    summary: changesets.map(({ summary }) => inOneLine(summary)).join(' '),
    ...(Object.keys(operations).length > 0 && { operations }),
    ...(other.length > 0 && { other }),
  };
}

function factOf(change: ReviewedChange): EntryChange {
  const { approval, breaks } = change;
  const migration = approval?.migration ?? change.migration;
  return {
    [changeKind(change.rule)]: sentence(change.message),
    ...(breaks.length > 0 && { breaks }),
    ...(migration !== '' && { migration: sentence(migration) }),
    ...(approval && { reason: sentence(approval.reason) }),
  };
}

function sentence(text: string): string {
  return inOneLine(text).replace(/(?<=[\w`)"'])$/, '.');
}

/** A text of several lines as one. */
export function inOneLine(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ');
}

import { SourceFile } from '@agent-conversation/cli/source';
import { fileCheck } from '@agent-conversation/cli/file-schema';
// @boundaries-ignore The editors' schemas are not published, so the package does not export them
import changelogSchema from '../../../../openapi/editor/changelog.schema.json' with { type: 'json' };
// @boundaries-ignore The editors' schemas are not published, so the package does not export them
import commonSchema from '../../../../openapi/editor/common.schema.json' with { type: 'json' };
import { upperFirst } from '@agent-conversation/contract';
import { blocks, code, enumerate, line, operationLink, table } from '../markdown-text.ts';
import { BuildError } from '../build-error.ts';
import type { Context } from './links.ts';

const changeKinds = ['added', 'changed', 'deprecated', 'removed', 'fixed'] as const;

/** A change: a sentence under its kind, what users do about it, and why it was done. */
type Change = Partial<Record<(typeof changeKinds)[number] | 'migration' | 'reason', string>> & {
  /** The operations that it reaches. */
  readonly operations?: readonly string[];
  /** Whose working programs it breaks. */
  readonly breaks?: readonly (keyof typeof whoBreaks)[];
};

/** A release of the contract. */
export interface Release extends Readonly<Record<'version' | 'date' | 'summary', string>> {
  readonly changes?: readonly Change[];
}

const file = 'openapi/changelog.yaml';
const check = fileCheck(changelogSchema, commonSchema);

/** Reads openapi/changelog.yaml: the newest release first. @throws {BuildError} naming the line of a wrong form */
export function readChangelog(text: string): readonly Release[] {
  const source = new SourceFile(file, text);
  const { syntaxError } = source;
  if (syntaxError) throw new BuildError(`${file}:${syntaxError.line}: ${syntaxError.message}.`);
  check(source.value, (pointer, what) => {
    const { line: at } = source.locate(pointer.split('/').slice(1)).location;
    throw new BuildError(`${file}:${at}: ${pointer} ${what}.`);
  });
  return (source.value as { readonly releases: readonly Release[] }).releases;
}

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
export function releasePage(release: Release, context: Context): string {
  const { version, date, summary, changes = [] } = release;
  const known = new Set(context.operations.map(({ operationId }) => operationId));
  const nameOf = (id: string) => (known.has(id) ? operationLink(id, context.linkTo) : code(id));
  const listOf = (listed: readonly Change[]) =>
    listed
      .map((change) => {
        const names = (change.operations ?? []).map(nameOf).join(', ');
        const kind = kindOf(change);
        return item(names ? `${names}, ${kind}: ` : `${upperFirst(kind)}: `, change);
      })
      .join('\n');
  const { breaking = [], operations = [], others = [] } = Object.groupBy(changes, sectionOf);
  return blocks(
    `# Release ${version}`,
    line(summary),
    `Released on ${date}.`,
    ...section('Breaking changes', listOf(breaking)),
    ...section('Operations', listOf(operations)),
    ...section('Everything else', listOf(others)),
  );
}

function sectionOf({ breaks, operations }: Change): 'breaking' | 'operations' | 'others' {
  if (breaks) return 'breaking';
  return operations ? 'operations' : 'others';
}

function section(title: string, list: string): readonly string[] {
  return list === '' ? [] : [`## ${title}`, list];
}

function kindOf(change: Change): (typeof changeKinds)[number] {
  return changeKinds.find((kind) => change[kind] !== undefined)!;
}

const whoBreaks = {
  sender: 'programs that send requests',
  receiver: 'programs that read responses',
  source: 'TypeScript programs, which no longer compile',
};

/** An item of a list, with what the change means for its users below it. */
function item(start: string, change: Change): string {
  const { breaks = [], migration, reason } = change;
  const who = enumerate(breaks.map((it) => whoBreaks[it]));
  const means = [
    who && `  - Breaks ${who}.`,
    migration && `  - To do: ${line(migration)}`,
    reason && `  - Reason: ${line(reason)}`,
  ];
  return [`- ${start}${line(change[kindOf(change)]!)}`, ...means].filter(Boolean).join('\n');
}

/** The changes of an operation, newest first, as a list on its page; empty if there are none. */
export function historyOf(operationId: string, releases: readonly Release[]): string {
  const items = releases.flatMap(({ version, date, changes = [] }) =>
    changes
      .filter(({ operations = [] }) => operations.includes(operationId))
      .map((change) =>
        item(`[${version}](../changelog/${version}.md), ${date}, ${kindOf(change)}: `, change),
      ),
  );
  return items.join('\n');
}

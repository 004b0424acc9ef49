import { SourceFile } from '@agent-conversation/cli/source';
import { fileCheck } from '@agent-conversation/cli/file-schema';
// @boundaries-ignore The editors' schemas are not published, so the package does not export them
import changelogSchema from '../../../../openapi/editor/changelog.schema.json' with { type: 'json' };
// @boundaries-ignore The editors' schemas are not published, so the package does not export them
import commonSchema from '../../../../openapi/editor/common.schema.json' with { type: 'json' };
import { type Contract, contractOperations, upperFirst } from '@agent-conversation/contract';
import { blocks, code, enumerate, line, operationLink, table } from '../markdown-text.ts';
import { BuildError } from '../build-error.ts';
import type { Context } from './links.ts';

/** The kinds of changes, in the order in which they are listed. */
export const changeKinds = ['added', 'changed', 'deprecated', 'removed', 'fixed'] as const;

/** A change, as a sentence under its kind. */
export type Change = Readonly<Partial<Record<(typeof changeKinds)[number], string>>> & {
  /** Whose working programs it breaks. */
  readonly breaks?: readonly ('sender' | 'receiver' | 'source')[];
  /** What users do about it. */
  readonly migration?: string;
  /** Why it was done. */
  readonly reason?: string;
};

/** A release of the contract. */
export interface Release {
  readonly version: string;
  /** YYYY-MM-DD. */
  readonly date: string;
  readonly summary: string;
  /** What was done to each operation that has changed. */
  readonly operations?: Readonly<Record<string, readonly Change[]>>;
  readonly other?: readonly Change[];
}

const file = 'openapi/changelog.yaml';
const check = fileCheck(changelogSchema, commonSchema);

/**
 * Reads openapi/changelog.yaml: the releases, newest first.
 *
 * @param current the version of the contract that is documented
 * @param released the contract as it was last released, which the newest entry led to
 * @throws {BuildError} when it has another form or does not agree with the contracts, naming the line
 */
export function readChangelog(
  text: string,
  current: string,
  released: Contract,
): readonly Release[] {
  const source = new SourceFile(file, text);
  const fail = (pointer: string, what: string): never => {
    const { line: at } = source.locate(pointer.split('/').slice(1)).location;
    throw new BuildError(`${file}:${at}: ${pointer} ${what}.`);
  };
  const { syntaxError } = source;
  if (syntaxError) throw new BuildError(`${file}:${syntaxError.line}: ${syntaxError.message}.`);
  check(source.value, fail);
  const { releases } = source.value as { readonly releases: readonly Release[] };
  const known = new Set(contractOperations(released).map(({ operationId }) => operationId));
  for (const [i, { version, date, operations = {} }] of releases.entries()) {
    const newer = releases[i - 1];
    if (!newer && version !== current)
      fail(
        `/releases/${i}/version`,
        `must be ${current}, as in openapi/openapi.yaml: add its entry, or correct one of the two`,
      );
    // Semantic Versioning 2.0.0, section 11, without pre-releases.
    if (newer && version.localeCompare(newer.version, 'en', { numeric: true }) >= 0)
      fail(`/releases/${i}/version`, `must be lower than ${newer.version}: newest release first`);
    if (newer && date > newer.date)
      fail(`/releases/${i}/date`, `must not be later than ${newer.date}, of ${newer.version}`);
    // A listed operation was released, or its newest entry is its removal.
    for (const [operationId, changes] of Object.entries(operations)) {
      if (!known.has(operationId) && !changes.some(({ removed }) => removed !== undefined))
        fail(
          `/releases/${i}/operations/${operationId}`,
          'is not an operation of the released contract: correct the name, or list it as removed in the newest release that has it',
        );
      known.add(operationId);
    }
  }
  return releases;
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

/** The page of a release, `changelog/<version>`. A change of several operations is listed once, for all of them. */
export function releasePage(release: Release, { contract, linkTo }: Context): string {
  const { version, date, summary, operations = {}, other = [] } = release;
  const known = new Set(contractOperations(contract).map(({ operationId }) => operationId));
  const changes = Object.entries(operations).flatMap(([id, own]) =>
    own.map((change) => ({ change, name: known.has(id) ? operationLink(id, linkTo) : code(id) })),
  );
  const same = Map.groupBy(changes, ({ change }) => JSON.stringify(change));
  const items = [...same.values()].map((all) => {
    const [kind, text] = kindOf(all[0]!.change);
    const names = enumerate(all.map(({ name }) => name));
    return { kind, text: item(`${names}: ${text}`, all[0]!.change) };
  });
  const others = other.map((change) => {
    const [kind, text] = kindOf(change);
    return { kind, text: item(text, change) };
  });
  return blocks(
    `# Release ${version}`,
    line(summary),
    `Released on ${date}.`,
    section('Operations', items),
    section('Everything else', others),
  );
}

function section(title: string, items: readonly { kind: string; text: string }[]): string {
  const groups = changeKinds.flatMap((kind) => {
    const own = items.filter((it) => it.kind === kind).map(({ text }) => text);
    return own.length > 0 ? [`${upperFirst(kind)}:`, own.join('\n')] : [];
  });
  return groups.length > 0 ? blocks(`## ${title}`, ...groups) : '';
}

function kindOf(change: Change): [kind: string, text: string] {
  const kind = changeKinds.find((it) => change[it] !== undefined)!;
  return [kind, line(change[kind]!)];
}

const whoBreaks = {
  sender: 'programs that send requests',
  receiver: 'programs that read responses',
  source: 'TypeScript programs, which no longer compile',
};

/** An item of a list, with what the change means for its users below it. */
function item(text: string, { breaks = [], migration, reason }: Change): string {
  const who = enumerate(breaks.map((it) => whoBreaks[it]));
  const means = [
    who && `  - Breaks ${who}.`,
    migration && `  - To do: ${line(migration)}`,
    reason && `  - Reason: ${line(reason)}`,
  ];
  return [`- ${text}`, ...means].filter(Boolean).join('\n');
}

/** The changes of an operation, newest first, as a list on its page; empty if there are none. */
export function historyOf(operationId: string, releases: readonly Release[]): string {
  const items = releases.flatMap(({ version, date, operations = {} }) =>
    (operations[operationId] ?? []).map((change) => {
      const [kind, text] = kindOf(change);
      return item(`[${version}](../changelog/${version}.md), ${date}, ${kind}: ${text}`, change);
    }),
  );
  return items.join('\n');
}

import { calls, type Contract } from '../contract.ts';
import type { LinkTo } from '../machines/links.ts';
import { blocks, code, link, table } from '../machines/markdown-text.ts';
import type { CoverageRecord, GroupCoverage } from '../sources/coverage.ts';
import { explainFigures, figures } from './coverage-figures.ts';
import { lifecyclesOf } from './lifecycle.ts';

/** An operation or a lifecycle of the contract, with what the record knows of it. */
interface Group {
  readonly name: string;
  readonly address: string;
  /** Undefined where the record does not know it. */
  readonly coverage: GroupCoverage | undefined;
  /** Whether the contract has changed since. */
  readonly isChanged: boolean;
}

/**
 * The page that shows what the tests have touched of the contract. What has changed in the contract since then is
 * marked.
 *
 * @param structures what the contract looks like now
 */
export function coverageMarkdown(
  contract: Contract,
  record: CoverageRecord,
  structures: ReadonlyMap<string, string>,
  linkTo: LinkTo,
): string {
  if (Object.keys(record).length === 0)
    return blocks('# Coverage', purpose, 'Nothing is recorded yet.');
  const group = (name: string, address: string): Group => {
    const coverage = Object.hasOwn(record, name) ? record[name] : undefined;
    const isChanged = coverage !== undefined && coverage.structure !== structures.get(name);
    return { name, address, coverage, isChanged };
  };
  const operations = calls(contract).map(({ operation: { operationId } }) =>
    group(operationId, linkTo('operation', operationId)),
  );
  const lifecycles = [...lifecyclesOf(contract).keys()].map((name) =>
    group(name, linkTo('lifecycle', name)),
  );
  const all = [...operations, ...lifecycles];
  const [total] = figures(all.flatMap(({ coverage }) => Object.values(coverage?.parts ?? {})));
  return blocks(
    '# Coverage',
    purpose,
    `${total || 'No'} points were seen. An exchange counts when its response conforms to the contract, and when the mock gave it of its own accord: one that it was asked to give, by the header \`Prefer\` or as a fault, shows its example and nothing else. What was not seen stands below with the reason; a test fails when there is anything else.`,
    ...(all.some(isOld) ? [old] : []),
    '## Operations',
    overview('Operation', operations),
    ...(lifecycles.length > 0 ? ['## Lifecycles', overview('Lifecycle', lifecycles)] : []),
    '## What is counted',
    explainFigures(),
    ...all.map(section),
  );
}

const purpose =
  'How much of what the contract declares the tests have seen in exchanges with the mock.';

const old =
  '**The contract has changed since the tests ran.** What is marked as changed or as not recorded may have more points than are shown, or others.';

function isOld({ coverage, isChanged }: Group): boolean {
  return coverage === undefined || isChanged;
}

function overview(title: string, groups: readonly Group[]): string {
  return table(
    [title, 'Points', 'Of these'],
    groups.map((it) => [
      `[${code(it.name)}](#${it.name})${mark(it)}`,
      ...figures(Object.values(it.coverage?.parts ?? {})),
    ]),
  );
}

function mark({ coverage, isChanged }: Group): string {
  if (!coverage) return ' (not recorded)';
  return isChanged ? ' (changed)' : '';
}

function section({ name, address, coverage, isChanged }: Group): string {
  const page = `See ${link(code(name), address)}.`;
  if (!coverage) return blocks(`## ${name}`, `${page} The record does not know it yet.`);
  return blocks(
    `## ${name}`,
    isChanged ? `${page} It has changed since the tests ran.` : page,
    table(
      ['Part', 'Points', 'Of these'],
      Object.entries(coverage.parts).map(([part, counts]) => [part, ...figures([counts])]),
    ),
    ...untouched(name, coverage),
  );
}

function untouched(name: string, { untouched: points }: GroupCoverage): string[] {
  const byReason = new Map<string, string[]>();
  for (const [point, reason] of Object.entries(points)) {
    byReason.set(reason, [...(byReason.get(reason) ?? []), point]);
  }
  return [...byReason].flatMap(([reason, some]) => [
    `*Not seen:* ${reason}`,
    some.map((point) => `- ${code(point.slice(name.length + 1))}`).join('\n'),
  ]);
}

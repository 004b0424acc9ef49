/** What a decision rests on: what was only read, and exchanges that were recorded with running editions. */
import type { DecisionEvidence } from '@agent-conversation/cli/decisions';
import { type Evidence, findEvidence } from '@agent-conversation/cli/evidence';
import { stringify } from 'yaml';
import { code, enumerate, fence } from '@agent-conversation/cli/markdown';
import { container } from '../container.ts';

/**
 * Returns the evidence of a decision, with the exchanges that it names.
 *
 * @param shown the decisions that show an exchange already, by its anchor; those of this one are added
 */
export function evidenceContents(
  { id, evidence: { exchanges, sources, rest } }: DecisionWithEvidence,
  recorded: readonly Evidence[],
  shown: Map<string, string>,
): string[] {
  const found = new Set(exchanges.flatMap(({ name }) => findEvidence(recorded, name)));
  const groups = Map.groupBy(found, ({ operationId, name }) => `${operationId}/${name}`);
  const contents: string[] = [];
  if (groups.size > 0) contents.push('**Recorded:**');
  for (const [name, group] of groups) {
    const editions = group.map(({ edition }) => edition);
    const isWhole = findEvidence(recorded, name).length === group.length;
    const anchor = anchorOf(isWhole ? name : [...editions, name].join('-'));
    const summary = `${code(lineOf(group[0]!))}: ${statusesOf(group)}`;
    const decision = shown.get(anchor);
    if (decision === undefined) {
      shown.set(anchor, id);
      contents.push(exchangeContents(anchor, `${summary} (${code(name)})`, group));
    } else {
      contents.push(`${summary} (${code(name)}, shown at [${decision}](#${anchor}))`);
    }
  }

  const unknown = exchanges.filter(({ name }) => findEvidence(recorded, name).length === 0);
  const others = unknown.map(({ name }) => `${code(name)} (not recorded)`);
  const read = sources.map(({ source, date }) => `${nameOfSource(source)} (${date})`);
  if (rest !== '') others.push(rest);
  if (read.length > 0) contents.push(`**Only read, not run:** ${enumerate(read)}.`);
  if (others.length > 0) contents.push(`**Evidence:** ${enumerate(others)}.`);
  return contents;
}

/** What was read, by its name in the file. Versions are those of the service. */
const sourceNames = new Map([
  ['hosted', 'hosted deployments'],
  ['deployments', 'responses and callers of deployments'],
  ['published description', 'the published description'],
]);

function nameOfSource(source: string): string {
  return sourceNames.get(source) ?? `the code of ${source}`;
}

/** An entry that names evidence. */
interface DecisionWithEvidence {
  readonly id: string;
  readonly evidence: DecisionEvidence;
}

/** Editions that have sent and received the same. */
interface Variant {
  readonly editions: readonly string[];
  readonly exchange: Evidence;
}

function lineOf({ request: { method, path } }: Evidence): string {
  return `${method} ${path}`;
}

/** The statuses of an exchange, with their editions. */
function statusesOf(group: readonly Evidence[]): string {
  const variants = variantsOf(group, ({ response }) => response.status);
  const statuses = variants.map(
    ({ editions, exchange }) => `${exchange.response.status} in ${enumerate(editions)}`,
  );
  return statuses.join('; ');
}

function anchorOf(name: string): string {
  return `exchange-${name.replaceAll(/[^\w-]/g, '-')}`;
}

/** An exchange, folded, in the form of its file: equal ones are shown once, different ones beside each other. */
function exchangeContents(anchor: string, label: string, group: readonly Evidence[]): string {
  const variants = variantsOf(group, ({ request, response }) => ({ request, response }));
  const texts = variants.map(({ editions, exchange: { request, response } }) =>
    fence(`yaml ${enumerate(editions)}`, stringify({ request, response })),
  );
  return container('details', { label, id: anchor }, container('variants', {}, ...texts));
}

/** Groups exchanges by what is equal in them. */
function variantsOf(
  group: readonly Evidence[],
  partOf: (exchange: Evidence) => unknown,
): readonly Variant[] {
  const groups = Map.groupBy(group, (exchange) => JSON.stringify(partOf(exchange)));
  return [...groups.values()].map((equal) => ({
    editions: equal.map(({ edition }) => edition),
    exchange: equal[0]!,
  }));
}

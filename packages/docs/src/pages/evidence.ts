/** What a decision rests on: what was only read, and exchanges that were recorded with running editions. */
import type { Decision } from '@agent-conversation/cli/decisions';
import { type Evidence, findEvidence } from '@agent-conversation/cli/evidence';
import { stringify } from 'yaml';
import { code, enumerate, fence } from '@agent-conversation/cli/markdown';
import { container } from '../container.ts';

/** Recorded exchanges of one name, at least one. */
type Exchanges = readonly Evidence[];

/**
 * Returns the evidence of a decision, with the exchanges that it names.
 *
 * @param shown the decisions that show an exchange already, by its anchor; those of this one are added
 */
export function evidenceContents(
  { id, evidence }: Pick<Decision, 'id' | 'evidence'>,
  recorded: Exchanges,
  shown: Map<string, string>,
): string[] {
  if (!evidence) return [];
  const contents: string[] = [];
  const others: string[] = [];
  const exchanges = new Set<Evidence>();
  for (const { name } of evidence.exchanges) {
    const ofName = findEvidence(recorded, name);
    for (const exchange of ofName) exchanges.add(exchange);
    const isRecorded = ofName.length > 0;
    if (!isRecorded) others.push(`${code(name)} (not recorded)`);
  }
  const groups = Map.groupBy(exchanges, ({ operationId, name }) => {
    return `${operationId}/${name}`;
  });
  for (const [name, group] of groups) {
    const editions = group.map(({ edition }) => edition);
    const ofName = findEvidence(recorded, name);
    const isWhole = ofName.length === group.length;
    const parts = isWhole ? [name] : [...editions, name];
    const fullName = parts.join('-');
    const anchor = `exchange-${fullName.replaceAll(/[^\w-]/g, '-')}`;
    const { method, path } = group[0]!.request;
    const request = code(`${method} ${path}`);
    const summary = `${request}: ${statusesOf(group)}`;
    const decision = shown.get(anchor);
    if (decision === undefined) {
      shown.set(anchor, id);
      const label = `${summary} (${code(name)})`;
      contents.push(exchangeContents(anchor, label, group));
    } else {
      const where = `shown at [${decision}](#${anchor})`;
      contents.push(`${summary} (${code(name)}, ${where})`);
    }
  }
  if (groups.size > 0) contents.unshift('**Recorded:**');

  const { sources, rest } = evidence;
  const read = sources.map(({ source, date }) => {
    return `${nameOfSource(source)} (${date})`;
  });
  if (rest !== '') others.push(rest);
  const addList = (title: string, items: readonly string[]) => {
    if (items.length === 0) return;
    contents.push(`**${title}:** ${enumerate(items)}.`);
  };
  addList('Only read, not run', read);
  addList('Evidence', others);
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

/** The statuses of an exchange, with their editions. */
function statusesOf(exchanges: Exchanges): string {
  const byStatus = Map.groupBy(exchanges, ({ response }) => response.status);
  const statuses = [...byStatus].map(([status, equal]) => {
    return `${status} in ${editionsOf(equal)}`;
  });
  return statuses.join('; ');
}

function editionsOf(exchanges: Exchanges): string {
  const editions = exchanges.map(({ edition }) => edition);
  return enumerate(editions);
}

/** An exchange, folded, in the form of its file: equal ones are shown once, different ones beside each other. */
function exchangeContents(
  id: string,
  label: string,
  exchanges: Exchanges,
): string {
  const byText = Map.groupBy(exchanges, ({ request, response }) => {
    return stringify({ request, response });
  });
  const blocksOfCode = [...byText].map(([text, equal]) => {
    const title = editionsOf(equal);
    return fence(`yaml ${title}`, text);
  });
  const variants = container('variants', {}, ...blocksOfCode);
  return container('details', { label, id }, variants);
}

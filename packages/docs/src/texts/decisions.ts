import { operationsOf, provenances } from '@agent-conversation/contract';
import type { Contract } from '../contract.ts';
import type { LinkTo } from '../machines/links.ts';
import { blocks, code, link, operationLink, table } from '../machines/markdown-text.ts';
import type { Decision, Decisions } from './read-decisions.ts';

export { readDecisions } from './read-decisions.ts';

/** The page of the decisions: an overview by provenance, then each with links to what refers to it. */
export function decisionsMarkdown(
  { introduction, entries }: Decisions,
  contract: Contract,
  linkTo: LinkTo,
): string {
  const overview = provenances.flatMap((provenance) =>
    entries.filter((decision) => decision.provenance === provenance),
  );
  return blocks(
    linkDecisions(introduction),
    '## Overview',
    table(
      ['Provenance', 'Decision', 'Title'],
      overview.map((decision) => [
        decision.provenance,
        `[${decision.id}](#${decision.id})`,
        decision.title,
      ]),
    ),
    ...entries.map((decision) =>
      blocks(
        `## ${decision.id} · ${decision.title}`,
        [decision.date, decision.provenance, decision.evidence].filter(Boolean).join(' · '),
        linkDecisions(decision.markdown),
        elementsOf(decision, contract, linkTo),
      ),
    ),
  );
}

/** A text with the numbers of decisions as links. What is code or a link already stays so. */
function linkDecisions(text: string): string {
  return text.replaceAll(/`[^`]*`|\[[^\]]*\]\([^)]*\)|\bD\d\d\b/g, (found) =>
    /^D\d\d$/.test(found) ? `[${found}](#${found})` : found,
  );
}

/** Links to the parts of the contract that refer to a decision. */
function elementsOf({ id }: Decision, contract: Contract, linkTo: LinkTo): string {
  const refers = (part: unknown) => isReferring(part, id);
  const { schemas, parameters = {}, responses = {} } = contract.components;
  const operations = operationsOf(contract);
  const usersOf = (kind: string, name: string) => {
    const reference = `"#/components/${kind}/${name}"`;
    const users = operations.filter(({ value, item }) =>
      JSON.stringify([value, item['parameters']]).includes(reference),
    );
    return users.map((it) => operationLink(it.id, linkTo)).join(', ');
  };
  const named = (kind: string, title: string, parts: object) =>
    Object.entries(parts)
      .filter(([, part]) => refers(part))
      .map(([name]) => `${title} ${code(name)} of ${usersOf(kind, name)}`);
  const elements = [
    ...operations.filter(({ value }) => refers(value)).map((it) => operationLink(it.id, linkTo)),
    ...named('parameters', 'parameter', parameters),
    ...named('responses', 'response', responses),
    ...Object.keys(schemas)
      .filter((name) => refers(schemas[name]))
      .map((name) => link(code(name), linkTo('schema', name))),
  ];
  return elements.length === 0 ? '' : `**Applies to:** ${elements.join('; ')}.`;
}

/** Whether an element, or something in it, refers to a decision. */
function isReferring(part: unknown, id: string): boolean {
  if (typeof part !== 'object' || part === null) return false;
  const { 'x-decision': decision, 'x-assumed': assumed } = part as Record<string, unknown>;
  if (decision === id || Object.values(assumed ?? {}).includes(id)) return true;
  return Object.values(part).some((child) => isReferring(child, id));
}

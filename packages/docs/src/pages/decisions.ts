/** The page of the decisions, and the notes that show one beside a text. */
import type { Decision } from '@agent-conversation/cli/decisions';
import { operationsOf, provenances, upperFirst } from '@agent-conversation/contract';
import { blocks, code, link, list } from '@agent-conversation/cli/markdown';
import { evidenceContents } from './evidence.ts';
import { type Context, operationLink } from './links.ts';

/** The page of the decisions: an overview by provenance, then each with its evidence and what refers to it. */
export function decisionsPage(context: Context): string {
  const { introduction, entries } = context.decisions;
  const overview = provenances.flatMap((provenance) => {
    const ofProvenance = entries.filter((entry) => entry.provenance === provenance);
    const items = ofProvenance.map(({ id, title }) => `[${id}](#${id}) ${title}`);
    return [`### ${upperFirst(provenance)}`, list(items)];
  });
  const parts = partsOf(context);
  const exchanges = new Map<string, string>();
  const decisions = entries.map((decision) => {
    const { id, title, markdown, evidence } = decision;
    const users = parts.flatMap(([name, text]) => (text.includes(`"${id}"`) ? [name] : []));
    const applies = users.length > 0 ? `**Applies to:** ${users.join('; ')}.` : '';
    const text = blocks(`## ${id} · ${title}`, factsOf(decision), linkDecisions(markdown));
    const shown = evidence ? evidenceContents({ id, evidence }, context.evidence, exchanges) : [];
    return blocks(text, ...shown, applies);
  });
  return blocks(linkDecisions(introduction), '## Overview', ...overview, ...decisions);
}

function factsOf({ date, provenance }: Decision): string {
  return `${date} · ${provenance}`;
}

/** Returns what a decision says, with links to others on the same page. */
export function decisionText(decision: Decision): string {
  const { markdown, evidence } = decision;
  const source = evidence ? `**Evidence:** ${evidence.text}` : '';
  return blocks(factsOf(decision), linkDecisions(blocks(markdown, source)));
}

/** Makes links of the numbers of decisions. What is code or a link already stays so. */
function linkDecisions(text: string): string {
  return text.replaceAll(/`[^`]*`|\[[^\]]*\]\([^)]*\)|\bD\d\d\b/g, (found) =>
    /^D\d\d$/.test(found) ? `[${found}](#${found})` : found,
  );
}

/** The parts of the contract as links, each with its text, which has the decisions that it refers to. */
function partsOf({ contract, linkTo }: Context): [name: string, text: string][] {
  const { schemas, parameters = {}, responses = {} } = contract.components;
  const named = (parts: object, show: (name: string) => string) =>
    Object.entries(parts).map(([name, part]) => [show(name), part] as const);
  const parts = [
    ...operationsOf(contract).map(({ id, value }) => [operationLink(id, linkTo), value] as const),
    ...named(parameters, (name) => `parameter ${code(name)}`),
    ...named(responses, (name) => `response ${code(name)}`),
    ...named(schemas, (name) => link(code(name), linkTo('schema', name))),
  ];
  return parts.map(([name, part]) => [name, JSON.stringify(part)]);
}

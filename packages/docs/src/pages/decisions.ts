/** The page of the decisions, and the notes that show one beside a text. */
import type { Decision } from '@agent-conversation/cli/decisions';
import {
  operationsOf,
  provenances,
  upperFirst,
} from '@agent-conversation/contract';
import { blocks, code, list } from '@agent-conversation/cli/markdown';
import { evidenceContents } from './evidence.ts';
import { type Context, operationLink, schemaLink } from './links.ts';

/** The page of the decisions: an overview by provenance, then each with its evidence and what refers to it. */
export function decisionsPage(context: Context): string {
  const { introduction, entries } = context.decisions;
  const overview = provenances.map((provenance) => {
    const ofProvenance = entries.filter(
      (entry) => entry.provenance === provenance,
    );
    const items = ofProvenance.map(
      ({ id, title }) => `${decisionLink(id)} ${title}`,
    );
    const title = upperFirst(provenance);
    return blocks(`### ${title}`, list(items));
  });
  const parts = partsOf(context);
  const exchanges = new Map<string, string>();
  const decisions = entries.map((decision) => {
    const { id, title, markdown } = decision;
    const users = parts.filter(({ json }) => json.includes(`"${id}"`));
    const names = users.map(({ name }) => name);
    const applies = `**Applies to:** ${names.join('; ')}.`;
    return blocks(
      `## ${id} · ${title}`,
      factsOf(decision),
      linkDecisions(markdown),
      ...evidenceContents(decision, context.evidence, exchanges),
      names.length > 0 ? applies : '',
    );
  });
  return blocks(
    linkDecisions(introduction),
    '## Overview',
    ...overview,
    ...decisions,
  );
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

/** Code or a link, else the number of a decision. */
const codeOrNumber = /(`[^`]*`|\[[^\]]*\]\([^)]*\))|\bD\d\d\b/g;

/** Makes links of the numbers of decisions. What is code or a link already stays so. */
function linkDecisions(text: string): string {
  return text.replaceAll(codeOrNumber, (found, other?: string) => {
    return other ?? decisionLink(found);
  });
}

function decisionLink(id: string): string {
  return `[${id}](#${id})`;
}

/** A part of the contract as a link, and as JSON, which has the decisions that it refers to. */
interface Part {
  readonly name: string;
  readonly json: string;
}

function partsOf({ contract, linkTo }: Context): Part[] {
  const { schemas, parameters = {}, responses = {} } = contract.components;
  const parts: Part[] = [];
  const add = (name: string, part: unknown) => {
    const json = JSON.stringify(part);
    parts.push({ name, json });
  };

  for (const { id, value } of operationsOf(contract)) {
    add(operationLink(id, linkTo), value);
  }
  for (const [name, part] of Object.entries(parameters)) {
    add(`parameter ${code(name)}`, part);
  }
  for (const [name, part] of Object.entries(responses)) {
    add(`response ${code(name)}`, part);
  }
  for (const [name, part] of Object.entries(schemas)) {
    add(schemaLink(name, linkTo), part);
  }
  return parts;
}

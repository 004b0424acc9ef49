/** The decisions of openapi/decisions.md: how they are read, and their page. */
import {
  type DecisionEvidence,
  readDecisions as readEntries,
} from '@agent-conversation/cli/decisions';
import { operationsOf, provenances, upperFirst } from '@agent-conversation/contract';
import type { Element, ElementContent } from 'hast';
import { toString } from 'hast-util-to-string';
import { h } from 'hastscript';
import { SKIP, visit } from 'unist-util-visit';
import type { Content } from '../content.ts';
import { renderMarkdown } from '../html/render.ts';
import { blocks, code, link, list, operationLink } from '../markdown-text.ts';
import { evidenceContents } from './evidence.ts';
import type { Context } from './links.ts';

/** An entry of openapi/decisions.md. */
export interface Decision {
  readonly id: string;
  readonly title: string;
  /** Date and provenance. */
  readonly facts: string;
  /** What is documented, what was chosen, and the alternatives. */
  readonly markdown: string;
  readonly evidence: DecisionEvidence | undefined;
}

/** Reads openapi/decisions.md: sections and rows, in the form that lint demands. */
export function readDecisions(text: string) {
  const entries = readEntries(text).map(({ id, title, date, provenance, markdown, evidence }) => {
    return { id, title, facts: `${date} · ${provenance}`, markdown, evidence };
  });
  return { introduction: text.split(/^## D\d/m)[0]!.trim(), entries };
}

/** The page of the decisions: an overview by provenance, then each with its evidence and what refers to it. */
export function decisionsPage(context: Context): Content[] {
  const { introduction, entries } = context.decisions;
  const overview = provenances.flatMap((provenance) => {
    const own = entries.filter((it) => it.facts.split(' · ')[1] === provenance);
    const items = own.map(({ id, title }) => `[${id}](#${id}) ${title}`);
    return [`### ${upperFirst(provenance)}`, list(items)];
  });
  const parts = partsOf(context);
  const exchanges = new Map<string, string>();
  const decisions = entries.flatMap((it) => {
    const users = parts.flatMap(([name, text]) => (text.includes(`"${it.id}"`) ? [name] : []));
    const applies = users.length > 0 ? `**Applies to:** ${users.join('; ')}.` : '';
    const text = blocks(`## ${it.id} · ${it.title}`, it.facts, linkDecisions(it.markdown));
    const { id, evidence } = it;
    const shown = evidence ? evidenceContents({ id, evidence }, context.evidence, exchanges) : [];
    return [text, ...shown, applies];
  });
  return [blocks(linkDecisions(introduction), '## Overview', ...overview), ...decisions];
}

/** What a decision says, with links to others on the same page. */
function decisionText({ facts, markdown, evidence }: Decision): string {
  const source = evidence ? `**Evidence:** ${evidence.text}` : '';
  return blocks(facts, linkDecisions(blocks(markdown, source)));
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

/** Makes links to decisions open them beside the text (Popover API), and returns the notes for that. */
export function decisionNotes(
  body: readonly ElementContent[],
  decisions: readonly Decision[],
  root: string,
): Element[] {
  const used = new Set<Decision>();
  visit({ type: 'root', children: [...body] }, 'element', (element) => {
    if (element.tagName !== 'a') return undefined;
    const id = /decisions\.html#(D\d\d)$/.exec(String(element.properties['href']))?.[1];
    const decision = decisions.find((it) => it.id === id);
    if (!decision) return undefined;
    used.add(decision);
    element.tagName = 'button';
    element.properties = {
      type: 'button',
      className: ['decision'],
      popoverTarget: `note-${decision.id}`,
      title: decision.title,
    };
    element.children = [{ type: 'text', value: toString(element) }];
    return SKIP;
  });
  return [...used].map((decision) => {
    const { id, title } = decision;
    const text = decisionText(decision).replaceAll(/\]\((#D|(?!\w+:))/g, (_, start: string) =>
      start === '#D' ? `](${root}decisions.md#D` : `](${root}`,
    );
    const href = `${root}decisions.html#${id}`;
    return h('aside.note', { id: `note-${id}`, popover: 'auto', ariaLabel: `Decision ${id}` }, [
      h('p.note-title', [h('a', { href }, id), ` ${title}`]),
      ...renderMarkdown(text),
    ]);
  });
}

/** The decisions of openapi/decisions.md: how they are read, and their page. */
import { operationsOf, provenances, upperFirst } from '@agent-conversation/contract';
import { blocks, code, link, list, operationLink } from '../markdown-text.ts';
import { BuildError } from '../build-error.ts';
import type { Context } from './links.ts';

/** An entry of openapi/decisions.md. */
export interface Decision {
  readonly id: string;
  readonly title: string;
  /** Date, provenance and evidence. */
  readonly facts: string;
  readonly markdown: string;
}

/**
 * Reads openapi/decisions.md: sections `## D07 · Title`, and rows of the table of trivial decisions.
 *
 * @throws {BuildError} for an entry of another form, naming its line
 */
export function readDecisions(markdown: string) {
  const [introduction = ''] = markdown.split(/^## D\d/m);
  const entries: Decision[] = [];
  for (const found of markdown.matchAll(/^(?:## D\d|\| D\d).*$/gm)) {
    const rest = markdown.slice(found.index);
    const decision = sectionOf(rest) ?? rowOf(found[0]);
    const place = `openapi/decisions.md:${markdown.slice(0, found.index).split('\n').length}`;
    if (!decision || Number.isNaN(Date.parse(decision.facts.slice(0, 10)))) {
      throw new BuildError(
        `${place}: a decision must have the form \`## D07 · Title\` with a line \`2026-11-21 · assumed\`, or \`2026-11-21 · observed · evidence\`, and paragraphs **Documented:**, **Chosen:** and **Alternatives:**; or \`| D07 | Title | Documented | Chosen | 2026-11-21 · assumed |\`.`,
      );
    }
    if (entries.some(({ id }) => id === decision.id))
      throw new BuildError(`${place}: ${decision.id} must have one entry: take another number.`);
    entries.push(decision);
  }
  return {
    introduction: introduction.trim(),
    entries: entries.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
  };
}

const facts = String.raw`\d{4}-\d\d-\d\d · (?:documented|assumed|observed · .+)`;

function sectionOf(text: string): Decision | undefined {
  const pattern = new RegExp(`^## (D\\d\\d) · (\\S.*)\\n\\n(${facts})\\n\\n([^]*?)(?=\\n## |$)`);
  const [, id, title = '', its = '', body = ''] = pattern.exec(text) ?? [];
  const isWhole = ['Documented', 'Chosen', 'Alternatives'].every((it) =>
    body.includes(`**${it}:** `),
  );
  return id !== undefined && isWhole ? { id, title, facts: its, markdown: body.trim() } : undefined;
}

function rowOf(text: string): Decision | undefined {
  const pattern = new RegExp(
    `^\\| (D\\d\\d) +\\| (.+?) +\\| (.+?) +\\| (.+?) +\\| (${facts}?) +\\|$`,
  );
  const [, id, title = '', documented, chosen, its = ''] = pattern.exec(text) ?? [];
  if (id === undefined) return undefined;
  const markdown = blocks(`**Documented:** ${documented}.`, `**Chosen:** ${chosen}.`);
  return { id, title, facts: its, markdown };
}

/** The page of the decisions: an overview by provenance, then each with links to what refers to it. */
export function decisionsPage(
  { introduction, entries }: ReturnType<typeof readDecisions>,
  context: Context,
): string {
  const overview = provenances.flatMap((provenance) => {
    const own = entries.filter((it) => it.facts.split(' · ')[1] === provenance);
    return [
      `### ${upperFirst(provenance)}`,
      list(own.map(({ id, title }) => `[${id}](#${id}) ${title}`)),
    ];
  });
  const parts = partsOf(context);
  const sections = entries.map((it) => {
    const users = parts.flatMap(([name, text]) => (text.includes(`"${it.id}"`) ? [name] : []));
    const applies = users.length > 0 ? `**Applies to:** ${users.join('; ')}.` : '';
    return blocks(`## ${it.id} · ${it.title}`, decisionText(it), applies);
  });
  return blocks(linkDecisions(introduction), '## Overview', ...overview, ...sections);
}

/** What a decision says, with links to others on the same page. */
export function decisionText({ facts: its, markdown }: Decision): string {
  return blocks(its, linkDecisions(markdown));
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

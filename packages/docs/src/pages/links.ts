import { dirname, relative } from 'node:path/posix';
import { blocks, code, link } from '@agent-conversation/cli/markdown';
import { provenanceText, type Sourced } from '@agent-conversation/contract';
import type { Sources } from '../sources/sources.ts';
import { prose } from './prose.ts';

/** Leads from a page to what the contract knows by a name, such as the schema `Sandbox`. */
export type LinkTo = (
  kind: 'operation' | 'schema' | 'decision' | 'lifecycle' | 'guide',
  name: string,
) => string;

/** What the pages of a contract are written from. */
export interface Context extends Sources {
  readonly linkTo: LinkTo;
}

/** Makes the links that start from a page. @param schemaPages the page of each schema: `schemas/sandboxes` */
export function linksFrom(schemaPages: ReadonlyMap<string, string>): (page: string) => LinkTo {
  const targets: Record<Parameters<LinkTo>[0], (name: string) => string> = {
    operation: (name) => `operations/${name}.md`,
    schema: (name) => `${schemaPages.get(name) ?? 'schemas'}.md#${name}`,
    decision: (name) => `decisions.md#${name}`,
    lifecycle: (name) => `lifecycles.md#${name}`,
    guide: (name) => (name === 'index' ? 'index.md' : `guides/${name}.md`),
  };
  return (page) => (kind, name) => relative(dirname(page), targets[kind](name));
}

/** Returns what a part means, and what of it is assumed, with links to the decisions. */
export function meaningOf(part: Sourced, linkTo: LinkTo): string {
  const { 'x-provenance': provenance, 'x-assumed': assumed } = part;
  const uncertain = provenance === 'assumed' ? part : { 'x-assumed': assumed ?? {} };
  const text = provenanceText(uncertain, '', (id) => link(id, linkTo('decision', id)));
  return blocks(prose(part.description ?? ''), text && `*${text}*`);
}

/** States how certain a part is: `Observed: D03. Meaning assumed: D39.` @param covers what that covers */
export function certaintyOf(part: Sourced, linkTo: LinkTo, covers = ''): string {
  const text = provenanceText(part, covers, (id) => link(id, linkTo('decision', id)));
  return text && `*${text}*`;
}

/** An operation by its id, as a link. */
export function operationLink(operationId: string, linkTo: LinkTo): string {
  return link(code(operationId), linkTo('operation', operationId));
}

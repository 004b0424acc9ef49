import { dirname, relative } from 'node:path/posix';
import { blocks, code, link } from '@agent-conversation/cli/markdown';
import { provenanceText, type Sourced } from '@agent-conversation/contract';
import type { Sources } from '../sources/sources.ts';
import { prose } from './prose.ts';

/** What the contract knows by a name. */
type Kind = 'operation' | 'schema' | 'decision' | 'lifecycle' | 'guide';

/** Leads from a page to what the contract knows by a name, such as the schema `Sandbox`. */
export type LinkTo = (kind: Kind, name: string) => string;

/** What the pages of a contract are written from. */
export interface Context extends Sources {
  readonly linkTo: LinkTo;
}

/** The page of each schema: `schemas/sandboxes`. */
export type SchemaPages = ReadonlyMap<string, string>;

/** Makes the links that start from a page. */
export function linksFrom(page: string, schemaPages: SchemaPages): LinkTo {
  const folder = dirname(page);
  return (kind, name) => {
    const target = targetOf(kind, name, schemaPages);
    return relative(folder, target);
  };
}

function targetOf(kind: Kind, name: string, schemaPages: SchemaPages): string {
  switch (kind) {
    case 'operation':
      return `operations/${name}.md`;
    case 'schema':
      return `${schemaPages.get(name)}.md#${name}`;
    case 'guide':
      return name === 'index' ? 'index.md' : `guides/${name}.md`;
    default:
      return `${kind}s.md#${name}`;
  }
}

/** Returns what a part means, and what of it is assumed, with links to the decisions. */
export function meaningOf(part: Sourced, linkTo: LinkTo): string {
  const text = prose(part.description ?? '');
  const isAssumed = part['x-provenance'] === 'assumed';
  const { 'x-assumed': assumed = {} } = part;
  const uncertain = isAssumed ? part : { 'x-assumed': assumed };
  return blocks(text, certaintyOf(uncertain, linkTo));
}

/** States how certain a part is: `Observed: D03. Meaning assumed: D39.` @param covers what that covers */
export function certaintyOf(
  part: Sourced,
  linkTo: LinkTo,
  covers = '',
): string {
  const linkDecision = (id: string) => link(id, linkTo('decision', id));
  const text = provenanceText(part, covers, linkDecision);
  return text ? `*${text}*` : '';
}

/** A schema by its name, as a link. */
export function schemaLink(name: string, linkTo: LinkTo): string {
  const target = linkTo('schema', name);
  return link(code(name), target);
}

/** An operation by its id, as a link. */
export function operationLink(operationId: string, linkTo: LinkTo): string {
  const target = linkTo('operation', operationId);
  return link(code(operationId), target);
}

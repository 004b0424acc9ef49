/** Addresses that were published and that have been replaced: they keep leading to what they name. */
import { dirname, relative } from 'node:path/posix';
import { link, list } from '@agent-conversation/cli/markdown';
import { container } from '../container.ts';
import type { Sources } from '../sources/sources.ts';
import type { SchemaPages } from './links.ts';

/** A heading or a section of a page. */
export interface Address {
  /** From the site's root and without extension. */
  readonly page: string;
  readonly id: string;
}

/** A former address, and the one that replaces it. */
export interface Move {
  readonly from: Address;
  readonly to: Address;
}

/** The moves that are listed, and those of schemas: they change pages with the operations that use them. */
export function movesOf(sources: Sources, schemaPages: SchemaPages): Move[] {
  const moves = sources.movedAddresses.map(parseMove);
  for (const address of sources.releasedAddresses) {
    const from = parseAddress(address);
    const { id } = from;
    const page = schemaPages.get(id) ?? from.page;
    const isOfSchema = from.page.startsWith('schemas/');
    if (isOfSchema && page !== from.page)
      moves.push({ from, to: { page, id } });
  }
  return moves;
}

/** Parses a line such as `index.html#old #new` or `operations/a.html#a operations/b.html#b`. */
export function parseMove(line: string): Move {
  const [former = '', replacement = ''] = line.split(' ');
  const from = parseAddress(former);
  const to = parseAddress(replacement);
  const page = to.page || from.page;
  return { from, to: { ...to, page } };
}

function parseAddress(text: string): Address {
  const [file = '', id = ''] = text.split('#');
  return { page: file.replace(/\.html$/, ''), id };
}

/** The end of a page that was left: links with the former ids. */
export function movedList(moves: readonly Move[]): string {
  const items = moves.map(({ from, to }) => {
    const path = relative(dirname(from.page), to.page);
    const href = `${path}.md#${to.id}`;
    return `\`${from.id}\` has moved: ${link(to.id, href)}`;
  });
  return container('moved', {}, list(items));
}

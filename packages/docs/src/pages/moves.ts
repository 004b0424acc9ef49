/** Addresses that were published and that have been replaced: they keep leading to what they name. */
import { dirname, relative } from 'node:path/posix';
import { link, list } from '@agent-conversation/cli/markdown';
import { container } from '../container.ts';
import type { Sources } from '../sources/sources.ts';

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
export function movesOf(sources: Sources, schemaPages: ReadonlyMap<string, string>): Move[] {
  const listed = sources.movedAddresses.map(parseMove);
  const ofSchemas = sources.releasedAddresses.map(parseAddress).flatMap((from): Move[] => {
    const page = schemaPages.get(from.id);
    const isMoved = from.page.startsWith('schemas/') && page !== undefined && page !== from.page;
    return isMoved ? [{ from, to: { page, id: from.id } }] : [];
  });
  return [...listed, ...ofSchemas];
}

/** Parses a line such as `index.html#old #new` or `operations/a.html#a operations/b.html#b`. */
export function parseMove(line: string): Move {
  const [former = '', replacement = ''] = line.split(' ');
  const from = parseAddress(former);
  const { page, id } = parseAddress(replacement);
  return { from, to: { page: page === '' ? from.page : page, id } };
}

function parseAddress(text: string): Address {
  const [file = '', id = ''] = text.split('#');
  return { page: file.replace(/\.html$/, ''), id };
}

/** The end of a page that was left: links with the former ids. */
export function movedList(moves: readonly Move[]): string {
  const items = moves.map(({ from, to }) => {
    const href = `${relative(dirname(from.page), to.page)}.md#${to.id}`;
    return `\`${from.id}\` has moved: ${link(to.id, href)}`;
  });
  return container('moved', {}, list(items));
}

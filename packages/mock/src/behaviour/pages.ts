import { defaultLimit } from '../contract.ts';
import type { Records } from '../state/records.ts';

/** What a search may ask for. */
export interface PageQuery {
  readonly page_id?: string;
  readonly limit?: number;
}

/** A page as the contract has it. */
export interface Page<T> {
  readonly items: T[];
  readonly next_page_id: string | null;
}

/** Returns one page of records, newest first. An unknown `page_id` starts over, as it does in deployments. */
export function pageOf<T extends { readonly id: string }, Shown>(
  records: Records<T>,
  { page_id, limit = defaultLimit }: PageQuery,
  show: (record: T) => Shown,
): Page<Shown> {
  const page = records.page(page_id === undefined ? undefined : positionOf(page_id), limit);
  return { items: page.records.map(show), next_page_id: page.next ? pageId(page.next) : null };
}

function pageId(position: number): string {
  return btoa(JSON.stringify({ before: position })).replace(/=+$/, '');
}

/** Returns the position that the id of a page stands for; undefined if it stands for none. */
function positionOf(id: string): number | undefined {
  try {
    const position = Number(/^\{"before":(\d{1,15})\}$/.exec(atob(id))?.[1]);
    return position > 0 && pageId(position) === id ? position : undefined;
  } catch {
    return undefined;
  }
}

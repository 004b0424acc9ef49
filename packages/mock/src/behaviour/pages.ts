import { defaultLimit } from '../contract.ts';
import type { Records } from '../state/records.ts';
import type { Objection } from './world.ts';

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

/** One page of records, newest first; an objection when no page has such an id. */
export function pageOf<T extends { readonly id: string }, Shown>(
  records: Records<T>,
  { page_id, limit = defaultLimit }: PageQuery,
  show: (record: T) => Shown,
): Page<Shown> | Objection {
  const before = page_id === undefined ? undefined : positionOf(page_id);
  if (before === null) {
    const message = 'must be the next_page_id of an earlier page';
    return {
      violations: [{ part: 'query', pointer: '/page_id', keyword: 'page_id', message, params: {} }],
    };
  }
  const page = records.page(before, limit);
  return { items: page.records.map(show), next_page_id: page.next ? pageId(page.next) : null };
}

function pageId(position: number): string {
  return btoa(JSON.stringify({ before: position })).replace(/=+$/, '');
}

/** The position that a page's id stands for; null when it stands for none. */
function positionOf(id: string): number | null {
  try {
    const position = Number(/^\{"before":(\d{1,15})\}$/.exec(atob(id))?.[1]);
    return position > 0 && pageId(position) === id ? position : null;
  } catch {
    return null;
  }
}

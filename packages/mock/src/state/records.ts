import { defaultLimit } from '../contract.ts';

/** How many records of a kind are kept for a key at least; at most twice as many. */
const recordLimit = 1000;

/** Records in the order in which they were added, found by id. Only the newest are kept. */
export class Records<T extends { readonly id: string }> {
  /** How many older ones were dropped. */
  #gone: number;
  readonly #list: T[];
  readonly #byId: Map<string, T>;

  constructor({ gone, list }: { gone: number; list: readonly T[] } = { gone: 0, list: [] }) {
    this.#gone = gone;
    this.#list = [...list];
    this.#byId = new Map(list.map((record) => [record.id, record]));
  }

  get(id: string): T | undefined {
    return this.#byId.get(id);
  }

  /** Returns all records, from the oldest to the newest. */
  list(): readonly T[] {
    return this.#list;
  }

  /**
   * Adds a record.
   *
   * @returns the oldest records, if they were dropped: many together, which costs less than to drop each alone
   */
  add(record: T): readonly T[] {
    const dropped = this.#list.length === 2 * recordLimit ? this.#list.splice(0, recordLimit) : [];
    this.#gone += dropped.length;
    for (const old of dropped) {
      // Another one can have the same id.
      if (this.#byId.get(old.id) === old) this.#byId.delete(old.id);
    }
    this.#list.push(record);
    this.#byId.set(record.id, record);
    return dropped;
  }

  /**
   * Returns one page, newest first. Page ids contain a position, counted from the first record that was ever added, so
   * that a page stays the same while records are added. An unknown one gets the first page, as in deployments.
   */
  page({ page_id = '', limit = defaultLimit }: { page_id?: string; limit?: number }) {
    const { length } = this.#list;
    const end = Math.min(length, Math.max(0, (positionOf(page_id) ?? Infinity) - this.#gone));
    const start = Math.max(0, end - limit);
    const items = this.#list.slice(start, end).toReversed();
    return { items, next_page_id: start > 0 ? pageId(start + this.#gone) : null };
  }

  toJSON(): { gone: number; list: readonly T[] } {
    return { gone: this.#gone, list: this.#list };
  }
}

function pageId(before: number): string {
  return btoa(JSON.stringify({ before })).replace(/=+$/, '');
}

/** Returns the position in a page id; undefined if the mock did not make the id. */
function positionOf(id: string): number | undefined {
  try {
    const position = Number(/^\{"before":(\d{1,15})\}$/.exec(atob(id))?.[1]);
    return position > 0 && pageId(position) === id ? position : undefined;
  } catch {
    return undefined;
  }
}

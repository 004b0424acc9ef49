/** How many records of a kind are kept for a key, at least; at most twice as many. */
const generation = 1000;

/** Records as they are kept in a file. */
export interface SavedRecords<T> {
  /** How many older ones are gone. */
  readonly gone: number;
  readonly list: readonly T[];
}

interface Generation<T> {
  readonly list: T[];
  readonly byId: Map<string, T>;
}

/** One for all, because most keys never have a record of a kind. */
const none: Generation<never> = { list: [], byId: new Map<string, never>() };

/**
 * Records in the order in which they came, found by their id. Only the newest are kept, so that a mock
 * under load does not grow without end: when a generation is full, the one before it goes as a whole,
 * which costs less than to drop each record alone.
 */
export class Records<T extends { readonly id: string }> {
  #gone: number;
  #older: Generation<T>;
  #newer: Generation<T> = none;

  constructor({ gone, list }: SavedRecords<T> = { gone: 0, list: [] }) {
    this.#gone = gone;
    this.#older =
      list.length === 0
        ? none
        : { list: [...list], byId: new Map(list.map((record) => [record.id, record])) };
  }

  get(id: string): T | undefined {
    return this.#newer.byId.get(id) ?? this.#older.byId.get(id);
  }

  add(record: T): void {
    if (this.#newer.list.length === generation) {
      this.#gone += this.#older.list.length;
      this.#older = this.#newer;
      this.#newer = none;
    }
    if (this.#newer === none) this.#newer = { list: [], byId: new Map() };
    this.#newer.list.push(record);
    this.#newer.byId.set(record.id, record);
  }

  /**
   * One page, newest first. Positions count from the first record that ever was, so that a page stays
   * the same while records are added.
   *
   * @param before the position above the page's newest record; the end of the list if undefined
   */
  page(before: number | undefined, limit: number): { records: T[]; next: number | undefined } {
    const older = this.#older.list;
    const newer = this.#newer.list;
    const length = older.length + newer.length;
    const end = before === undefined ? length : Math.min(length, Math.max(0, before - this.#gone));
    const start = Math.max(0, end - limit);
    const records = [
      ...older.slice(start, end),
      ...newer.slice(Math.max(0, start - older.length), Math.max(0, end - older.length)),
    ];
    return { records: records.toReversed(), next: start > 0 ? start + this.#gone : undefined };
  }

  /** All of them, from the oldest to the newest. */
  list(): T[] {
    return [...this.#older.list, ...this.#newer.list];
  }

  newestFirst(): T[] {
    return this.list().toReversed();
  }

  toJSON(): SavedRecords<T> {
    return { gone: this.#gone, list: this.list() };
  }
}

/** The state of the mock: for each API key what was created with it, by a clock that tests can control. */
import { createIds, digest, type Ids, seedOf } from './ids.ts';
import type {
  AppConversationRecord,
  ClockKind,
  ConversationRecord,
  SandboxRecord,
  SavedAccount,
  SavedRecords,
  SavedState,
  TaskRecord,
} from './types.ts';

export const clockKinds: readonly ClockKind[] = ['real', 'requests', 'manual'];

const millisecondsPerRequest = 1000;

/** The clock of a mock. Times are in milliseconds. */
export class Clock {
  readonly kind: ClockKind;
  readonly #start: number;
  /** By how much the clock was put forward. */
  offset = 0;

  /** @param start where a clock starts that is not the real one, since 1970 */
  constructor(kind: ClockKind, start = Date.UTC(2026, 0, 1)) {
    this.kind = kind;
    this.#start = start;
  }

  /** Returns the time for a key that has sent so many requests, since 1970. */
  now(requests: number): number {
    if (this.kind === 'real') return Date.now() + this.offset;
    const moved = this.kind === 'requests' ? requests * millisecondsPerRequest : 0;
    return this.#start + this.offset + moved;
  }
}

/** How many records of a kind are kept for a key at least; at most twice as many. */
const recordLimit = 1000;

/** Records in the order in which they were added, found by id. Only the newest are kept. */
export class Records<T extends { readonly id: string }> {
  /** How many older ones were dropped. */
  #gone: number;
  readonly #list: T[];
  readonly #byId: Map<string, T>;

  constructor({ gone, list }: SavedRecords<T> = { gone: 0, list: [] }) {
    this.#gone = gone;
    this.#list = [...list];
    this.#byId = new Map(list.map((record) => [record.id, record]));
  }

  get(id: string): T | undefined {
    return this.#byId.get(id);
  }

  /** Adds a record. The oldest are dropped together, which costs less than to drop each alone. */
  add(record: T): void {
    if (this.#list.length === 2 * recordLimit) {
      for (const old of this.#list.splice(0, recordLimit)) {
        // Another one can have the same id.
        if (this.#byId.get(old.id) === old) this.#byId.delete(old.id);
      }
      this.#gone += recordLimit;
    }
    this.#list.push(record);
    this.#byId.set(record.id, record);
  }

  /**
   * Returns one page, newest first. Positions count from the first record that was ever added, so that a page stays the
   * same while records are added.
   *
   * @param before the position above the page's newest record; the end of the list if undefined
   */
  page(before: number | undefined, limit: number): { records: T[]; next: number | undefined } {
    const { length } = this.#list;
    const end = before === undefined ? length : Math.min(length, Math.max(0, before - this.#gone));
    const start = Math.max(0, end - limit);
    const records = this.#list.slice(start, end).toReversed();
    return { records, next: start > 0 ? start + this.#gone : undefined };
  }

  /** Returns all records, from the oldest to the newest. */
  list(): readonly T[] {
    return this.#list;
  }

  toJSON(): SavedRecords<T> {
    return { gone: this.#gone, list: [...this.#list] };
  }
}

/** The state of one API key. */
export class Account {
  readonly sandboxes: Records<SandboxRecord>;
  readonly tasks: Records<TaskRecord>;
  readonly appConversations: Records<AppConversationRecord>;
  readonly conversations: Records<ConversationRecord>;
  /** The user to whom the key belongs. */
  readonly userId: string;
  /** How many requests the key has sent. */
  requests: number;
  readonly ids: Ids;
  readonly #clock: Clock;
  /** The second in which requests are counted for the rate limit. */
  #window = { since: -Infinity, requests: 0 };

  /**
   * @param seed of the ids; another one for each key
   * @param userId the user to whom the key belongs; generated from the seed by default
   */
  constructor(clock: Clock, seed: string, saved?: SavedAccount, userId?: string) {
    this.#clock = clock;
    this.sandboxes = new Records(saved?.sandboxes);
    this.tasks = new Records(saved?.tasks);
    this.appConversations = new Records(saved?.appConversations);
    this.conversations = new Records(saved?.conversations);
    this.requests = saved?.requests ?? 0;
    this.ids = createIds(saved?.ids ?? seedOf(seed));
    this.userId = userId ?? createIds(seedOf(`${seed} user`)).uuid();
  }

  /** The time, in milliseconds since 1970. */
  get now(): number {
    return this.#clock.now(this.requests);
  }

  /** Counts a request, and returns whether the rate limit admits it. */
  admits(perSecond: number): boolean {
    if (perSecond === Infinity) return true;
    const { now } = this;
    if (now - this.#window.since >= 1000) this.#window = { since: now, requests: 0 };
    this.#window.requests += 1;
    return this.#window.requests <= perSecond;
  }

  toJSON(): SavedAccount {
    const { requests, ids, sandboxes, tasks, appConversations, conversations } = this;
    return {
      requests,
      ids: ids.state(),
      sandboxes: sandboxes.toJSON(),
      tasks: tasks.toJSON(),
      appConversations: appConversations.toJSON(),
      conversations: conversations.toJSON(),
    };
  }
}

/** What the state of each key starts with. */
export interface SeedData {
  /** Where clocks start that are not the real one, in milliseconds since 1970. */
  readonly time?: number;
  /** The user to whom every key belongs. */
  readonly userId?: string;
  readonly addTo: (account: Account) => void;
}

/** How many keys are kept at least; at most twice as many. */
const keyLimit = 1000;

/** The state of every API key. Only the keys that were used last are kept. */
export class Accounts {
  readonly seed: string;
  readonly #clock: Clock;
  readonly #seedData: SeedData | undefined;
  /** By the digest of the key; the key that was used last is near the end. */
  readonly #all = new Map<string, Account>();
  /** Those of the last keys, because a digest takes longer than most responses. */
  readonly #byKey = new Map<string, Account>();

  constructor(clock: Clock, seed: string, saved?: SavedState, seedData?: SeedData) {
    this.#clock = clock;
    this.#seedData = seedData;
    this.seed = seed;
    if (!saved) return;
    clock.offset = saved.offset;
    for (const [hash, account] of Object.entries(saved.accounts)) this.#create(hash, account);
  }

  /** Returns the state of a key; a new one if the key is unknown. */
  of(key: string): Account {
    const known = this.#byKey.get(key);
    if (known) return known;
    const hash = digest(key);
    const account = this.#all.get(hash) ?? this.#create(hash);
    this.#all.delete(hash);
    this.#all.set(hash, account);
    for (const oldest of this.#all.keys()) {
      if (this.#all.size <= 2 * keyLimit) break;
      this.#all.delete(oldest);
    }
    // A key that is used again after this moves to the end.
    if (this.#byKey.size === keyLimit) this.#byKey.clear();
    this.#byKey.set(key, account);
    return account;
  }

  /** Removes the state of a key; without one, of all keys, and puts the clock back. */
  reset(key?: string): void {
    if (key !== undefined) {
      this.#byKey.delete(key);
      this.#all.delete(digest(key));
      return;
    }
    this.#byKey.clear();
    this.#all.clear();
    this.#clock.offset = 0;
  }

  /** Returns the state of every key, also of those in a file that were not used yet. */
  all(): Account[] {
    return [...this.#all.values()];
  }

  toJSON(): SavedState {
    const accounts = [...this.#all].map(([hash, account]) => [hash, account.toJSON()] as const);
    return {
      seed: this.seed,
      clock: this.#clock.kind,
      offset: this.#clock.offset,
      ...(this.#seedData && { examples: true }),
      accounts: Object.fromEntries(accounts),
    };
  }

  #create(hash: string, saved?: SavedAccount): Account {
    const account = new Account(this.#clock, `${this.seed} ${hash}`, saved, this.#seedData?.userId);
    if (!saved) this.#seedData?.addTo(account);
    this.#all.set(hash, account);
    return account;
  }
}

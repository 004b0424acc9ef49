import { Account, type SavedAccount } from './account.ts';
import type { Clock } from './clock.ts';
import { digest } from './identity.ts';

/** The whole state of a mock, as it is kept in a file. Keys are not in it, only their digests. */
export interface SavedState {
  readonly seed: string;
  readonly clock: string;
  readonly offset: number;
  /** Whether the accounts did not begin empty. */
  readonly examples?: true;
  readonly accounts: Readonly<Record<string, SavedAccount>>;
}

/** With what the state of each key begins. */
export interface Beginnings {
  /** At which time clocks begin that are not the real one, in milliseconds since 1970. */
  readonly time?: number;
  /** The user to whom every key belongs. */
  readonly userId?: string;
  /** Adds it to the state of a key that is seen for the first time. */
  begin(account: Account): void;
}

/** How many keys are kept, at least; at most twice as many. */
const keyLimit = 1000;

/** The state of each API key. Only that of the keys that were used last is kept. */
export class Accounts {
  readonly seed: string;
  readonly #clock: Clock;
  readonly #beginnings: Beginnings | undefined;
  /** By the digest of the key; the key that was used last is near the end. */
  readonly #all = new Map<string, Account>();
  /** Those of the last keys, because a digest takes longer than most responses. */
  readonly #byKey = new Map<string, Account>();

  constructor(clock: Clock, seed: string, saved?: SavedState, beginnings?: Beginnings) {
    this.#clock = clock;
    this.#beginnings = beginnings;
    this.seed = seed;
    if (!saved) return;
    clock.offset = saved.offset;
    for (const [hash, account] of Object.entries(saved.accounts)) this.#make(hash, account);
  }

  /** The state of a key; one that begins where the key has not been seen. */
  of(key: string): Account {
    const known = this.#byKey.get(key);
    if (known) return known;
    const hash = digest(key);
    const account = this.#all.get(hash) ?? this.#make(hash);
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

  /** Forgets the state of a key, or of all keys, which puts the clock back, too. */
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

  /** Every state that there is, of a file, too, whose keys have not been seen yet. */
  all(): IterableIterator<Account> {
    return this.#all.values();
  }

  toJSON(): SavedState {
    return {
      seed: this.seed,
      clock: this.#clock.kind,
      offset: this.#clock.offset,
      ...(this.#beginnings && { examples: true }),
      accounts: Object.fromEntries(
        [...this.#all].map(([hash, account]) => [hash, account.toJSON()] as const),
      ),
    };
  }

  #make(hash: string, saved?: SavedAccount): Account {
    const { userId } = this.#beginnings ?? {};
    const account = new Account(this.#clock, `${this.seed} ${hash}`, saved, userId);
    if (!saved) this.#beginnings?.begin(account);
    this.#all.set(hash, account);
    return account;
  }
}

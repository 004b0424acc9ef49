import { Account, type SavedAccount } from './account.ts';
import type { Clock } from './clock.ts';
import { digest } from './identity.ts';

/** The whole state of a mock, as it is kept in a file. Keys are not in it, only their digests. */
export interface SavedState {
  readonly seed: string;
  readonly clock: string;
  readonly offset: number;
  readonly accounts: Readonly<Record<string, SavedAccount>>;
}

/** The state of each API key. */
export class Accounts {
  readonly seed: string;
  readonly #clock: Clock;
  readonly #byKey = new Map<string, Account>();
  /** Those of a file whose keys have not been seen yet, by the digest of the key. */
  readonly #saved = new Map<string, SavedAccount>();

  constructor(clock: Clock, seed: string, saved?: SavedState) {
    this.#clock = clock;
    this.seed = seed;
    if (!saved) return;
    clock.offset = saved.offset;
    for (const [hash, account] of Object.entries(saved.accounts)) this.#saved.set(hash, account);
  }

  /** The state of a key; a new one where the key has not been seen. */
  of(key: string): Account {
    const known = this.#byKey.get(key);
    if (known) return known;
    const hash = digest(key);
    const account = new Account(this.#clock, `${this.seed} ${hash}`, this.#saved.get(hash));
    this.#saved.delete(hash);
    this.#byKey.set(key, account);
    return account;
  }

  /** Forgets the state of a key, or of all keys, which puts the clock back, too. */
  reset(key?: string): void {
    if (key !== undefined) {
      this.#byKey.delete(key);
      this.#saved.delete(digest(key));
      return;
    }
    this.#byKey.clear();
    this.#saved.clear();
    this.#clock.offset = 0;
  }

  /** Every key that has a state, with its state. */
  entries(): IterableIterator<[key: string, account: Account]> {
    return this.#byKey.entries();
  }

  toJSON(): SavedState {
    const seen = [...this.#byKey].map(([key, account]) => [digest(key), account.toJSON()] as const);
    return {
      seed: this.seed,
      clock: this.#clock.kind,
      offset: this.#clock.offset,
      accounts: Object.fromEntries([...this.#saved, ...seen]),
    };
  }
}

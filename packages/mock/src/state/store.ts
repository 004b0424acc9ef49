/** The state of the mock: for each API key what was created with it, by a clock that tests can control. */
import { Account, type SavedAccount, type Shared } from './account.ts';
import { digest } from './ids.ts';

export const clockKinds = ['real', 'requests', 'manual'] as const;

/**
 * What moves the clock:
 *
 * - `real`: the time of the day.
 * - `requests`: each request of a key moves the clock of that key by one second.
 * - `manual`: only `advance`.
 */
export type ClockKind = (typeof clockKinds)[number];

/** Returns the clock of a mock. Times are in milliseconds since 1970; only one that is not real has a start. */
export function createClock(kind: ClockKind, start = Date.UTC(2026, 0, 1)) {
  return {
    kind,
    /** By how much the clock was put forward. */
    offset: 0,
    /** Returns the time for a key that has sent so many requests. */
    now(requests: number): number {
      const begin = kind === 'real' ? Date.now() : start;
      return begin + this.offset + (kind === 'requests' ? requests * 1000 : 0);
    },
  };
}

export type Clock = ReturnType<typeof createClock>;

/** The whole state of a mock, as JSON. It contains digests of the keys, not the keys. */
export interface SavedState {
  readonly seed: string;
  readonly clock: string;
  readonly offset: number;
  /** Whether the state of each key started with seed data. */
  readonly examples?: true;
  readonly accounts: Readonly<Record<string, SavedAccount>>;
}

/** How many keys are kept at least; at most twice as many. */
const keyLimit = 1000;

export type Accounts = ReturnType<typeof createAccounts>;

/** Returns the state of every API key. Only the keys that were used last are kept. */
export function createAccounts(shared: Shared, seed: string, state?: SavedState) {
  const { clock, seedData } = shared;
  /** By the digest of the key. Beyond the limit, the key that was used last is at the end. */
  const accounts = new Map<string, Account>();
  /** By key, because a digest takes longer than most responses. */
  const digests = new Map<string, string>();

  function create(hash: string, saved?: SavedAccount): Account {
    const account = new Account(shared, `${seed} ${hash}`, saved);
    accounts.set(hash, account);
    return account;
  }

  function digestOf(key: string): string {
    const known = digests.get(key);
    if (known !== undefined) return known;
    const hash = digest(key);
    if (digests.size === keyLimit) digests.clear();
    digests.set(key, hash);
    return hash;
  }

  clock.offset = state?.offset ?? 0;
  for (const [hash, saved] of Object.entries(state?.accounts ?? {})) create(hash, saved);
  return {
    /** Returns the state of a key; a new one if the key is unknown. */
    of(key: string): Account {
      const hash = digestOf(key);
      const account = accounts.get(hash) ?? create(hash);
      if (accounts.size > keyLimit) {
        accounts.delete(hash);
        accounts.set(hash, account);
      }
      if (accounts.size > 2 * keyLimit) accounts.delete(accounts.keys().next().value!);
      return account;
    },
    /** Removes the state of a key; without one, of all keys, and puts the clock back. */
    reset(key?: string): void {
      if (key !== undefined) return void accounts.delete(digestOf(key));
      accounts.clear();
      clock.offset = 0;
    },
    /** Returns the state of every key, also of those in a file that were not used yet. */
    all: () => [...accounts.values()],
    toJSON: () => ({
      seed,
      clock: clock.kind,
      offset: clock.offset,
      ...(seedData && { examples: true }),
      accounts: Object.fromEntries(accounts),
    }),
  };
}

/** The state of the mock: for each API key what was created with it, by a clock that tests can control. */
import type {
  AppConversation,
  AppConversationStartRequest,
  Sandbox,
} from '@agent-conversation/types';
import { digest, Ids } from './ids.ts';
import { type Kept, type Resource, Resources } from './resources.ts';

export const clockKinds = ['real', 'requests', 'manual'] as const;

/**
 * What moves the clock:
 *
 * - `real`: the time of the day.
 * - `requests`: each request of a key moves the clock of that key by one second.
 * - `manual`: only `advance`.
 */
export type ClockKind = (typeof clockKinds)[number];

/** The clock of a mock. Times are in milliseconds since 1970. */
export class Clock {
  readonly kind: ClockKind;
  /** Where a clock starts that is not the real one. */
  readonly #start: number;
  /** By how much the clock was put forward. */
  offset = 0;

  constructor(kind: ClockKind, start = Date.UTC(2026, 0, 1)) {
    this.kind = kind;
    this.#start = start;
  }

  /** Returns the time for a key that has sent so many requests. */
  now(requests: number): number {
    const start = this.kind === 'real' ? Date.now() : this.#start;
    return start + this.offset + (this.kind === 'requests' ? requests * 1000 : 0);
  }
}

// One response often has the same time more than once, and writing it takes several microseconds.
let last = { milliseconds: NaN, text: '' };

/** Returns a time as the contract writes it: RFC 3339, in UTC. */
export function timestamp(milliseconds: number): string {
  if (milliseconds !== last.milliseconds) {
    last = { milliseconds, text: new Date(milliseconds).toISOString() };
  }
  return last.text;
}

type Shown<T, Required extends keyof T> = Partial<T> & Pick<T, Required>;

export type SandboxRecord = Resource<Shown<Sandbox, 'sandbox_spec_id'>>;

/** A start task, with the ids that responses show as soon as it has got so far. */
export type TaskRecord = Resource<
  Readonly<Record<'app_conversation_id' | 'sandbox_id' | 'created_at', string>> & {
    readonly request: AppConversationStartRequest;
  }
>;

/** An app conversation. Its status is that of the agent. */
export interface AppConversationRecord extends Resource<Shown<AppConversation, 'sandbox_id'>> {
  /** How often the agent has finished a turn. */
  turns: number;
}

/** The state of one API key, as JSON. */
interface SavedAccount {
  readonly requests: number;
  readonly ids: readonly number[];
  readonly userId: string;
  readonly sandboxes: Kept<SandboxRecord>;
  readonly tasks: Kept<TaskRecord>;
  readonly appConversations: Kept<AppConversationRecord>;
  readonly conversations: Kept<Resource<object>>;
}

/** The whole state of a mock, as JSON. It contains digests of the keys, not the keys. */
export interface SavedState {
  readonly seed: string;
  readonly clock: string;
  readonly offset: number;
  /** Whether the state of each key started with seed data. */
  readonly examples?: true;
  readonly accounts: Readonly<Record<string, SavedAccount>>;
}

/** The state of one API key. Its public fields are saved. */
export class Account {
  /** How many requests the key has sent. */
  requests: number;
  readonly ids: Ids;
  /** The user to whom the key belongs. */
  readonly userId: string;
  readonly sandboxes: Resources<SandboxRecord>;
  readonly tasks: Resources<TaskRecord>;
  readonly appConversations: Resources<AppConversationRecord>;
  readonly conversations: Resources<Resource<object>>;
  readonly #clock: Clock;
  /** The second in which requests are counted for the rate limit. */
  #window = { since: -Infinity, requests: 0 };

  /** @param seed of the ids; another one for each key */
  constructor(clock: Clock, seed: string, seedData?: SeedData, saved?: SavedAccount) {
    this.requests = saved?.requests ?? 0;
    this.ids = new Ids(saved?.ids ?? seed);
    this.userId = saved?.userId ?? seedData?.userId ?? new Ids(`${seed} user`).uuid();
    this.sandboxes = new Resources('SandboxStatus', saved?.sandboxes);
    this.tasks = new Resources('AppConversationStartTaskStatus', saved?.tasks, (task) => {
      if (task.status === 'READY') this.#addAppConversation(task);
    });
    this.appConversations = new Resources('ExecutionStatus', saved?.appConversations, (agent) => {
      if (['idle', 'finished'].includes(agent.status)) agent.turns += 1;
    });
    this.conversations = new Resources('ConversationStatus', saved?.conversations);
    this.#clock = clock;
    if (!saved) seedData?.addTo(this);
  }

  /** The time, in milliseconds since 1970. */
  get now(): number {
    return this.#clock.now(this.requests);
  }

  /** Counts a request, and returns whether the rate limit admits it. */
  admits(perSecond: number): boolean {
    const { now } = this;
    if (now - this.#window.since >= 1000) this.#window = { since: now, requests: 0 };
    this.#window.requests += 1;
    return this.#window.requests <= perSecond;
  }

  /** Adds the conversation of a task that is ready. */
  #addAppConversation({ shown: { request, ...started }, since }: TaskRecord): void {
    const { app_conversation_id: id, sandbox_id } = started;
    const { initial_message: message, parent_conversation_id: parent } = request;
    const isWorking = message?.run === true && (message.content?.length ?? 0) > 0;
    const { list } = this.appConversations;
    // One that was started later may have been ready earlier.
    const children = list.filter((it) => it.shown.parent_conversation_id === id);
    const shown: AppConversationRecord['shown'] = {
      sandbox_id,
      selected_repository: request.selected_repository ?? null,
      selected_branch: request.selected_branch ?? null,
      git_provider: request.git_provider ?? null,
      title: request.title ?? null,
      trigger: request.trigger ?? null,
      pr_number: request.pr_number ?? [],
      llm_model: request.llm_model ?? null,
      parent_conversation_id: parent ?? null,
      sub_conversation_ids: children.map((child) => child.id),
      public: request.public ?? null,
      tags: {},
      created_at: timestamp(since),
    };
    this.appConversations.add({
      id,
      ...(isWorking && { status: 'running' }),
      since,
      turns: 0,
      shown,
    });
    if (parent) this.appConversations.get(parent)?.shown.sub_conversation_ids?.push(id);
  }
}

/** What the state of each key starts with. */
export interface SeedData {
  /** The latest time that it shows. */
  readonly time: number;
  /** The user to whom every key belongs. */
  readonly userId: string | null | undefined;
  readonly addTo: (account: Account) => void;
}

/** How many keys are kept at least; at most twice as many. */
const keyLimit = 1000;

/** The state of every API key. Only the keys that were used last are kept. */
export class Accounts {
  readonly #clock: Clock;
  readonly #seed: string;
  readonly #seedData: SeedData | undefined;
  /** By the digest of the key. Beyond the limit, the key that was used last is at the end. */
  readonly #all = new Map<string, Account>();
  /** By key, because a digest takes longer than most responses. */
  readonly #digests = new Map<string, string>();

  constructor(clock: Clock, seed: string, saved?: SavedState, seedData?: SeedData) {
    this.#clock = clock;
    this.#seedData = seedData;
    this.#seed = seed;
    clock.offset = saved?.offset ?? 0;
    for (const [hash, account] of Object.entries(saved?.accounts ?? {})) {
      this.#create(hash, account);
    }
  }

  /** Returns the state of a key; a new one if the key is unknown. */
  of(key: string): Account {
    const hash = this.#digestOf(key);
    const account = this.#all.get(hash) ?? this.#create(hash);
    if (this.#all.size > keyLimit) {
      this.#all.delete(hash);
      this.#all.set(hash, account);
    }
    if (this.#all.size > 2 * keyLimit) this.#all.delete(this.#all.keys().next().value!);
    return account;
  }

  /** Removes the state of a key; without one, of all keys, and puts the clock back. */
  reset(key?: string): void {
    if (key !== undefined) {
      this.#all.delete(this.#digestOf(key));
      return;
    }
    this.#all.clear();
    this.#clock.offset = 0;
  }

  /** Returns the state of every key, also of those in a file that were not used yet. */
  all(): Account[] {
    return [...this.#all.values()];
  }

  toJSON(): unknown {
    return {
      seed: this.#seed,
      clock: this.#clock.kind,
      offset: this.#clock.offset,
      ...(this.#seedData && { examples: true }),
      accounts: Object.fromEntries(this.#all),
    };
  }

  #create(hash: string, saved?: SavedAccount): Account {
    const account = new Account(this.#clock, `${this.#seed} ${hash}`, this.#seedData, saved);
    this.#all.set(hash, account);
    return account;
  }

  #digestOf(key: string): string {
    const known = this.#digests.get(key);
    if (known !== undefined) return known;
    const hash = digest(key);
    if (this.#digests.size === keyLimit) this.#digests.clear();
    this.#digests.set(key, hash);
    return hash;
  }
}

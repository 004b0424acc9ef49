/** The state of the mock: for each API key what was created with it, by a clock that tests can control. */
import type * as types from '@agent-conversation/types';
import type { Edition } from '../editions/editions.ts';
import { canonicalId, digest, Ids } from './ids.ts';
import {
  type Kept,
  type Resource,
  Resources,
  type Step,
  timestamp,
} from './resources.ts';

export const clockKinds = ['real', 'requests', 'manual'] as const;

/**
 * What moves the clock:
 *
 * - `real`: the time of the day.
 * - `requests`: each request of a key moves the clock of that key by one second.
 * - `manual`: only `advance`.
 */
export type ClockKind = (typeof clockKinds)[number];

const usualStart = Date.UTC(2026, 0, 1);

/** Returns the clock of a mock. Times are in milliseconds since 1970; only one that is not real has a start. */
export function createClock(kind: ClockKind, start: number = usualStart) {
  return {
    kind,
    /** Where it begins. */
    start,
    /** By how much the clock was put forward. */
    offset: 0,
    /** Returns the time for a key that has sent so many requests. */
    now(requests: number): number {
      const begin = kind === 'real' ? Date.now() : this.start;
      return begin + this.offset + (kind === 'requests' ? requests * 1000 : 0);
    },
    /** Returns the milliseconds since any moment, for durations: the time of the day can be set back. */
    elapsed(requests: number): number {
      return kind === 'real'
        ? performance.now() + this.offset
        : this.now(requests);
    },
  };
}

export type Clock = ReturnType<typeof createClock>;

/** What the state of a key starts with. */
export interface SeedData {
  /** The latest time that it shows; undefined if it shows none. */
  readonly time: number | undefined;
  readonly addTo: (account: Account) => void;
}

/** What the states of all keys have in common. */
export interface Shared {
  readonly clock: Clock;
  /** Null if none are stored. */
  readonly settings: types.Settings | null;
  readonly sandboxSpecs: readonly types.SandboxSpec[];
  /** How long a sandbox, and what runs in it, takes to start. */
  readonly startupTimeInMs: number;
  readonly edition: Edition;
  readonly seedData: SeedData | undefined;
  /** Where the states of keys come from. A saved state names it. */
  readonly origin: Origin;
}

/** Where the states of keys come from. */
export interface Origin {
  /** Whether they start with the contract's examples. */
  readonly examples?: true;
  /** The digest of the data of the options that they start with. */
  readonly data?: string;
  /** The scenario. */
  readonly scenario?: string;
}

type Shown<T, Always extends keyof T> = Partial<T> & Pick<T, Always>;

export type SandboxRecord = Resource<Shown<types.Sandbox, 'sandbox_spec_id'>>;

/** A start task, with the ids that responses show as soon as it has got so far. */
export type TaskRecord = Resource<
  Pick<types.AppConversationStartTask, 'request'> &
    Record<'app_conversation_id' | 'sandbox_id' | 'created_at', string>
>;

/** An app conversation. Its status is that of the agent. */
export interface AppConversationRecord extends Resource<
  Shown<types.AppConversation, 'sandbox_id'>
> {
  /** How often the agent has finished a turn. */
  turns: number;
}

/** The state of one API key, as JSON. */
export interface SavedAccount {
  readonly requests: number;
  readonly ids: readonly number[];
  readonly sandboxes: Kept<SandboxRecord>;
  readonly tasks: Kept<TaskRecord>;
  readonly appConversations: Kept<AppConversationRecord>;
  readonly conversations: Kept<Resource<object>>;
}

/** The state of one API key. Its public fields are saved. */
export class Account {
  /** How many requests the key has sent. */
  requests: number;
  readonly ids: Ids;
  readonly sandboxes: Resources<SandboxRecord>;
  readonly tasks: Resources<TaskRecord>;
  readonly appConversations: Resources<AppConversationRecord>;
  readonly conversations: Resources<Resource<object>>;
  readonly #shared: Shared;
  readonly #seed: string;
  /** The second in which requests are counted for the rate limit. */
  #window = { since: -Infinity, requests: 0 };

  /** @param seed of the ids; another one for each key */
  constructor(shared: Shared, seed: string, saved?: SavedAccount) {
    const { seedData } = shared;
    this.#shared = shared;
    this.#seed = seed;
    this.requests = saved?.requests ?? 0;
    this.ids = new Ids(saved?.ids ?? seed);
    this.sandboxes = new Resources('SandboxStatus', saved?.sandboxes);
    this.tasks = new Resources(
      'AppConversationStartTaskStatus',
      saved?.tasks,
      (task) => {
        if (task.status === 'READY') this.#addAppConversation(task);
      },
    );
    this.appConversations = new Resources(
      'ExecutionStatus',
      saved?.appConversations,
      (agent) => {
        if (['idle', 'finished'].includes(agent.status)) agent.turns += 1;
      },
    );
    this.conversations = new Resources(
      'ConversationStatus',
      saved?.conversations,
    );
    if (!saved) seedData?.addTo(this);
  }

  /** The time, in milliseconds since 1970. */
  get now(): number {
    return this.#shared.clock.now(this.requests);
  }

  /** From what the ids are generated. */
  get seed(): string {
    return this.#seed;
  }

  get shared(): Shared {
    return this.#shared;
  }

  /** Counts a request, and returns whether the rate limit admits it. */
  admits(perSecond: number): boolean {
    this.requests += 1;
    if (perSecond === Infinity) return true;
    const elapsed = this.#shared.clock.elapsed(this.requests);
    if (elapsed - this.#window.since >= 1000)
      this.#window = { since: elapsed, requests: 0 };
    this.#window.requests += 1;
    return this.#window.requests <= perSecond;
  }

  /**
   * Brings everything up to the present time: sandboxes start, start tasks take their steps, agents work. Whatever
   * reads or changes it does this first: no other request may have read it since it went on.
   */
  applyElapsedTime(): void {
    const { now, sandboxes, tasks, appConversations, conversations } = this;
    const startup = { duration: this.shared.startupTimeInMs };
    sandboxes.applyElapsedTime(now, () => startup);
    conversations.applyElapsedTime(now, () => startup);
    tasks.applyElapsedTime(now, (task) => stepOf(this, task));
    // An agent works as long as a start-up takes, from the time on at which its sandbox runs.
    appConversations.applyElapsedTime(now, (agent) => {
      const sandbox = sandboxes.get(agent.shown.sandbox_id);
      if (sandbox?.status !== 'RUNNING') return { duration: Infinity };
      agent.since = Math.max(agent.since, sandbox.since);
      return startup;
    });
  }

  /**
   * Returns the kind of the resource that has an id now; undefined if there is none. A conversation and its sandbox
   * have the same id: the one that can have the status.
   */
  kindOf(id: string, status: string) {
    this.applyElapsedTime();
    const kinds = [
      this.sandboxes,
      this.tasks,
      this.appConversations,
      this.conversations,
    ];
    const withId = kinds.filter((it) => it.get(canonicalId(id)));
    return withId.find((it) => it.hasState(status)) ?? withId[0];
  }

  /** Adds the conversation of a task that is ready. */
  #addAppConversation({ shown: task, since }: TaskRecord): void {
    const { app_conversation_id: id, sandbox_id, request } = task;
    const { initial_message: message, parent_conversation_id: parent } =
      request;
    const { list } = this.appConversations;
    // A start with the id of a conversation replaces its entry. In the same sandbox, its agent goes on as it is.
    const known = this.appConversations.get(id);
    if (known) this.appConversations.remove(known);
    const isSameAgent = known?.shown.sandbox_id === sandbox_id;
    // Whatever `run` says, and however long the message is.
    const isWorking = !isSameAgent && Boolean(message);
    // One that was started later may have been ready earlier.
    const children = list.filter(
      (it) => it.shown.parent_conversation_id === id,
    );
    const shown: AppConversationRecord['shown'] = {
      ...newConversation(this.shared.edition, { id, request, since }),
      sandbox_id,
      sub_conversation_ids: children.map((child) => child.id),
    };
    const agent = isSameAgent
      ? { status: known.status, since: known.since, turns: known.turns }
      : { ...(isWorking && { status: 'running' }), since, turns: 0 };
    this.appConversations.add({ id, shown, ...agent });
    const siblings = this.appConversations.get(parent ?? '')?.shown
      .sub_conversation_ids;
    if (siblings && !siblings.includes(id)) siblings.push(id);
  }
}

/** What is known of a conversation when it begins. */
interface Beginning {
  readonly id: string;
  readonly request: types.AppConversationStartRequest;
  /** When it begins. */
  readonly since: number;
}

/** Returns what responses show of a new conversation. */
export function newConversation(
  edition: Edition,
  { id, request, since }: Beginning,
) {
  return {
    selected_repository: request.selected_repository ?? null,
    selected_branch: request.selected_branch ?? null,
    git_provider: request.git_provider ?? null,
    title: `Conversation ${id.slice(0, edition.digitsInTitles)}`,
    trigger: request.trigger ?? null,
    pr_number: request.pr_number ?? [],
    llm_model: request.llm_model || null,
    metrics: noMetrics,
    parent_conversation_id: request.parent_conversation_id ?? null,
    sub_conversation_ids: [],
    // The service does not take it over.
    public: null,
    agent_kind: 'openhands',
    tags: { ...edition.conversationTags, ...repositoryTags(request) },
    acp_server: null,
    launched_agent_profile: null,
    created_at: timestamp(since),
  };
}

/** The tags of what a request names. */
function repositoryTags(
  request: types.AppConversationStartRequest,
): Record<string, string> {
  const { selected_repository, git_provider, selected_branch } = request;
  return {
    ...(selected_repository && { repo_name: selected_repository }),
    ...(git_provider && { git_provider }),
    ...(selected_branch && { selected_branch }),
  };
}

/** What a conversation has used before its agent works. */
const noMetrics: types.Metrics = {
  model_name: 'default',
  accumulated_cost: 0,
  max_budget_per_task: null,
  accumulated_token_usage: {
    model: '',
    prompt_tokens: 0,
    completion_tokens: 0,
    cache_read_tokens: 0,
    cache_write_tokens: 0,
    reasoning_tokens: 0,
    context_window: 0,
    per_turn_token: 0,
    response_id: '',
  },
};

/** Steps of a task that have nothing to do if no repository was selected (decision D26). */
const repositorySteps = [
  'PREPARING_REPOSITORY',
  'RUNNING_SETUP_SCRIPT',
  'SETTING_UP_GIT_HOOKS',
];

/**
 * Returns how long a task stays in its state. It waits until its sandbox runs, or will not run, and fails if that is
 * unknown, gone, or has failed.
 */
function stepOf({ now, sandboxes, shared }: Account, task: TaskRecord): Step {
  const { startupTimeInMs, edition } = shared;
  const { status, shown, since } = task;
  const sandbox = sandboxes.get(shown.sandbox_id);
  const isGone = !sandbox || sandbox.status === 'MISSING';
  if (status === 'WAITING_FOR_SANDBOX') {
    if (['STARTING', 'PAUSED'].includes(sandbox?.status ?? ''))
      return { duration: Infinity };
    const duration = Math.max(0, (sandbox?.since ?? now) - since);
    return { duration, fails: isGone || sandbox.status === 'ERROR' };
  }
  if (status === 'STARTING_CONVERSATION') {
    const spec = shared.sandboxSpecs.find(
      ({ id }) => id === sandbox?.shown.sandbox_spec_id,
    );
    const isRejected = isRejectedByAgent(
      edition,
      shown.request,
      spec?.working_dir,
    );
    if (isRejected) return { duration: 0, fails: true };
  }
  const hasNothingToDo =
    !shown.request.selected_repository && repositorySteps.includes(status);
  const duration = hasNothingToDo
    ? 0
    : startupTimeInMs / edition.stepsPerStartup;
  return { duration, fails: isGone && status === 'WORKING' };
}
/** Whether the agent of an edition rejects the first message of a conversation. */
function isRejectedByAgent(
  { demandsMessagesOfUsers, plansInAbsoluteFolders }: Edition,
  { initial_message: message, agent_type }: types.AppConversationStartRequest,
  folder = '',
): boolean {
  if (!message) return false;
  const isPlanning = agent_type === 'plan' && !folder.startsWith('/');
  const isOfUser = (message.role ?? 'user') === 'user';
  return (
    (demandsMessagesOfUsers && !isOfUser) ||
    (plansInAbsoluteFolders && isPlanning)
  );
}

/** The whole state of a mock, as JSON. It contains digests of the keys, not the keys. */
export interface SavedState extends Origin {
  readonly seed: string;
  readonly clock: string;
  readonly offset: number;
  readonly accounts: Readonly<Record<string, SavedAccount>>;
}

/** Where the state is kept, so that it outlives the process. */
export interface Storage {
  /** What was kept before. */
  readonly saved: SavedState | undefined;
  /**
   * Writes the state as it is, or a later one.
   *
   * @param restore is called if that fails, with what is stored: nothing else may be shown
   */
  readonly save: (
    state: object,
    restore: (stored: SavedState | undefined) => void,
  ) => Promise<void>;
  /** Waits until everything is stored that was to be saved until now. Rejects if that fails. */
  readonly settled: () => Promise<void>;
}

/** Keeps the state of a mock, before a response shows it. */
export interface Saving {
  /** Saves the state as it is. If that fails, what was stored last is the state. */
  readonly save: () => Promise<void>;
  /** Waits until everything is stored that was to be saved until now. */
  readonly settled: () => Promise<void>;
}

/** How many keys are kept at least; at most twice as many. */
const keyLimit = 1000;

export type Accounts = ReturnType<typeof createAccounts>;

/** Returns the state of every API key. Only the keys that were used last are kept. */
export function createAccounts(
  shared: Shared,
  seed: string,
  state?: SavedState,
) {
  const { clock } = shared;
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

  /** Replaces the state of all keys. */
  function restore(stored: SavedState | undefined): void {
    accounts.clear();
    clock.offset = stored?.offset ?? 0;
    for (const [hash, saved] of Object.entries(stored?.accounts ?? {}))
      create(hash, saved);
  }

  restore(state);
  return {
    restore,
    /** Returns the state of a key; a new one if the key is unknown. */
    of(key: string): Account {
      const hash = digestOf(key);
      const account = accounts.get(hash) ?? create(hash);
      if (accounts.size > keyLimit) {
        accounts.delete(hash);
        accounts.set(hash, account);
      }
      if (accounts.size > 2 * keyLimit)
        accounts.delete(accounts.keys().next().value!);
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
      ...shared.origin,
      accounts: Object.fromEntries(accounts),
    }),
  };
}

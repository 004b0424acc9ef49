import type {
  AppConversationStartRequest,
  AppConversationStartTaskStatus,
  ConversationStatus,
  ExecutionStatus,
  SandboxStatus,
} from '@agent-conversation/types';
import type { Clock } from './clock.ts';
import { createIdentities, type Identities, stateOf } from './identity.ts';
import type { Stateful } from './lifecycle.ts';
import { Records, type SavedRecords } from './records.ts';

/** A sandbox as it is kept. Times are in milliseconds since 1970. */
export interface SandboxRecord extends Stateful<SandboxStatus> {
  readonly id: string;
  readonly specId: string;
  /** RFC 3339. */
  readonly createdAt: string;
  detail: string | null;
}

/** A task that starts an app conversation, as it is kept: under the id of the conversation. */
export interface TaskRecord extends Stateful<AppConversationStartTaskStatus> {
  readonly id: string;
  readonly taskId: string;
  readonly sandboxId: string;
  readonly request: AppConversationStartRequest;
  /** RFC 3339. */
  readonly createdAt: string;
  detail: string | null;
}

/** An app conversation as it is kept. Its state is that of the agent. */
export interface AppConversationRecord extends Stateful<ExecutionStatus> {
  readonly id: string;
  readonly sandboxId: string;
  readonly request: AppConversationStartRequest;
  /** RFC 3339. */
  readonly createdAt: string;
  readonly subConversationIds: string[];
  /** How often the agent has finished a turn. */
  turns: number;
}

/** A conversation of the legacy generation as it is kept. */
export interface ConversationRecord extends Stateful<ConversationStatus> {
  readonly id: string;
}

/** The state of one API key, as it is kept in a file. */
export interface SavedAccount {
  readonly requests: number;
  /** From where the making of ids goes on. */
  readonly ids: readonly number[];
  readonly sandboxes: SavedRecords<SandboxRecord>;
  readonly tasks: SavedRecords<TaskRecord>;
  readonly appConversations: SavedRecords<AppConversationRecord>;
  readonly conversations: SavedRecords<ConversationRecord>;
}

/** The state of one API key: what was made with it, and the ids and times that it is given. */
export class Account {
  readonly sandboxes: Records<SandboxRecord>;
  readonly tasks: Records<TaskRecord>;
  readonly appConversations: Records<AppConversationRecord>;
  readonly conversations: Records<ConversationRecord>;
  /** The user to whom the key belongs. */
  readonly userId: string;
  /** How many requests the key has sent. */
  requests: number;
  /** Makes the ids of what is made. */
  readonly ids: Identities;
  readonly #clock: Clock;
  /** The second in which requests are counted for the rate limit. */
  #window = { since: -Infinity, requests: 0 };

  /**
   * @param seed what the ids are made from; it is another one for each key
   * @param userId the user to whom the key belongs; one made from the seed if it is left out
   */
  constructor(clock: Clock, seed: string, saved?: SavedAccount, userId?: string) {
    this.#clock = clock;
    this.sandboxes = new Records(saved?.sandboxes);
    this.tasks = new Records(saved?.tasks);
    this.appConversations = new Records(saved?.appConversations);
    this.conversations = new Records(saved?.conversations);
    this.requests = saved?.requests ?? 0;
    this.ids = createIdentities(saved?.ids ?? stateOf(seed));
    this.userId = userId ?? createIdentities(stateOf(`${seed} user`)).uuid();
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

/** The types of what the mock stores. */
import type {
  AppConversationStartRequest,
  AppConversationStartTaskStatus,
  ConversationStatus,
  ExecutionStatus,
  SandboxStatus,
} from '@agent-conversation/types';
import type { Stateful } from './lifecycle.ts';

/** A stored sandbox. Times are in milliseconds since 1970, `createdAt` is RFC 3339. */
export interface SandboxRecord extends Stateful<SandboxStatus> {
  readonly id: string;
  readonly specId: string;
  readonly createdAt: string;
  detail: string | null;
}

/** A stored task that starts an app conversation. Its `id` is that of the conversation. */
export interface TaskRecord extends Stateful<AppConversationStartTaskStatus> {
  readonly id: string;
  readonly taskId: string;
  readonly sandboxId: string;
  readonly request: AppConversationStartRequest;
  readonly createdAt: string;
  detail: string | null;
}

/** A stored app conversation. Its status is that of the agent. */
export interface AppConversationRecord extends Stateful<ExecutionStatus> {
  readonly id: string;
  readonly sandboxId: string;
  readonly request: AppConversationStartRequest;
  readonly createdAt: string;
  readonly subConversationIds: string[];
  /** How often the agent has finished a turn. */
  turns: number;
}

/** A stored conversation of the legacy generation. */
export interface ConversationRecord extends Stateful<ConversationStatus> {
  readonly id: string;
}

/**
 * What moves the clock:
 *
 * - `real`: the time of the day.
 * - `requests`: each request of a key moves the clock of that key by one second.
 * - `manual`: only `advance`.
 */
export type ClockKind = 'real' | 'requests' | 'manual';

/** Records as JSON. */
export interface SavedRecords<T> {
  /** How many older ones were dropped. */
  readonly gone: number;
  readonly list: readonly T[];
}

/** The state of one API key, as JSON. */
export interface SavedAccount {
  readonly requests: number;
  /** The state of the generator of ids. */
  readonly ids: readonly number[];
  readonly sandboxes: SavedRecords<SandboxRecord>;
  readonly tasks: SavedRecords<TaskRecord>;
  readonly appConversations: SavedRecords<AppConversationRecord>;
  readonly conversations: SavedRecords<ConversationRecord>;
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

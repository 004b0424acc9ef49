/** The resources of an API key. Their statuses change here alone, as the contract's lifecycles (`x-lifecycle`) say. */
import type {
  AppConversationStartRequest,
  AppConversationStartTaskStatus,
  ConversationStatus,
  ExecutionStatus,
  SandboxStatus,
} from '@agent-conversation/types';
import type { OperationId } from '@agent-conversation/validators';
import { contract } from '../contract.ts';
import { notAllowed, type Reply } from '../response.ts';
import { Records, type SavedRecords } from './records.ts';

interface Resource<Status extends string> {
  readonly id: string;
  status: Status;
  /** Since when, in milliseconds since 1970. */
  since: number;
  /** The description of the event that led to the status; null after any other change. */
  detail?: string | null;
}

export interface SandboxRecord extends Resource<SandboxStatus> {
  readonly specId: string;
  readonly createdAt: string;
  detail: string | null;
}

/** A task that starts an app conversation. Its `id` is that of the conversation. */
export interface TaskRecord extends Resource<AppConversationStartTaskStatus> {
  readonly taskId: string;
  readonly sandboxId: string;
  readonly request: AppConversationStartRequest;
  readonly createdAt: string;
  detail: string | null;
}

/** An app conversation. Its status is that of the agent. */
export interface AppConversationRecord extends Resource<ExecutionStatus> {
  readonly sandboxId: string;
  readonly request: AppConversationStartRequest;
  readonly createdAt: string;
  readonly subConversationIds: string[];
  /** How often the agent has finished a turn. */
  turns: number;
}

/** A legacy conversation. */
export type ConversationRecord = Resource<ConversationStatus>;

/** The lifecycle of a status schema. */
class Lifecycle {
  readonly table;
  /** The states that end with time, with the one that follows: the first one, where time can lead to several. */
  readonly next: ReadonlyMap<string, string>;

  constructor(schema: string) {
    this.table = contract.components.schemas[schema]!['x-lifecycle']!;
    const timed = this.table.transitions.filter(({ cause }) => cause === 'time');
    this.next = new Map(timed.toReversed().map(({ from, to }) => [from, to]));
  }
}

export const lifecycles = {
  sandboxes: new Lifecycle('SandboxStatus'),
  tasks: new Lifecycle('AppConversationStartTaskStatus'),
  appConversations: new Lifecycle('ExecutionStatus'),
  conversations: new Lifecycle('ConversationStatus'),
};

/** Resources of a kind. */
export class Resources<T extends Resource<string>> extends Records<T> {
  readonly #lifecycle: Lifecycle;
  /** Those whose status ends with time, so that not all have to be looked at. */
  readonly #passing: Set<T>;

  constructor(lifecycle: Lifecycle, saved?: SavedRecords<T>) {
    super(saved);
    this.#lifecycle = lifecycle;
    this.#passing = new Set(this.list().filter((it) => this.isPassing(it.status)));
  }

  /** The status of a new resource. */
  get initial(): T['status'] {
    return this.#lifecycle.table.initial;
  }

  /** Whether a status ends with time. */
  isPassing(status: T['status']): boolean {
    return this.#lifecycle.next.has(status);
  }

  /** Returns the resources whose status ends with time. */
  passing(): readonly T[] {
    return [...this.#passing];
  }

  override add(resource: T): readonly T[] {
    const dropped = super.add(resource);
    for (const old of dropped) this.#passing.delete(old);
    if (this.isPassing(resource.status)) this.#passing.add(resource);
    return dropped;
  }

  /** Changes a resource as an operation does. Returns the error response if its status does not allow the operation. */
  applyOperation(resource: T, operation: OperationId, now: number): Reply | undefined {
    const { transitions, rejected } = this.#lifecycle.table;
    const { status } = resource;
    const transition = transitions.find((it) => it.from === status && it.operation === operation);
    if (transition) this.#change(resource, transition.to, now);
    const rejection = rejected.find((it) => it.in === status && it.operation === operation);
    return rejection && notAllowed({ ...rejection, status: Number(rejection.status) });
  }

  /**
   * Applies time-based transitions up to `now`.
   *
   * @param duration how long a resource stays in its status, in milliseconds
   * @returns the resources that have changed
   */
  applyElapsedTime(now: number, duration: (resource: T) => number): readonly T[] {
    return this.passing().filter((resource) => {
      const before = resource.status;
      for (;;) {
        const next = this.#lifecycle.next.get(resource.status);
        const due = resource.since + duration(resource);
        if (next === undefined || now < due) return resource.status !== before;
        this.#change(resource, next, due);
      }
    });
  }

  /**
   * Changes a resource as an event does that no operation causes: a fault, an external change, or time that passes early.
   *
   * @param id names the resource in errors
   * @throws {TypeError} listing the possible states
   */
  triggerEvent(resource: T, id: string, to: string, now: number): void {
    const { status } = resource;
    const { table, next } = this.#lifecycle;
    const events = table.transitions.filter((it) => it.from === status && !it.operation);
    const event = events.find((it) => it.to === to);
    if (!event) {
      const states = events.map((it) => it.to).join(', ') || 'no other state';
      throw new TypeError(`${id} is ${status}, and can become ${states}, but not ${to}`);
    }
    this.#change(resource, to, now, to === next.get(status) ? null : event.description);
  }

  #change(resource: T, status: string, since: number, detail: string | null = null): void {
    resource.status = status;
    resource.since = since;
    if ('detail' in resource) resource.detail = detail;
    if (this.isPassing(status)) this.#passing.add(resource);
    else this.#passing.delete(resource);
  }
}

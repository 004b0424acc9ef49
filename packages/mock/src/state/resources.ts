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
import { Records } from './records.ts';

interface Resource<Status extends string> {
  readonly id: string;
  status: Status;
  /** Since when, in milliseconds since 1970. */
  since: number;
  /** The description of the event that led to the status; null after any other change. */
  detail?: string | null;
}

export interface SandboxRecord extends Required<Resource<SandboxStatus>> {
  readonly specId: string;
  readonly createdAt: string;
}

/** What a task has in common with the app conversation that it starts, also the id. */
interface Started {
  readonly sandboxId: string;
  readonly request: AppConversationStartRequest;
  readonly createdAt: string;
}

export interface TaskRecord extends Required<Resource<AppConversationStartTaskStatus>>, Started {
  readonly taskId: string;
}

/** An app conversation. Its status is that of the agent. */
export interface AppConversationRecord extends Resource<ExecutionStatus>, Started {
  readonly subConversationIds: string[];
  /** How often the agent has finished a turn. */
  turns: number;
}

/** A legacy conversation. */
export type ConversationRecord = Resource<ConversationStatus>;

/** Returns the lifecycle of a status schema, with the state that follows each one that ends with time. */
function lifecycleOf(schema: string) {
  const table = contract.components.schemas[schema]!['x-lifecycle']!;
  const timed = table.transitions.filter(({ cause }) => cause === 'time');
  // Where time can lead to several states, the first one is the usual.
  return { ...table, next: new Map(timed.toReversed().map(({ from, to }) => [from, to])) };
}

type Lifecycle = ReturnType<typeof lifecycleOf>;
const lifecycles: Record<string, Lifecycle> = {};

/** Resources of a kind. */
export class Resources<T extends Resource<string>> extends Records<T> {
  readonly #lifecycle: Lifecycle;
  /** The status of a new resource. */
  readonly initial: T['status'];
  /** Those whose status ends with time, so that not all have to be visited. */
  readonly passing: Set<T>;

  /** @param schema of the status */
  constructor(schema: string, saved?: ReturnType<Records<T>['toJSON']>) {
    super(saved);
    this.#lifecycle = lifecycles[schema] ??= lifecycleOf(schema);
    this.initial = this.#lifecycle.initial;
    this.passing = new Set(this.list().filter((it) => this.#isPassing(it.status)));
  }

  /** Whether a status ends with time. */
  #isPassing(status: T['status']): boolean {
    return this.#lifecycle.next.has(status);
  }

  override add(resource: T): readonly T[] {
    const dropped = super.add(resource);
    for (const old of dropped) this.passing.delete(old);
    if (this.#isPassing(resource.status)) this.passing.add(resource);
    return dropped;
  }

  /** Changes a resource as an operation does. Returns the error response if its status does not allow the operation. */
  applyOperation(resource: T, operation: OperationId, now: number): Reply | undefined {
    const { transitions, rejected } = this.#lifecycle;
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
   * @param fails whether it becomes `ERROR` then
   * @returns the resources that have changed
   */
  applyElapsedTime(
    now: number,
    duration: (resource: T) => number,
    fails: (resource: T) => boolean = () => false,
  ): readonly T[] {
    const { next } = this.#lifecycle;
    return [...this.passing].filter((resource) => {
      const before = resource.status;
      while (this.#isPassing(resource.status)) {
        const due = resource.since + duration(resource);
        if (now < due) break;
        const to = fails(resource) ? 'ERROR' : next.get(resource.status)!;
        this.triggerEvent(resource, resource.id, to, due);
      }
      return resource.status !== before;
    });
  }

  /**
   * Changes a resource as an event does that no operation causes: a fault, an external change, or time that passes.
   *
   * @param id names the resource in errors
   * @throws {TypeError} listing the possible states
   */
  triggerEvent(resource: T, id: string, to: string, now: number): void {
    const { status } = resource;
    const { transitions, next } = this.#lifecycle;
    const events = transitions.filter((it) => it.from === status && !it.operation);
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
    if (this.#isPassing(status)) this.passing.add(resource);
    else this.passing.delete(resource);
  }
}

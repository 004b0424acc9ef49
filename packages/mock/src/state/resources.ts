/** The resources of an API key. Their statuses change here alone, as the contract's lifecycles (`x-lifecycle`) say. */
import type { Transition } from '@agent-conversation/contract';
import type { OperationId } from '@agent-conversation/validators';
import { contract, defaultLimit, exampleNamed } from '../contract.ts';
import { Rejection } from '../response.ts';

export interface Resource<Shown> {
  readonly id: string;
  status: string;
  /** Since when, in milliseconds since 1970. */
  since: number;
  /** The description of the event that led to the status; null after any other change. */
  detail: string | null;
  /** What responses show of it, as long as its status does not show something else. */
  readonly shown: Shown;
}

/** Returns a time as the contract writes it: RFC 3339, in UTC. */
export function timestamp(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

/** The lifecycles by their schemas, each with the transitions from those that end with time. */
const lifecycles = new Map(
  Object.entries(contract.components.schemas).flatMap(([name, { 'x-lifecycle': table }]) => {
    const timed = table?.transitions.filter(({ cause }) => cause === 'time') ?? [];
    // Where time can lead to several states, the first one is the usual.
    const next = new Map(timed.toReversed().map((it) => [it.from, it]));
    return table ? [[name, { ...table, next }]] : [];
  }),
);

/** How many resources of a kind are kept for a key at least; at most twice as many. */
const resourceLimit = 1000;

/** A list of which only the newest items are kept. */
export interface Kept<T> {
  /** How many older ones were dropped. */
  gone: number;
  /** From the oldest to the newest. */
  readonly list: T[];
}

/** How long a status lasts that ends with time, in milliseconds, and whether it ends in `ERROR`. */
export interface Step {
  readonly duration: number;
  readonly fails?: boolean;
}

/** Resources of a kind. The public fields are saved. */
export class Resources<T extends Resource<object>> implements Kept<T> {
  gone: number;
  readonly list: T[];
  // Both are created with the first resource, because most of the keys that a mock sees have none.
  #byId?: Map<string, T>;
  /** Those whose status ends with time, so that not all have to be visited. */
  #passing?: Set<T>;
  readonly #lifecycle;
  readonly #changed: (resource: T) => void;

  /** @param changed is called after every change that no operation causes */
  constructor(
    statusSchema: string,
    { gone, list }: Kept<T> = { gone: 0, list: [] },
    changed: (resource: T) => void = () => {},
  ) {
    this.gone = gone;
    this.list = list;
    this.#lifecycle = lifecycles.get(statusSchema)!;
    this.#changed = changed;
    for (const it of list) this.#index(it);
  }

  /** The status of a new resource. */
  get initial(): string {
    return this.#lifecycle.initial;
  }

  /** Whether a status ends with time. */
  isPassing(status: string): boolean {
    return this.#lifecycle.next.has(status);
  }

  get(id: string): T | undefined {
    return this.#byId?.get(id);
  }

  /** Adds a resource, which is new unless it has a status. */
  add(given: Omit<T, 'status' | 'detail'> & { status?: string; detail?: string | null }): T {
    // Many are dropped together, which costs less than to drop each alone.
    if (this.list.length === 2 * resourceLimit) {
      for (const old of this.list.splice(0, resourceLimit)) {
        this.#passing?.delete(old);
        // Another one can have the same id.
        if (this.get(old.id) === old) this.#byId?.delete(old.id);
      }
      this.gone += resourceLimit;
    }
    const resource = { status: this.initial, detail: null, ...given } as unknown as T;
    this.list.push(resource);
    this.#index(resource);
    return resource;
  }

  #index(resource: T): void {
    this.#byId ??= new Map();
    this.#byId.set(resource.id, resource);
    this.#updatePassing(resource);
  }

  #updatePassing(resource: T): void {
    this.#passing ??= new Set();
    if (this.isPassing(resource.status)) this.#passing.add(resource);
    else this.#passing.delete(resource);
  }

  /**
   * Changes a resource as an operation does.
   *
   * @throws {Rejection} if its status does not allow the operation
   */
  applyOperation(resource: T, operation: OperationId, now: number): void {
    const { transitions, rejected } = this.#lifecycle;
    const { status } = resource;
    const transition = transitions.find((it) => it.from === status && it.operation === operation);
    if (transition) this.#apply(transition, resource, now);
    const row = rejected.find((it) => it.in === status && it.operation === operation);
    if (!row) return;
    throw new Rejection(Number(row.status), row.description, {}, exampleNamed(row.example));
  }

  /** Applies time-based transitions up to `now`. */
  applyElapsedTime(now: number, stepOf: (resource: T) => Step): void {
    if (!this.#passing?.size) return;
    const moved = [...this.#passing].filter((resource) => {
      const before = resource.status;
      while (this.isPassing(resource.status)) {
        const { duration, fails } = stepOf(resource);
        const due = resource.since + duration;
        if (now < due) break;
        const next = this.#lifecycle.next.get(resource.status)!;
        const failure = fails && this.#eventsIn(resource.status).find((it) => it.to === 'ERROR');
        this.#apply(failure || next, resource, due);
      }
      return resource.status !== before;
    });
    for (const it of moved.toSorted((a, b) => a.since - b.since)) this.#changed(it);
  }

  /**
   * Changes the resource with an id as an event does: a fault, an external change, or time that passes early.
   *
   * @throws {TypeError} listing the possible states
   */
  triggerEvent(id: string, to: string, now: number): void {
    const resource = this.get(id)!;
    const { status } = resource;
    const events = this.#eventsIn(status);
    const event = events.find((it) => it.to === to);
    if (!event) {
      const states = events.map((it) => it.to).join(', ') || 'no other state';
      throw new TypeError(`${id} is ${status}, and can become ${states}, but not ${to}`);
    }
    this.#apply(event, resource, now);
    this.#changed(resource);
  }

  /** Returns the changes of a status that no operation causes. */
  #eventsIn(status: string): readonly Transition[] {
    return this.#lifecycle.transitions.filter((it) => it.from === status && !it.operation);
  }

  #apply(transition: Transition, resource: T, now: number): void {
    const { from, to, operation, description } = transition;
    resource.status = to;
    resource.since = now;
    const isUsual = operation || transition === this.#lifecycle.next.get(from);
    resource.detail = isUsual ? null : description;
    this.#updatePassing(resource);
  }
}

/**
 * Returns one page of a list, newest first. Page ids contain a position, counted from the first item that was ever
 * added, so that a page stays the same while items are added. An unknown one gets the first page, as in deployments.
 */
export function pageOf<T>(
  { gone, list }: { readonly gone: number; readonly list: readonly T[] },
  { page_id = '', limit = defaultLimit }: { page_id?: string; limit?: number },
) {
  const end = Math.min(list.length, Math.max(0, (positionOf(page_id) ?? Infinity) - gone));
  const start = Math.max(0, end - limit);
  const items = list.slice(start, end).toReversed();
  return { items, next_page_id: start > 0 ? pageId(start + gone) : null };
}

function pageId(before: number): string {
  return btoa(JSON.stringify({ before })).replace(/=+$/, '');
}

/** Returns the position in a page id; undefined if the mock did not make the id. */
function positionOf(id: string): number | undefined {
  try {
    const position = Number(/^\{"before":(\d{1,15})\}$/.exec(atob(id))?.[1]);
    return position > 0 && pageId(position) === id ? position : undefined;
  } catch {
    return undefined;
  }
}

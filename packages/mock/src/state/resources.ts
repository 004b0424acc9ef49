/** The resources of an API key. Their statuses change here alone, as the contract's lifecycles (`x-lifecycle`) say. */
import {
  type LifecycleGraph,
  type LifecycleStep,
  lifecyclesOf,
} from '@agent-conversation/contract';
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

/** Returns a time as the service writes it: RFC 3339, in UTC, with microseconds. */
export function timestamp(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace('Z', '000Z');
}

const lifecycles = lifecyclesOf(contract);

/** How many resources of a kind are kept for a key at least; at most twice as many. */
export const resourceLimit = 1000;

/** A list of which only the newest items are kept. */
export interface Kept<T> {
  /** From the oldest to the newest. */
  readonly list: T[];
}

/** How long a status lasts that ends with time, in milliseconds, and whether it ends in `ERROR`. */
export interface Step {
  readonly duration: number;
  readonly fails?: boolean;
}

type NewResource<T> = Omit<T, 'status' | 'detail'> & {
  status?: string;
  detail?: string | null;
};

/** Resources of a kind. The public fields are saved. */
export class Resources<T extends Resource<object>> implements Kept<T> {
  readonly list: T[];
  // Both are created with the first resource, because most of the keys that a mock sees have none.
  #byId?: Map<string, T>;
  /** Those whose status ends with time, so that not all have to be visited. */
  #passing?: Set<T>;
  readonly #lifecycle: LifecycleGraph;
  readonly #changed: (resource: T) => void;

  /** @param changed is called after every change that no operation causes */
  constructor(
    statusSchema: string,
    { list }: Kept<T> = { list: [] },
    changed: (resource: T) => void = () => {},
  ) {
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
    return this.#lifecycle.stepByTime(status) !== undefined;
  }

  /** Whether resources of this kind can have a status. */
  hasState(status: string): boolean {
    return this.#lifecycle.steps.some(
      ({ from, to }) => from === status || to === status,
    );
  }

  get(id: string): T | undefined {
    return this.#byId?.get(id);
  }

  /** Adds a resource in the place of the one with its id, if there is one. */
  replace(given: NewResource<T>): T {
    const known = this.get(given.id);
    if (known) this.remove(known);
    return this.add(given);
  }

  /** Adds a resource, which is new unless it has a status. */
  add(given: NewResource<T>): T {
    // Many are dropped together, which costs less than to drop each alone.
    if (this.list.length === 2 * resourceLimit) {
      for (const old of this.list.splice(0, resourceLimit)) {
        this.#passing?.delete(old);
        // Another one can have the same id.
        if (this.get(old.id) === old) this.#byId?.delete(old.id);
      }
    }
    const resource = {
      status: this.initial,
      detail: null,
      ...given,
    } as unknown as T;
    this.list.push(resource);
    this.#index(resource);
    return resource;
  }

  /** Removes a resource. */
  remove(resource: T): void {
    const at = this.list.indexOf(resource);
    if (at >= 0) this.list.splice(at, 1);
    this.#byId?.delete(resource.id);
    this.#passing?.delete(resource);
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
    const step = this.#lifecycle.stepBy(operation, resource.status);
    if (step?.kind === 'transition') this.#apply(step, resource, now);
    if (step?.kind !== 'rejected') return;
    const body = exampleNamed(step.example!);
    throw new Rejection(Number(step.status), step.description, {}, body);
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
        const next = this.#lifecycle.stepByTime(resource.status)!;
        const failure =
          fails &&
          this.#lifecycle
            .eventsIn(resource.status)
            .find((it) => it.to === 'ERROR');
        this.#apply(failure || next, resource, due);
      }
      return resource.status !== before;
    });
    for (const it of moved.toSorted((a, b) => a.since - b.since))
      this.#changed(it);
  }

  /**
   * Changes the resource with an id as an event does: a fault, an external change, or time that passes early.
   *
   * @throws {TypeError} listing the possible states
   */
  triggerEvent(id: string, to: string, now: number): void {
    const resource = this.get(id)!;
    const { status } = resource;
    const events = this.#lifecycle.eventsIn(status);
    const event = events.find((it) => it.to === to);
    if (!event) {
      const states = events.map((it) => it.to).join(', ') || 'no other state';
      throw new TypeError(
        `${id} is ${status}, and can become ${states}, but not ${to}`,
      );
    }
    this.#apply(event, resource, now);
    this.#changed(resource);
  }

  #apply(step: LifecycleStep, resource: T, now: number): void {
    const { from, to, operation, description } = step;
    resource.status = to;
    resource.since = now;
    const isUsual = operation || step === this.#lifecycle.stepByTime(from);
    resource.detail = isUsual ? null : description;
    this.#updatePassing(resource);
  }
}

/**
 * Returns one page of a list, newest first. A page id is the number of items before the page, as a text.
 *
 * In the service, one that is no number gets the first page, and a negative one counts from the end, as slices of
 * Python do.
 */
export function pageOf<T>(
  list: readonly T[],
  {
    page_id,
    limit,
  }: { page_id?: string | null | undefined; limit?: number | undefined },
) {
  const { length } = list;
  const start = offsetOf(page_id ?? '');
  const end = start + (limit ?? defaultLimit);
  const before = (offset: number) =>
    offset < 0 ? Math.max(0, length + offset) : Math.min(length, offset);
  // Only the page is copied: most lists are longer.
  const items = list
    .slice(length - before(end), length - before(start))
    .toReversed();
  return { items, next_page_id: end < length ? String(end) : null };
}

function offsetOf(id: string): number {
  return /^\s*[+-]?\d+\s*$/.test(id) ? Number(id) : 0;
}

/** The lifecycle tables of the contract (`x-lifecycle`), and the changes of state that they allow. */
import type { Lifecycle as Table } from '@agent-conversation/contract';
import type { OperationId } from '@agent-conversation/validators';
import { contract } from '../contract.ts';

/** What an operation does in a state. */
export type Outcome<State> =
  | { readonly to: State }
  | { readonly rejected: { readonly status: number; readonly example: string } };

/** A resource that has a state. */
export interface Stateful<State extends string> {
  status: State;
  /** Since when, in milliseconds since 1970. */
  since: number;
}

/** The lifecycle of a status schema. */
export class Lifecycle<State extends string> {
  readonly #schema: string;
  readonly #table: Table;

  /** @throws {Error} if the contract has no lifecycle for the schema */
  constructor(schema: string) {
    const table = contract.components.schemas[schema]?.['x-lifecycle'];
    if (!table) throw new Error(`The contract's schema ${schema} has no x-lifecycle`);
    this.#schema = schema;
    this.#table = table;
  }

  get initial(): State {
    return this.#table.initial as State;
  }

  /** Returns the state that follows with time. Where it can lead to several, the first one is the usual. */
  after(state: State): State | undefined {
    const { transitions } = this.#table;
    return transitions.find((it) => it.from === state && it.cause === 'time')?.to as State;
  }

  /** Returns what an operation does in a state. */
  onOperation(operation: OperationId, state: State): Outcome<State> {
    const { transitions, unchanged, rejected } = this.#table;
    const transition = transitions.find((it) => it.from === state && it.operation === operation);
    if (transition) return { to: transition.to as State };
    const isEntry = (it: { in: string; operation: string }) =>
      it.in === state && it.operation === operation;
    if (unchanged.some(isEntry)) return { to: state };
    const rejection = rejected.find(isEntry);
    if (rejection) return { rejected: { ...rejection, status: Number(rejection.status) } };
    throw new Error(`x-lifecycle of ${this.#schema} has nothing for ${operation} in ${state}`);
  }

  /** Returns the states that can follow without an operation, with the description of what happens. */
  eventsIn(state: State): ReadonlyMap<State, string> {
    const { transitions } = this.#table;
    const events = transitions.filter((it) => it.from === state && it.operation === undefined);
    return new Map(events.map(({ to, description }) => [to as State, description]));
  }
}

/** Puts a resource into a state, unless it is in it. */
export function moveTo<State extends string>(
  resource: Stateful<State>,
  status: State,
  now: number,
): void {
  if (resource.status === status) return;
  resource.status = status;
  resource.since = now;
}

/** Changes the state of a resource as an operation does, unless that is rejected. */
export function applyOperation<State extends string>(
  operation: OperationId,
  resource: Stateful<State>,
  lifecycle: Lifecycle<State>,
  now: number,
): Outcome<State> {
  const outcome = lifecycle.onOperation(operation, resource.status);
  if ('to' in outcome) moveTo(resource, outcome.to, now);
  return outcome;
}

/**
 * Applies time-based transitions up to `now`.
 *
 * @param duration how long a resource stays in a state, in milliseconds; Infinity until something happens
 */
export function applyElapsedTime<State extends string>(
  resource: Stateful<State>,
  lifecycle: Lifecycle<State>,
  now: number,
  duration: (state: State) => number,
): void {
  for (;;) {
    const next = lifecycle.after(resource.status);
    if (next === undefined) return;
    const due = resource.since + duration(resource.status);
    if (now < due) return;
    resource.status = next;
    resource.since = due;
  }
}

/** The lifecycle tables of the contract (`x-lifecycle`), and the changes of state that they allow. */
import type { OperationId } from '@agent-conversation/validators';
import { contract } from '../contract.ts';

/** What an operation does in a state. */
export type Outcome<State> =
  | { readonly to: State }
  | { readonly rejected: { readonly status: number; readonly example: string } };

/** A lifecycle table, indexed. */
export interface Lifecycle<State extends string> {
  readonly initial: State;
  /** Returns the state that follows with time. */
  readonly after: (state: State) => State | undefined;
  /** Returns what an operation does in a state. */
  readonly onOperation: (operation: OperationId, state: State) => Outcome<State>;
  /** Returns the states that can follow without an operation, with the description of what happens. */
  readonly eventsIn: (state: State) => ReadonlyMap<State, string>;
}

/** A resource that has a state. */
export interface Stateful<State extends string> {
  status: State;
  /** Since when, in milliseconds since 1970. */
  since: number;
}

/**
 * Reads the lifecycle of a status schema from the contract.
 *
 * @throws {Error} if the schema has none
 */
export function readLifecycle<State extends string>(schema: string): Lifecycle<State> {
  const table = contract.components.schemas[schema]?.['x-lifecycle'];
  if (!table) throw new Error(`The contract's schema ${schema} has no x-lifecycle`);
  const byTime = new Map<string, string>();
  const byOperation = new Map<string, Outcome<State>>();
  const events = new Map<string, Map<State, string>>();

  for (const { from, to, operation, cause, description } of table.transitions) {
    if (operation !== undefined) {
      byOperation.set(`${operation} ${from}`, { to: to as State });
      continue;
    }
    // Where time can lead to several states, the first one is the usual.
    if (cause === 'time' && !byTime.has(from)) byTime.set(from, to);
    events.set(from, (events.get(from) ?? new Map<State, string>()).set(to as State, description));
  }
  for (const { in: state, operation } of table.unchanged) {
    byOperation.set(`${operation} ${state}`, { to: state as State });
  }
  for (const { in: state, operation, status, example } of table.rejected) {
    byOperation.set(`${operation} ${state}`, { rejected: { status: Number(status), example } });
  }

  return {
    initial: table.initial as State,
    after: (state) => byTime.get(state) as State | undefined,
    onOperation(operation, state) {
      const outcome = byOperation.get(`${operation} ${state}`);
      if (outcome) return outcome;
      throw new Error(`x-lifecycle of ${schema} has nothing for ${operation} in ${state}`);
    },
    eventsIn: (state) => events.get(state) ?? new Map<State, string>(),
  };
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

import type { OperationId } from '@agent-conversation/validators';
import { lifecycleTable } from '../contract.ts';

/** What an operation does to a state. */
export type Outcome<State> =
  | { readonly to: State }
  | { readonly refused: { readonly status: number; readonly example: string } };

/** A lifecycle table, made ready to be asked. */
export interface Lifecycle<State extends string> {
  readonly initial: State;
  /** The state that follows by itself, sooner or later. */
  after(state: State): State | undefined;
  /** The state in which an operation leaves a thing that is in `state`; refused where it may not. */
  on(operation: OperationId, state: State): Outcome<State>;
  /** The states that follow from `state` without any operation, with what happens then. */
  happenings(state: State): ReadonlyMap<State, string>;
}

/** A thing that has a state. */
export interface Stateful<State extends string> {
  status: State;
  /** When it came into the state, in milliseconds since 1970. */
  since: number;
}

/**
 * Reads the lifecycle of a status schema from the contract.
 *
 * @throws {Error} when the schema has none
 */
export function createLifecycle<State extends string>(schema: string): Lifecycle<State> {
  const { initial, transitions, unchanged, rejected } = lifecycleTable(schema);
  const byTime = new Map<string, string>();
  const byOperation = new Map<string, Outcome<State>>();
  const happenings = new Map<string, Map<State, string>>();

  for (const { from, to, operation, cause, description } of transitions) {
    if (operation !== undefined) {
      byOperation.set(`${operation} ${from}`, { to: to as State });
      continue;
    }
    // Where time may lead to several states, the first one is the usual way.
    if (cause === 'time' && !byTime.has(from)) byTime.set(from, to);
    const here = happenings.get(from) ?? new Map<State, string>();
    happenings.set(from, here.set(to as State, description));
  }
  for (const { in: state, operation } of unchanged) {
    byOperation.set(`${operation} ${state}`, { to: state as State });
  }
  for (const { in: state, operation, status, example } of rejected) {
    byOperation.set(`${operation} ${state}`, { refused: { status: Number(status), example } });
  }

  return {
    initial: initial as State,
    after: (state) => byTime.get(state) as State | undefined,
    on(operation, state) {
      const outcome = byOperation.get(`${operation} ${state}`);
      if (!outcome)
        throw new Error(`x-lifecycle of ${schema}: nothing on ${operation} in ${state}`);
      return outcome;
    },
    happenings: (state) => happenings.get(state) ?? new Map<State, string>(),
  };
}

/** Brings a thing into a state, unless it is there. */
export function moveTo<State extends string>(
  thing: Stateful<State>,
  status: State,
  now: number,
): void {
  if (thing.status === status) return;
  thing.status = status;
  thing.since = now;
}

/** Brings a thing into the state that an operation leads to, unless it is refused. */
export function apply<State extends string>(
  operation: OperationId,
  thing: Stateful<State>,
  lifecycle: Lifecycle<State>,
  now: number,
): Outcome<State> {
  const outcome = lifecycle.on(operation, thing.status);
  if ('to' in outcome) moveTo(thing, outcome.to, now);
  return outcome;
}

/**
 * Lets the time pass that has passed: a thing moves on by itself as far as `now` allows.
 *
 * @param stay how long it stays in a state, in milliseconds; Infinity for as long as nothing happens
 */
export function settle<State extends string>(
  thing: Stateful<State>,
  lifecycle: Lifecycle<State>,
  now: number,
  stay: (state: State) => number,
): void {
  for (;;) {
    const next = lifecycle.after(thing.status);
    if (next === undefined) return;
    const due = thing.since + stay(thing.status);
    if (now < due) return;
    thing.status = next;
    thing.since = due;
  }
}

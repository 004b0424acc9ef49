import { contract, type Lifecycle } from '../contract.ts';

/** The enumerations that have a lifecycle and that answers show. */
export type LifecycleName = 'SandboxStatus' | 'ConversationStatus' | 'ExecutionStatus';

/** How a state changes, by the table of the contract. */
export function lifecycleOf(name: LifecycleName): Lifecycle {
  const table = contract.components.schemas[name]?.['x-lifecycle'];
  if (!table) throw new Error(`The contract has no lifecycle of ${name}`);
  return table;
}

/**
 * The states that may be seen some time after a state: it may have changed several times meanwhile.
 *
 * @param calls the operations that may have been called in between
 */
export function reachable(
  { transitions }: Lifecycle,
  from: string,
  calls: (operation: string) => boolean,
): ReadonlySet<string> {
  const reached = new Set([from]);
  for (const state of reached) {
    for (const { from: begin, to, operation } of transitions) {
      if (begin === state && (operation === undefined || calls(operation))) reached.add(to);
    }
  }
  return reached;
}

/** The states that an operation leads to at once, or leaves as they are. */
function outcomesOf({ transitions, unchanged }: Lifecycle, operation: string): string[] {
  return [
    ...transitions.filter((it) => it.operation === operation).map(({ to }) => to),
    ...unchanged.filter((it) => it.operation === operation).map((it) => it.in),
  ];
}

interface Watched {
  state: string | undefined;
  /** The check that has seen it last. */
  seenBy: string | undefined;
  /** Whether the run has made it, so that nobody else changes it. */
  readonly isOwn: boolean;
  /** Calls whose effect was not seen yet, with the checks that made them. */
  readonly calls: Map<string, string>;
  /** All checks that have called or seen it, in their order. */
  readonly checks: Set<string>;
}

/** A state that a thing cannot have come to. */
export interface ImpossibleState {
  /** What is wrong with it, as a sentence. */
  readonly message: string;
  /** The checks that have brought it about, in their order; the one that sees it is the last. */
  readonly checks: readonly string[];
}

/** Holds the states of things that are seen one after the other against a lifecycle. */
export class StateWatch {
  readonly #name: LifecycleName;
  readonly #lifecycle: Lifecycle;
  readonly #watched = new Map<string, Watched>();

  constructor(name: LifecycleName) {
    this.#name = name;
    this.#lifecycle = lifecycleOf(name);
  }

  /** A thing was made, and nobody but this run changes it. */
  begin(id: string): void {
    this.#watched.set(id, unseen(true));
  }

  /** An operation was called on a thing by a check. */
  called(id: string, operation: string, check: string): void {
    const watched = this.#watched.get(id);
    watched?.calls.set(operation, check);
    watched?.checks.add(check);
  }

  /** @returns what is wrong with the state that a check sees; undefined where nothing is */
  see(id: string, state: string, check: string): ImpossibleState | undefined {
    const watched = this.#watched.get(id) ?? unseen(false);
    this.#watched.set(id, watched);
    const { state: before, seenBy, isOwn, calls, checks } = watched;
    const isCalled = (operation: string) => !isOwn || calls.has(operation);
    const possible =
      before === undefined || reachable(this.#lifecycle, before, isCalled).has(state);
    const how = calls.size === 0 ? 'by itself' : `by ${[...calls.keys()].join(', ')}`;
    const isByOthers = [seenBy, ...calls.values()].some((it) => it !== check);
    for (const call of calls.keys()) {
      if (outcomesOf(this.#lifecycle, call).includes(state)) calls.delete(call);
    }
    watched.state = state;
    watched.seenBy = check;
    checks.delete(check);
    checks.add(check);
    if (possible) return undefined;
    const message = `${before} cannot become ${state}${isOwn ? ` ${how}` : ''} (${this.#name})`;
    return { message, checks: isByOthers ? [...checks] : [check] };
  }
}

function unseen(isOwn: boolean): Watched {
  return { state: undefined, seenBy: undefined, isOwn, calls: new Map(), checks: new Set() };
}

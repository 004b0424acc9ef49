import { contract, type Lifecycle } from '../contract.ts';

/** The enumerations with a lifecycle that responses show. */
export type LifecycleName = 'SandboxStatus' | 'ConversationStatus' | 'ExecutionStatus';

/** How a state changes, by the contract. */
export function lifecycleOf(name: LifecycleName): Lifecycle {
  const lifecycle = contract.components.schemas[name]?.['x-lifecycle'];
  if (!lifecycle) throw new Error(`The contract has no lifecycle of ${name}`);
  return lifecycle;
}

/**
 * The states that may be seen some time after a state: it may have changed several times meanwhile.
 *
 * @param isCalled whether an operation may have been called in between
 */
export function reachable(
  { transitions }: Lifecycle,
  from: string,
  isCalled: (operation: string) => boolean = () => false,
): ReadonlySet<string> {
  const reached = new Set([from]);
  for (const state of reached) {
    for (const { from: begin, to, operation } of transitions) {
      if (begin === state && (operation === undefined || isCalled(operation))) reached.add(to);
    }
  }
  return reached;
}

interface Watched {
  state: string | undefined;
  /** The check that has seen it last. */
  seenBy: string | undefined;
  /** Whether the run has created it, so that nobody else changes it. */
  readonly isOwn: boolean;
  /** Calls whose effect was not seen yet, with the checks that made them. */
  readonly calls: Map<string, string>;
  /** All checks that have called or seen it, in their order. */
  readonly checks: Set<string>;
}

/** A state that is impossible, and the checks that have brought it about, in their order. */
interface ImpossibleState {
  readonly message: string;
  readonly checks: readonly string[];
}

/** Compares the states of resources that are seen one after the other with a lifecycle. */
export class StateWatch {
  readonly #name: LifecycleName;
  readonly #lifecycle: Lifecycle;
  readonly #watched = new Map<string, Watched>();

  constructor(name: LifecycleName) {
    this.#name = name;
    this.#lifecycle = lifecycleOf(name);
  }

  /** A resource was created, and nobody but this run changes it. */
  begin(id: string): void {
    this.#watched.set(id, unseen(true));
  }

  /** A check calls an operation on a resource. */
  called(id: string | undefined, operation: string, check: string): void {
    const watched = id === undefined ? undefined : this.#watched.get(id);
    watched?.calls.set(operation, check);
    watched?.checks.add(check);
  }

  /** @returns what is wrong with the state that a check sees; undefined if nothing is */
  see(id: string, state: string, check: string): ImpossibleState | undefined {
    const watched = this.#watched.get(id) ?? unseen(false);
    this.#watched.set(id, watched);
    const { state: before, seenBy, isOwn, calls, checks } = watched;
    const isCalled = (operation: string) => !isOwn || calls.has(operation);
    const isPossible =
      before === undefined || reachable(this.#lifecycle, before, isCalled).has(state);
    const how = calls.size === 0 ? 'by itself' : `by ${[...calls.keys()].join(', ')}`;
    const isByOthers = [seenBy, ...calls.values()].some((it) => it !== check);
    for (const call of calls.keys()) if (this.#leadsTo(call, state)) calls.delete(call);
    Object.assign(watched, { state, seenBy: check });
    checks.delete(check);
    checks.add(check);
    if (isPossible) return undefined;
    const message = `${before} cannot become ${state}${isOwn ? ` ${how}` : ''} (${this.#name})`;
    return { message, checks: isByOthers ? [...checks] : [check] };
  }

  /** Whether an operation leads to a state at once, or leaves it as it is. */
  #leadsTo(operation: string, state: string): boolean {
    const { transitions, unchanged } = this.#lifecycle;
    return (
      transitions.some((it) => it.operation === operation && it.to === state) ||
      unchanged.some((it) => it.operation === operation && it.in === state)
    );
  }
}

function unseen(isOwn: boolean): Watched {
  return { state: undefined, seenBy: undefined, isOwn, calls: new Map(), checks: new Set() };
}

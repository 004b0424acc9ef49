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
  /** Calls whose effect was not seen yet. */
  readonly calls: Set<string>;
}

/** Holds the states of things that are seen one after the other against a lifecycle. */
export class StateWatch {
  readonly #name: LifecycleName;
  readonly #lifecycle: Lifecycle;
  readonly #own = new Map<string, Watched>();
  readonly #others = new Map<string, string>();

  constructor(name: LifecycleName) {
    this.#name = name;
    this.#lifecycle = lifecycleOf(name);
  }

  /** A thing was made, and nobody but this run changes it. */
  begin(id: string): void {
    this.#own.set(id, { state: undefined, calls: new Set() });
  }

  /** An operation was called on a thing. */
  called(id: string, operation: string): void {
    this.#own.get(id)?.calls.add(operation);
  }

  /** @returns what is wrong with the state, as a sentence; undefined where nothing is */
  see(id: string, state: string): string | undefined {
    const own = this.#own.get(id);
    const before = own ? own.state : this.#others.get(id);
    const isCalled = (operation: string) => (own ? own.calls.has(operation) : true);
    const possible =
      before === undefined || reachable(this.#lifecycle, before, isCalled).has(state);
    const how = own && (own.calls.size === 0 ? ' by itself' : ` by ${[...own.calls].join(', ')}`);
    if (own) {
      for (const call of own.calls) {
        if (outcomesOf(this.#lifecycle, call).includes(state)) own.calls.delete(call);
      }
      own.state = state;
    } else {
      this.#others.set(id, state);
    }
    return possible ? undefined : `${before} cannot become ${state}${how ?? ''} (${this.#name})`;
  }
}

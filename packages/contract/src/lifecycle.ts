/** The lifecycles of a contract (`x-lifecycle`) as graphs of states. */
import type { Cause, Contract, Lifecycle } from './model.ts';

/** What happens to a state, or does not; what is unchanged or rejected ends where it begins. */
export interface LifecycleStep {
  /** Such as `SandboxStatus RUNNING -pauseSandbox-> PAUSED`. */
  readonly id: string;
  readonly kind: 'transition' | 'unchanged' | 'rejected';
  readonly from: string;
  readonly to: string;
  readonly operation?: string;
  readonly cause?: Cause;
  readonly description: string;
  /** Of the response to an operation that is rejected. */
  readonly status?: string;
  /** The name of the example of that response. */
  readonly example?: string;
  /** The schema that has the lifecycle. */
  readonly lifecycle: string;
  /** Where it is declared, as a pointer into the bundle. */
  readonly contract: string;
}

/** A lifecycle with its steps, in the order of the contract. */
export class LifecycleGraph {
  /** The name of the schema that has the lifecycle. */
  readonly name: string;
  readonly initial: string;
  readonly final: readonly string[];
  readonly steps: readonly LifecycleStep[];
  /** The steps that are possible: without those that are rejected. */
  readonly changes: readonly LifecycleStep[];

  constructor(name: string, lifecycle: Lifecycle) {
    this.name = name;
    this.initial = lifecycle.initial;
    this.final = lifecycle.final;
    this.steps = [
      ...lifecycle.transitions.map((it, at) => {
        const change = `-${it.operation ?? it.cause}-> ${it.to}`;
        return stepOf(name, 'transition', at, change, it);
      }),
      ...lifecycle.unchanged.map(({ in: state, ...it }, at) => {
        const states = { from: state, to: state };
        return stepOf(name, 'unchanged', at, `${it.operation} unchanged`, {
          ...it,
          ...states,
        });
      }),
      ...lifecycle.rejected.map(({ in: state, ...it }, at) => {
        const states = { from: state, to: state };
        return stepOf(name, 'rejected', at, `${it.operation} rejected`, {
          ...it,
          ...states,
        });
      }),
    ];
    this.changes = this.steps.filter(({ kind }) => kind !== 'rejected');
  }

  /** Returns what an operation does in a state; undefined if the contract does not say. */
  stepBy(operation: string, state: string): LifecycleStep | undefined {
    return this.steps.find(
      (it) => it.from === state && it.operation === operation,
    );
  }

  /** Returns the usual end of a state that ends with time: the first one that the contract names. */
  stepByTime(state: string): LifecycleStep | undefined {
    return this.steps.find((it) => it.from === state && it.cause === 'time');
  }

  /** Returns the changes of a state that no operation causes. */
  eventsIn(state: string): readonly LifecycleStep[] {
    return this.changes.filter(
      (it) => it.from === state && it.operation === undefined,
    );
  }

  /**
   * Returns a state and those that can follow from it, each with the first step on a shortest way.
   *
   * @param steps those that may be taken; by default all that are possible
   */
  waysFrom(
    state: string,
    steps: readonly LifecycleStep[] = this.changes,
  ): ReadonlyMap<string, LifecycleStep | undefined> {
    const ways = new Map<string, LifecycleStep | undefined>([
      [state, undefined],
    ]);
    // The map grows in the loop.
    for (const [reached, first] of ways) {
      for (const step of steps) {
        if (step.from === reached && !ways.has(step.to))
          ways.set(step.to, first ?? step);
      }
    }
    return ways;
  }
}

const lists = {
  transition: 'transitions',
  unchanged: 'unchanged',
  rejected: 'rejected',
} as const;

type Declared = Omit<LifecycleStep, 'id' | 'kind' | 'lifecycle' | 'contract'>;

function stepOf(
  lifecycle: string,
  kind: LifecycleStep['kind'],
  at: number,
  change: string,
  declared: Declared,
): LifecycleStep {
  const id = `${lifecycle} ${declared.from} ${change}`;
  const contract = `#/components/schemas/${lifecycle}/x-lifecycle/${lists[kind]}/${at}`;
  return { ...declared, id, kind, lifecycle, contract };
}

/** Returns the lifecycles of a contract by the names of their schemas. */
export function lifecyclesOf({
  components,
}: Contract): ReadonlyMap<string, LifecycleGraph> {
  const graphs = new Map<string, LifecycleGraph>();
  for (const [name, { 'x-lifecycle': lifecycle }] of Object.entries(
    components.schemas,
  )) {
    if (lifecycle) graphs.set(name, new LifecycleGraph(name, lifecycle));
  }
  return graphs;
}

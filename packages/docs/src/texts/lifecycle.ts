import type { Sourced } from '../contract.ts';

/** The table `x-lifecycle` of a contract: how the values of an enumeration follow each other. */
export interface Lifecycle extends Sourced {
  readonly initial: string;
  readonly final: readonly string[];
  readonly transitions: readonly Transition[];
  readonly unchanged: readonly Unchanged[];
  readonly rejected: readonly Rejected[];
}

/** A change from one state to another, caused by an operation or by something else. */
export interface Transition {
  readonly from: string;
  readonly to: string;
  readonly operation?: string;
  readonly cause?: Cause;
  readonly description: string;
}

/** What changes a state without a call of an operation. */
export type Cause = 'time' | 'fault' | 'external';

interface Unchanged {
  readonly in: string;
  readonly operation: string;
  readonly description: string;
}

interface Rejected extends Unchanged {
  readonly status: string;
  readonly example: string;
}

/** A schema whose values are states. */
export interface StateSchema extends Sourced {
  readonly enum: readonly string[];
  readonly 'x-enumDescriptions': Readonly<Record<string, string>>;
  readonly 'x-lifecycle': Lifecycle;
}

/** What each cause means, as openapi/README.md defines it. */
export const causes: Readonly<Record<Cause, string>> = {
  time: 'by itself, sooner or later',
  fault: 'something went wrong',
  external: 'somebody acted outside this interface',
};

/** The kind of a transition: its cause, or `operation`. */
export function kindOf({ operation, cause }: Transition): string {
  return operation === undefined ? String(cause) : 'operation';
}

/** The component schemas that have a lifecycle, by name, in the order of the contract. */
export function lifecyclesOf(contract: {
  components: { schemas: Readonly<Record<string, object>> };
}): Map<string, StateSchema> {
  const schemas = Object.entries(contract.components.schemas);
  return new Map(
    schemas.filter((entry): entry is [string, StateSchema] => 'x-lifecycle' in entry[1]),
  );
}

/** The states of a lifecycle, beginning with the initial one. */
export function statesOf({ initial, final, transitions }: Lifecycle): string[] {
  return [...new Set([initial, ...transitions.flatMap(({ from, to }) => [from, to]), ...final])];
}

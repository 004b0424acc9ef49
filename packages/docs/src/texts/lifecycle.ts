import type { Cause, Lifecycle, Schema, Transition } from '@agent-conversation/contract';

export type { Lifecycle, Transition } from '@agent-conversation/contract';

/** A schema whose values are states. */
export type StateSchema = Omit<Schema, 'enum'> & {
  readonly enum: readonly string[];
  readonly 'x-enumDescriptions': Readonly<Record<string, string>>;
  readonly 'x-lifecycle': Lifecycle;
};

/** What each cause means, as openapi/README.md defines it. */
export const causes: Readonly<Record<Cause, string>> = {
  time: 'by itself, sooner or later',
  fault: 'something went wrong',
  external: 'changed outside this interface',
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

/** The states of a lifecycle, the initial one first. */
export function statesOf({ initial, final, transitions }: Lifecycle): string[] {
  return [...new Set([initial, ...transitions.flatMap(({ from, to }) => [from, to]), ...final])];
}

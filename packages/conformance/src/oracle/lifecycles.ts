/** The lifecycles of the contract, and what responses show of them. */
import { isList, type JsonObject, objectOf, type Transition } from '@agent-conversation/contract';
import type { OperationId } from '@agent-conversation/validators';
import { contract } from '../contract.ts';

/** An entry of a lifecycle; one that is `unchanged` or `rejected` ends where it begins. */
export interface LifecycleEntry extends Pick<Transition, 'from' | 'to' | 'cause'> {
  /** Such as `SandboxStatus RUNNING -pauseSandbox-> PAUSED`. */
  readonly id: string;
  readonly kind: 'transition' | 'unchanged' | 'rejected';
  /** The schema that has the lifecycle. */
  readonly lifecycle: string;
  readonly operation?: OperationId;
  /** Of the error response to a rejected operation. */
  readonly status?: string;
  /** Where it is declared, as a pointer into the bundle. */
  readonly contract: string;
}

const schemas = Object.entries(contract.components.schemas);
const lists = ['transitions', 'unchanged', 'rejected'] as const;

/** The entries of all lifecycles, in the order of the contract. */
export const lifecycleEntries = schemas.flatMap(([lifecycle, { 'x-lifecycle': own }]) =>
  lists.flatMap((list) =>
    (own?.[list] ?? []).map((declared: object, at): LifecycleEntry => {
      const entry = declared as Partial<LifecycleEntry> & { readonly in?: string };
      const { in: state = '', from = state, to = from, operation, cause } = entry;
      const kind = list === 'transitions' ? 'transition' : list;
      const change =
        kind === 'transition' ? `-${operation ?? cause}-> ${to}` : `${operation} ${kind}`;
      const id = `${lifecycle} ${from} ${change}`;
      const pointer = `#/components/schemas/${lifecycle}/x-lifecycle/${list}/${at}`;
      return { ...entry, id, kind, lifecycle, from, to, contract: pointer };
    }),
  ),
);

/** The changes of a state; what leaves a state as it is leads from it to itself. */
export function changesOf(name: LifecycleName): readonly LifecycleEntry[] {
  return lifecycleEntries.filter((it) => it.lifecycle === name && it.kind !== 'rejected');
}

/** The enumerations with a lifecycle that responses show. */
export type LifecycleName =
  'SandboxStatus' | 'ConversationStatus' | 'ExecutionStatus' | 'AppConversationStartTaskStatus';

export type ShownState = readonly [lifecycle: LifecycleName, id: string, state: string];

/** A lifecycle, and the properties of an object with the id of the resource and its state. */
export const shownStates: { readonly [Operation in OperationId]?: readonly ShownState[] } = {
  startSandbox: [['SandboxStatus', 'id', 'status']],
  searchSandboxes: [['SandboxStatus', 'id', 'status']],
  startAppConversation: [['AppConversationStartTaskStatus', 'id', 'status']],
  listAppConversations: [
    ['SandboxStatus', 'sandbox_id', 'sandbox_status'],
    ['ExecutionStatus', 'id', 'execution_status'],
  ],
  createConversation: [['ConversationStatus', 'conversation_id', 'conversation_status']],
};

/** The objects that a response shows: those of a list or a page, or the one that it is. */
export function objectsIn(body: unknown): (readonly [pointer: string, value: JsonObject])[] {
  const { items = body } = objectOf(body);
  if (!isList(items)) return [['', objectOf(body)]];
  return items.map((it, at) => [`${items === body ? '' : '/items'}/${at}`, objectOf(it)]);
}

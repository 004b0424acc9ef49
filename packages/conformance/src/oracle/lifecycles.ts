/** The lifecycles of the contract, and what responses show of them. */
import {
  isList,
  type JsonObject,
  type LifecycleGraph,
  type LifecycleStep,
  lifecyclesOf,
  objectOf,
} from '@agent-conversation/contract';
import type { OperationId } from '@agent-conversation/validators';
import { contract } from '../contract.ts';

const lifecycles = lifecyclesOf(contract);

/** The steps of all lifecycles, in the order of the contract. */
export const lifecycleSteps: readonly LifecycleStep[] = [
  ...lifecycles.values(),
].flatMap(({ steps }) => steps);

/** The enumerations with a lifecycle that responses show. */
export type LifecycleName =
  | 'SandboxStatus'
  | 'ConversationStatus'
  | 'ExecutionStatus'
  | 'AppConversationStartTaskStatus';

/** Returns the lifecycle of an enumeration. */
export function lifecycleOf(name: LifecycleName): LifecycleGraph {
  return lifecycles.get(name)!;
}

/** The properties of an object with the id of a resource and its state. */
type StateProperties = readonly [
  lifecycle: LifecycleName,
  id: string,
  state: string,
];

const sandboxStatus: StateProperties = ['SandboxStatus', 'id', 'status'];

/** The states that the successful response of an operation shows. */
export const shownStates: {
  readonly [Operation in OperationId]?: readonly StateProperties[];
} = {
  startSandbox: [sandboxStatus],
  searchSandboxes: [sandboxStatus],
  startAppConversation: [['AppConversationStartTaskStatus', 'id', 'status']],
  listAppConversations: [
    ['SandboxStatus', 'sandbox_id', 'sandbox_status'],
    ['ExecutionStatus', 'id', 'execution_status'],
  ],
  createConversation: [
    ['ConversationStatus', 'conversation_id', 'conversation_status'],
  ],
};

/** A resource that a response shows; its state may not be shown. */
export interface ShownState {
  readonly lifecycle: LifecycleName;
  readonly id: string;
  readonly state: string | undefined;
}

/** Returns the resources that the body of a successful response shows, with their states. */
export function statesIn(operation: OperationId, body: unknown): ShownState[] {
  const properties = shownStates[operation] ?? [];
  return objectsIn(body).flatMap(([, object]) =>
    properties.flatMap(([lifecycle, idName, stateName]) => {
      const { [idName]: id, [stateName]: state } = object;
      if (typeof id !== 'string' || id === '') return [];
      return {
        lifecycle,
        id,
        state: typeof state === 'string' ? state : undefined,
      };
    }),
  );
}

/** So many objects of a list are looked at; a page has a tenth of them. */
const mostObjects = 1000;

/** The objects that a response shows: the first ones of a list or a page, or the one that it is. */
export function objectsIn(
  body: unknown,
): (readonly [pointer: string, value: JsonObject])[] {
  const { items = body } = objectOf(body);
  if (!isList(items)) return [['', objectOf(body)]];
  return items
    .slice(0, mostObjects)
    .map((it, at) => [`${items === body ? '' : '/items'}/${at}`, objectOf(it)]);
}

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

/** A lifecycle, and the properties of an object with the id of the resource and its state. */
export interface ShownState {
  readonly lifecycle: LifecycleName;
  readonly id: string;
  readonly state: string;
}

const sandboxStatus: ShownState = {
  lifecycle: 'SandboxStatus',
  id: 'id',
  state: 'status',
};

/** The states that the successful response of an operation shows. */
export const shownStates: {
  readonly [Operation in OperationId]?: readonly ShownState[];
} = {
  startSandbox: [sandboxStatus],
  searchSandboxes: [sandboxStatus],
  startAppConversation: [
    { lifecycle: 'AppConversationStartTaskStatus', id: 'id', state: 'status' },
  ],
  listAppConversations: [
    { lifecycle: 'SandboxStatus', id: 'sandbox_id', state: 'sandbox_status' },
    { lifecycle: 'ExecutionStatus', id: 'id', state: 'execution_status' },
  ],
  createConversation: [
    {
      lifecycle: 'ConversationStatus',
      id: 'conversation_id',
      state: 'conversation_status',
    },
  ],
};

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

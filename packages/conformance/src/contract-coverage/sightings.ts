import type { ReadExchange } from './read-exchange.ts';

/** A thing that has a lifecycle. */
export interface Thing {
  /** The schema of its state. */
  readonly lifecycle: string;
  readonly id: string;
}

/** A thing, and the state in which an answer shows it. */
export interface Sighting extends Thing {
  readonly state: string;
}

type Members = Readonly<Record<string, unknown>>;

/** The members of an object that tell of a thing: its lifecycle, its id and its state. */
type Kind = readonly [lifecycle: string, id: string, state: string];

const sandbox: Kind = ['SandboxStatus', 'id', 'status'];
const kindsOf: Readonly<Record<string, readonly Kind[]>> = {
  searchSandboxes: [sandbox],
  startSandbox: [sandbox],
  startAppConversation: [['AppConversationStartTaskStatus', 'id', 'status']],
  listAppConversations: [
    ['SandboxStatus', 'sandbox_id', 'sandbox_status'],
    ['ExecutionStatus', 'id', 'execution_status'],
  ],
  createConversation: [['ConversationStatus', 'conversation_id', 'conversation_status']],
};

/** What an answer shows of things that have lifecycles. */
export function sightingsIn({ shape, answer }: ReadExchange): Sighting[] {
  const kinds = kindsOf[shape.operation.operationId] ?? [];
  return objectsIn(answer?.value).flatMap((members) =>
    kinds.flatMap(([lifecycle, idMember, stateMember]) => {
      const { [idMember]: id, [stateMember]: state } = members;
      return typeof id === 'string' && typeof state === 'string' ? [{ lifecycle, id, state }] : [];
    }),
  );
}

/** An answer is a thing, a list of things, or a page of them. */
function objectsIn(value: unknown): Members[] {
  if (Array.isArray(value)) return value.flatMap(objectsIn);
  if (typeof value !== 'object' || value === null) return [];
  return 'items' in value ? objectsIn(value.items) : [value as Members];
}

/** The thing that a request works on, if it is one that is there already. */
export function workedOn({ shape, path, carriedOut }: ReadExchange): Thing | undefined {
  const body = (carriedOut?.body?.value ?? {}) as Members;
  const [lifecycle, id] = {
    pauseSandbox: ['SandboxStatus', path['sandbox_id']],
    resumeSandbox: ['SandboxStatus', path['sandbox_id']],
    // It wakes the sandbox that it names.
    startAppConversation: ['SandboxStatus', body['sandbox_id']],
    createConversation: ['ConversationStatus', body['conversation_id']],
  }[shape.operation.operationId] ?? [undefined, undefined];
  return typeof lifecycle === 'string' && typeof id === 'string' ? { lifecycle, id } : undefined;
}

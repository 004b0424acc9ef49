import {
  type Connection,
  createConversation,
  listAppConversations,
  pauseSandbox,
  resumeSandbox,
  searchSandboxes,
  startAppConversation,
  startSandbox,
} from '@agent-conversation/client/operations';
import type { MockState } from '@agent-conversation/mock';
import type { Steering } from './steering.ts';

/** Who looks at a thing: as a caller, and as one who steers the mock. */
export interface Hands {
  readonly connection: Connection;
  readonly steering: Steering;
}

/** The answer of an operation. */
export interface Answered {
  readonly status: number | 'unexpected';
  readonly data?: unknown;
  readonly error?: unknown;
}

/** Something that has a lifecycle, and how it is made, looked at and worked on over HTTP. */
export interface Subject {
  /** Makes one that is in the initial state, and gives its id. */
  readonly make: (hands: Hands) => Promise<string>;
  readonly status: (hands: Hands, id: string) => Promise<string | null | undefined>;
  /** How each operation of the table is called. */
  readonly operations: Readonly<
    Record<string, (connection: Connection, id: string) => PromiseLike<Answered>>
  >;
}

const legacyId = '5d41402abc4b2a76b9719d911017c592';
const conversationId = '2f9d2c5e-8f1c-4e6d-9a53-0d6a1c0a7f11';

async function dataOf<T>(call: PromiseLike<Answered & { readonly data?: T }>): Promise<T> {
  const { status, data } = await call;
  if (status !== 200) throw new Error(`The status is ${status}, not 200`);
  return data!;
}

async function startTask({ connection }: Hands, more: object): Promise<string> {
  const body = { conversation_id: conversationId, ...more };
  return (await dataOf(startAppConversation(connection, body))).id!;
}

/** No operation shows it without changing it. */
async function stateOf({ steering }: Hands): Promise<MockState> {
  return (await steering.state()) as MockState;
}

/** By the schema that has the lifecycle. */
export const subjects: Readonly<Record<string, Subject>> = {
  SandboxStatus: {
    make: async ({ connection }) => (await dataOf(startSandbox(connection))).id,
    async status({ connection }, id) {
      const { items } = await dataOf(searchSandboxes(connection));
      return items.find((it) => it.id === id)?.status;
    },
    operations: { pauseSandbox, resumeSandbox },
  },
  ConversationStatus: {
    make: async ({ connection }) =>
      (await dataOf(createConversation(connection, { conversation_id: legacyId }))).conversation_id,
    status: async (hands) => (await stateOf(hands)).conversations[0]?.conversation_status,
    operations: {
      createConversation: (connection, id) =>
        createConversation(connection, { conversation_id: id }),
    },
  },
  AppConversationStartTaskStatus: {
    make: async (hands) => startTask(hands, { selected_repository: 'acme/web-shop' }),
    status: async (hands) => (await stateOf(hands)).startTasks[0]?.status,
    operations: {},
  },
  ExecutionStatus: {
    async make(hands) {
      await startTask(hands, {});
      await hands.steering.advance(60_000);
      return conversationId;
    },
    async status({ connection }, id) {
      const [conversation] = await dataOf(listAppConversations(connection, { ids: [id] }));
      return conversation?.execution_status;
    },
    operations: {},
  },
};

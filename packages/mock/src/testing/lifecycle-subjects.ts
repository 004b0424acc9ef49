import document from '@agent-conversation/openapi/openapi.json' with { type: 'json' };
import type { AppConversationStartTask, Sandbox } from '@agent-conversation/types';
import type { LifecycleTable } from '../contract.ts';
import type { Mock } from '../index.ts';
import { ask, type Answered } from './ask.ts';

/** Something that has a lifecycle, and how a test makes one, looks at it and works on it. */
export interface Subject {
  readonly schema: string;
  /** Makes one that is in the initial state, and gives its id. */
  make(mock: Mock): Promise<string>;
  status(mock: Mock, id: string): string | null | undefined;
  /** How each operation of the table is sent. */
  readonly operations: Readonly<
    Record<string, (mock: Mock, id: string) => Promise<Answered<unknown>>>
  >;
}

const key = 'ada';
const legacyId = '5d41402abc4b2a76b9719d911017c592';

async function startTask(mock: Mock, body: object): Promise<string> {
  const answer = await ask<AppConversationStartTask>(mock, 'POST', '/api/v1/app-conversations', {
    body,
  });
  return answer.body.id!;
}

const change = (operation: string) => async (mock: Mock, id: string) =>
  ask(mock, 'POST', `/api/v1/sandboxes/${id}/${operation}`);

export const subjects: readonly Subject[] = [
  {
    schema: 'SandboxStatus',
    make: async (mock) => (await ask<Sandbox>(mock, 'POST', '/api/v1/sandboxes')).body.id,
    status: (mock, id) => mock.state(key).sandboxes.find((it) => it.id === id)?.status,
    operations: { pauseSandbox: change('pause'), resumeSandbox: change('resume') },
  },
  {
    schema: 'ConversationStatus',
    async make(mock) {
      await ask(mock, 'POST', '/api/conversations', { body: { conversation_id: legacyId } });
      return legacyId;
    },
    status: (mock, id) =>
      mock.state(key).conversations.find((it) => it.conversation_id === id)?.conversation_status,
    operations: {
      createConversation: async (mock, id) =>
        ask(mock, 'POST', '/api/conversations', { body: { conversation_id: id } }),
    },
  },
  {
    schema: 'AppConversationStartTaskStatus',
    make: async (mock) => startTask(mock, { selected_repository: 'acme/web-shop' }),
    status: (mock, id) => mock.state(key).startTasks.find((it) => it.id === id)?.status,
    operations: {},
  },
  {
    schema: 'ExecutionStatus',
    async make(mock) {
      await startTask(mock, {});
      mock.advance(60_000);
      return mock.state(key).appConversations[0]!.id!;
    },
    status: (mock, id) =>
      mock.state(key).appConversations.find((it) => it.id === id)?.execution_status,
    operations: {},
  },
];

/** All tables of the contract, by the name of the schema. */
export const tables: ReadonlyMap<string, LifecycleTable> = new Map(
  Object.entries(document.components.schemas).flatMap(([name, schema]) =>
    'x-lifecycle' in schema ? [[name, schema['x-lifecycle'] as LifecycleTable] as const] : [],
  ),
);

/** The states of a schema. */
export function statesOf(schema: string): readonly string[] {
  const { [schema as 'SandboxStatus']: named } = document.components.schemas;
  return named.enum;
}

/** Brings one into a state, by the shortest way along the table, and gives its id. */
export async function makeIn(subject: Subject, mock: Mock, state: string): Promise<string> {
  const { initial, transitions } = tables.get(subject.schema)!;
  const ways = new Map<string, readonly (typeof transitions)[number][]>([[initial, []]]);
  for (const [from, way] of ways) {
    for (const edge of transitions) {
      if (edge.from === from && !ways.has(edge.to)) ways.set(edge.to, [...way, edge]);
    }
  }
  const id = await subject.make(mock);
  for (const { operation, to } of ways.get(state)!) {
    if (operation === undefined) mock.happen(id, to);
    else await subject.operations[operation]!(mock, id);
  }
  return id;
}

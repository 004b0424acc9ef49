/** Sends requests to a mock in the same process. */
import { contractOperations } from '@agent-conversation/contract';
import type {
  AppConversation,
  AppConversationStartRequest,
  AppConversationStartTask,
  Sandbox,
} from '@agent-conversation/types';
import type { OperationId } from '@agent-conversation/validators';
import { contract, operationsById } from '../src/contract.ts';
import type { Handlers } from '../src/handlers/handler.ts';
import type { Exchange, Mock, MockOptions } from '../src/index.ts';
import { assembleMock, createMock } from '../src/mock.ts';

/** The rest of a request. */
export interface Extra {
  /** The API key; none is sent if it is null. */
  readonly key?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON; a string is sent as it is. */
  readonly body?: unknown;
}

interface Received<Body> {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Undefined if there is none. */
  readonly body: Body;
}

/** Sends a request, and returns the response as `fetch` does, without following redirects. */
export async function send(
  { fetch }: Pick<Mock, 'fetch'>,
  method: string,
  path: string,
  { key = 'ada', headers = {}, body }: Extra = {},
): Promise<Response> {
  return fetch(`http://mock${path}`, {
    method,
    redirect: 'manual',
    headers: {
      ...(key === null ? {} : { 'X-Session-API-Key': key }),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined
      ? {}
      : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
}

/** Sends a request, and returns the response with its parsed body. */
export async function ask<Body = unknown>(
  mock: Pick<Mock, 'fetch'>,
  method: string,
  path: string,
  extra: Extra = {},
): Promise<Received<Body>> {
  const response = await send(mock, method, path, extra);
  const { status, headers } = response;
  const text = await response.text();
  return {
    status,
    headers,
    text,
    body: (text === '' ? undefined : JSON.parse(text)) as Body,
  };
}

/** Sends a request, and returns status and body. */
export async function reply(...args: Parameters<typeof ask>) {
  const { status, body } = await ask(...args);
  return { status, body };
}

/** Creates a mock whose clock stands still. */
export function create(options: MockOptions = {}): Mock {
  return createMock({ clock: 'manual', ...options });
}

/** Creates a mock with a log; with the given handlers, and no others, if there are any. */
export function createLogged(options: MockOptions = {}, handlers?: Handlers) {
  const exchanges: Exchange[] = [];
  const onExchange = (exchange: Exchange) => exchanges.push(exchange);
  let saves = 0;
  const storage = {
    saved: undefined,
    save: async () => void (saves += 1),
    settled: async () => {},
  };
  const { mock } = assembleMock(
    { clock: 'manual', ...options, onExchange },
    { storage, handlers },
  );
  return { mock, exchanges, saves: () => saves };
}

/** A valid request of each operation of the contract, with the id `a` in its path. */
export const requests = contractOperations(contract).map((operation) => {
  const id = operation.operationId as OperationId;
  const { method, path, validateRequest } = operationsById[id];
  const query = operation.parameters
    .filter((it) => it.in === 'query' && it.required)
    .map((it) => `${it.name}=${encodeURIComponent(String(it.example))}`);
  const target = [path.replaceAll(/\{.*?\}/g, 'a'), ...query].join('?');
  const { requestBody } = operation;
  const [example] = requestBody?.examples.values() ?? [];
  const result = validateRequest({ body: {} });
  const isEnough =
    result.valid || result.violations.every(({ part }) => part !== 'body');
  return [
    id,
    method,
    target,
    requestBody && (isEnough ? {} : example),
  ] as const;
});

export async function startSandbox(mock: Mock, key = 'ada'): Promise<Sandbox> {
  return (await ask<Sandbox>(mock, 'POST', '/api/v1/sandboxes', { key })).body;
}

const path = '/api/v1/app-conversations';

/** Starts an app conversation, and returns the task. */
export async function startConversation(
  mock: Mock,
  body: AppConversationStartRequest = {},
) {
  return (await ask<AppConversationStartTask>(mock, 'POST', path, { body }))
    .body;
}

/** Lists app conversations: those with the ids, or all. */
export async function listConversations(
  mock: Mock,
  ids: readonly string[] = [],
) {
  const query = new URLSearchParams(ids.map((id) => ['ids', id])).toString();
  return (
    await ask<(AppConversation | null)[]>(mock, 'GET', `${path}?${query}`)
  ).body;
}

/** Returns the only app conversation. */
export async function theConversation(mock: Mock): Promise<AppConversation> {
  const [conversation, ...others] = await listConversations(mock);
  if (!conversation || others.length > 0)
    throw new Error('There is not exactly one conversation');
  return conversation;
}

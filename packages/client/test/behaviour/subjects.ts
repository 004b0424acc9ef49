/** The clients of the table, with the same calls. */
import * as client from '@agent-conversation/client';
import { createClient as createFetchClient } from '@agent-conversation/client/openapi-fetch';
import { apiKey } from '../support.ts';

type Options = Omit<client.CallOptions, 'headers'>;

/** Calls of a client. */
export interface Calls {
  readonly pause: (id: string) => PromiseLike<unknown>;
  readonly resume: (id: string) => PromiseLike<unknown>;
  readonly start: () => PromiseLike<unknown>;
  readonly startConversation: () => PromiseLike<unknown>;
  readonly create: () => PromiseLike<unknown>;
  readonly list: (ids: string[]) => PromiseLike<unknown>;
  readonly search: (query?: object) => PromiseLike<unknown>;
  readonly get: (options?: Options) => PromiseLike<unknown>;
}

/** Makes the calls of a client. */
export type Subject = (options: client.ClientOptions) => Calls;

/** The methods. */
export const methods: Subject = (options) => {
  const { sandboxes, appConversations, conversations, settings } =
    client.createClient(options);
  return {
    ...sandboxes,
    startConversation: () => appConversations.start(),
    create: () => conversations.create({ initial_user_msg: 'a secret plan' }),
    list: (ids) => appConversations.list({ ids }),
    get: (more) => settings.get(more),
  };
};

/** The entry `openapi-fetch`: a returned `error` is thrown here, to be described like the errors of the methods. */
export const openapiFetch: Subject = (options) => {
  const { GET, POST } = createFetchClient(options);
  const body = { initial_user_msg: 'a secret plan' };
  const pathOf = (sandbox_id: string) => ({ params: { path: { sandbox_id } } });
  return {
    pause: (id) =>
      unwrap(POST('/api/v1/sandboxes/{sandbox_id}/pause', pathOf(id))),
    resume: (id) =>
      unwrap(POST('/api/v1/sandboxes/{sandbox_id}/resume', pathOf(id))),
    start: () => unwrap(POST('/api/v1/sandboxes')),
    startConversation: () =>
      unwrap(POST('/api/v1/app-conversations', { body: {} })),
    create: () => unwrap(POST('/api/conversations', { body })),
    list: (ids) =>
      unwrap(GET('/api/v1/app-conversations', { params: { query: { ids } } })),
    search: (query = {}) =>
      unwrap(GET('/api/v1/sandboxes/search', { params: { query } })),
    get: (more) => unwrap(GET('/api/settings', { ...(more as object) })),
  };
};

/** An `error` that openapi-fetch returns. */
export class ReturnedError extends Error {
  readonly status: number;

  constructor(status: number) {
    super('returned');
    this.status = status;
  }
}

async function unwrap(
  call: Promise<{ data?: unknown; error?: unknown; response: Response }>,
): Promise<unknown> {
  const { data, error, response } = await call;
  if (error) throw new ReturnedError(response.status);
  return data;
}

/** The calls of a client of a server. */
export function callsOf(
  subject: Subject,
  baseUrl: string,
  options?: client.ClientOptions,
): Calls {
  return subject({ baseUrl, apiKey, ...options });
}

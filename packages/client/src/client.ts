import type {
  AppConversation,
  AppConversationStartRequest,
  AppConversationStartTask,
  Sandbox,
  SandboxStatus,
} from '@agent-conversation/types';
import { connect, type Connection } from './transport/connection.ts';
import { createResources } from './generated/create-resources.ts';
import type {
  AppConversationsOperations,
  Resources,
  SandboxesOperations,
} from './generated/resources.ts';
import type { CallOptions, ClientOptions } from './transport/options.ts';
import { getMany, startAndWait, waitUntil, waitUntilReady, type WaitOptions } from './waiting.ts';

/** Operations of sandboxes, and what is built on them. */
export interface Sandboxes extends SandboxesOperations {
  /**
   * Waits until a sandbox has a status, and returns it as it is then. It polls the search, page by page if
   * need be.
   *
   * @throws {WaitError} when it cannot come into the status by the contract's lifecycle table: it is
   * `MISSING`, or needs a call that nobody has made; or when it is in `ERROR` on the way to `RUNNING`, unless
   * `waitThroughError` is set
   * @throws {TimeoutError} when it has not come in time
   *
   * @example
   * const { id } = await client.sandboxes.start();
   * const sandbox = await client.sandboxes.waitUntil(id, 'RUNNING', { timeoutInMs: 120_000 });
   */
  waitUntil(sandbox_id: string, status: SandboxStatus, options?: WaitOptions): Promise<Sandbox>;
}

/** Operations of app conversations, and what is built on them. */
export interface AppConversations extends AppConversationsOperations {
  /**
   * Reads any number of conversations, with a request for each 50 ids. Returns them in the order of `ids`,
   * with null for an unknown id.
   *
   * @example
   * const ids = ['0f6b8c1e3a444d0e9a517c2e5b9d1f36', 'c2a9d7e461f34b8a8e059d3f7a1c2b64'];
   * const [first, second] = await client.appConversations.getMany(ids);
   */
  getMany(ids: readonly string[], options?: CallOptions): Promise<(AppConversation | null)[]>;

  /**
   * Starts a conversation, waits until it is there, and returns it. It is followed by its
   * `conversation_id`: the one in `body`, or else a random one that is sent with the request.
   *
   * @param body Settings of the conversation.
   * @throws {WaitError} when the start has failed, or the sandbox in `body` is in `ERROR` or `MISSING`
   * @throws {TimeoutError} when it has not appeared in time, as on deployments that ignore
   * `conversation_id`; the error's `subject` is the start task
   *
   * @example
   * const conversation = await client.appConversations.startAndWait({ title: 'Vouchers in the basket' });
   */
  startAndWait(body?: AppConversationStartRequest, options?: WaitOptions): Promise<AppConversation>;

  /**
   * Waits until the conversation of a start task is there, and returns it. It is followed by the
   * `app_conversation_id` of the task, or else by the `conversation_id` of its request. The task may come
   * from a file: a wait can be continued.
   *
   * @throws {WaitError} when the task has neither id, or has failed, or its sandbox is in `ERROR` or
   * `MISSING`
   * @throws {TimeoutError} when it has not appeared in time; the error's `subject` is the task
   *
   * @example
   * const task = await client.appConversations.start({ conversation_id: crypto.randomUUID() });
   * const conversation = await client.appConversations.waitUntilReady(task);
   */
  waitUntilReady(task: AppConversationStartTask, options?: WaitOptions): Promise<AppConversation>;
}

/** A client of the service: its operations, by resource. */
export interface Client extends Connection, Resources {
  readonly sandboxes: Sandboxes;
  readonly appConversations: AppConversations;
}

/**
 * Makes a client of the service.
 *
 * Its methods return the data of a success, and throw an error of a class of its own for everything else. No
 * log, no error and no printed client shows the key.
 *
 * @throws {TypeError} when an option is missing or wrong; the message names it, and never has the key
 *
 * @example
 * const client = createClient({ baseUrl: 'http://localhost:3000', apiKey: 'my-key' });
 * const sandbox = await client.sandboxes.start();
 */
export function createClient(options: ClientOptions = {}): Client {
  const connection = connect(options);
  const resources = createResources(connection);
  return {
    ...connection,
    ...resources,
    sandboxes: {
      ...resources.sandboxes,
      waitUntil: (id, status, waitOptions) => waitUntil(resources, id, status, waitOptions),
    },
    appConversations: {
      ...resources.appConversations,
      getMany: (ids, callOptions) => getMany(resources, ids, callOptions),
      startAndWait: (body, waitOptions) => startAndWait(resources, body, waitOptions),
      waitUntilReady: (task, waitOptions) => waitUntilReady(resources, task, waitOptions),
    },
  };
}

import type {
  AppConversation,
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
import type { ClientOptions } from './transport/options.ts';
import { waitUntilReady } from './waiting/conversation.ts';
import { waitUntil } from './waiting/sandbox.ts';
import type { SandboxWaitOptions, WaitOptions } from './waiting/wait-options.ts';

/** What can be done with sandboxes. */
export interface Sandboxes extends SandboxesOperations {
  /**
   * Waits until a sandbox has a status, and gives it as it is then. It looks again and again, through the
   * pages of the search if need be.
   *
   * @throws {WaitError} when it cannot come into the status by the contract's lifecycle table: it is in
   * `ERROR` or `MISSING`, or it needs a call that nobody has made
   * @throws {TimeoutError} when it has not come in time
   *
   * @example
   * const { id } = await client.sandboxes.start();
   * const sandbox = await client.sandboxes.waitUntil(id, 'RUNNING', { timeoutInMs: 120_000 });
   */
  waitUntil(
    sandbox_id: string,
    status: SandboxStatus,
    options?: SandboxWaitOptions,
  ): Promise<Sandbox>;
}

/** What can be done with app conversations. */
export interface AppConversations extends AppConversationsOperations {
  /**
   * Waits until the conversation that a task starts is there, and gives it. It is found by its id if the
   * task or its request has one, else by its sandbox. The task may come from a file: a wait can be taken up
   * again.
   *
   * @throws {WaitError} when the task has failed, its sandbox is in `ERROR` or is `MISSING`, or the service
   * gives no way to follow the task, which is then the error's `subject`
   * @throws {TimeoutError} when it has not come in time
   *
   * @example
   * const task = await client.appConversations.start({ title: 'Vouchers in the basket' });
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
 * Its methods give the data of a success, and throw an error of a class of its own for everything else. It
 * keeps the key to itself: no log, no error and no look at the client shows it.
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
      waitUntilReady: (task, waitOptions) => waitUntilReady(resources, task, waitOptions),
    },
  };
}

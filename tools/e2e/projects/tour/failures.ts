/** Everything that can go wrong. */
import assert from 'node:assert/strict';
import type { CallOptions, Client } from '@agent-conversation/client';
import type { Mock } from '@agent-conversation/mock';
import { meet } from './services.ts';

/** Something that fails. */
interface Failure {
  /** The class of the error that it fails with. */
  readonly name: string;
  readonly fail: (client: Client, mock: Mock) => PromiseLike<unknown>;
}

const once: CallOptions = { retries: 0 };

const failures: readonly Failure[] = [
  {
    name: 'BadRequestError',
    fail(client, mock) {
      mock.fail('createConversation', 400);
      return client.conversations.create({});
    },
  },
  {
    name: 'UnauthorizedError',
    fail(client, mock) {
      mock.fail('getSettings', 401, { error: 'The key has expired' });
      return client.settings.get();
    },
  },
  { name: 'NotFoundError', fail: (client) => client.sandboxes.resume('unknown') },
  { name: 'ValidationError', fail: (client) => client.sandboxSpecs.search({ limit: 500 }) },
  {
    name: 'UnexpectedResponseError',
    fail(client, mock) {
      mock.fault({ status: 418 });
      return client.sandboxes.start();
    },
  },
  {
    name: 'UnexpectedResponseError',
    fail(client, mock) {
      mock.fault({ break: 'malformed' });
      return client.sandboxes.search();
    },
  },
  {
    name: 'TimeoutError',
    fail(client, mock) {
      mock.fault({ delay: 1_000 });
      return client.sandboxes.start({}, { timeoutInMs: 20 });
    },
  },
  {
    name: 'ConnectionError',
    fail(client, mock) {
      mock.fault({ break: 'reset' });
      return client.settings.get(once);
    },
  },
  {
    name: 'ConnectionError',
    fail(client, mock) {
      mock.fault({ break: 'truncated' });
      return client.appConversations.list({}, once);
    },
  },
  {
    name: 'AbortedError',
    fail(client, mock) {
      mock.fault({ delay: 1_000 });
      const controller = new AbortController();
      const call = client.sandboxes.start({}, { signal: controller.signal });
      controller.abort();
      return call;
    },
  },
  {
    name: 'RedirectError',
    fail(client, mock) {
      mock.fault({ status: 307, headers: { Location: 'https://elsewhere.example/' } });
      return client.appConversations.start({});
    },
  },
  {
    name: 'WaitError',
    async fail(client, mock) {
      const { id } = await client.sandboxes.start();
      mock.happen(id, 'ERROR');
      return client.sandboxes.waitUntil(id, 'RUNNING');
    },
  },
];

/** Lets everything fail that can, and gives the errors. */
export async function collectErrors(): Promise<readonly Error[]> {
  const errors: Error[] = [];
  for (const { name, fail } of failures) {
    const { client, mock } = meet();
    const error: unknown = await fail(client, mock).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    assert(error instanceof Error, `${name} is thrown`);
    assert.equal(error.name, name, error.stack);
    errors.push(error);
  }
  return errors;
}

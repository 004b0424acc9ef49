/** Uses the client in the ways that there are, in whichever runtime it finds itself. */
import {
  createClient,
  isAbortedError,
  isApiError,
  isClientError,
  isConnectionError,
  isNotFoundError,
  isRedirectError,
  isTimeoutError,
  isValidationError,
} from '@agent-conversation/client';
import { pauseSandbox } from '@agent-conversation/client/operations';

/** @import { Client } from '@agent-conversation/client' */

/** No service uses this port, and clients may. */
const nobody = 'http://127.0.0.1:4';

/**
 * Uses the client in the ways that there are, and gives what came of it.
 *
 * @param {Client} client
 */
export async function consume(client) {
  const { id, status } = await client.sandboxes.start();
  await client.sandboxes.start();
  await client.sandboxes.start();
  return {
    call: status,
    refused: {
      unknown: await describe(client.sandboxes.pause('sbx-unknown')),
      beyond: await describe(client.sandboxes.search({ limit: 500 })),
    },
    paging: await page(client),
    results: [await pause(client, id), await pause(client, 'sbx-unknown')],
    unanswered: await loseAnswers(client),
    sandboxes: (await client.sandboxes.search()).items.length,
  };
}

/** @param {Client} client */
async function page(client) {
  const statuses = [];
  for await (const { status } of client.sandboxes.search({ limit: 1 })) statuses.push(status);
  const sizes = [];
  for await (const { items } of client.sandboxes.search({ limit: 2 }).byPage()) {
    sizes.push(items.length);
  }
  return { statuses, sizes };
}

/**
 * @param {Client} client
 * @param {string} id
 */
async function pause(client, id) {
  const result = await pauseSandbox(client, id);
  switch (result.status) {
    case 200:
      return { paused: result.data.success };
    case 401:
    case 404:
      return { refused: result.error };
  }
  return { unexpected: result.statusCode };
}

/**
 * What comes of answers that do not arrive as they should.
 *
 * @param {Client} client
 */
async function loseAnswers(client) {
  const options = { retries: 0 };
  const controller = new AbortController();
  const late = client.sandboxSpecs.search({}, { ...options, signal: controller.signal });
  const aborted = describe(late);
  controller.abort();
  return {
    aborted: await aborted,
    late: await describe(client.sandboxSpecs.search({}, { ...options, timeoutInMs: 50 })),
    truncated: await describe(client.settings.get(options)),
    reset: await describe(client.appConversations.list({}, options)),
    redirected: await describe(client.conversations.create({}, options)),
    nobody: await describe(
      createClient({ baseUrl: nobody, apiKey: 'any', ...options }).sandboxes.start(),
    ),
  };
}

const guards = {
  isAbortedError,
  isApiError,
  isClientError,
  isConnectionError,
  isNotFoundError,
  isRedirectError,
  isTimeoutError,
  isValidationError,
};

/**
 * What a call has failed with.
 *
 * @param {PromiseLike<unknown>} call
 */
async function describe(call) {
  try {
    await call;
  } catch (error) {
    return {
      guards: Object.entries(guards).flatMap(([name, guard]) => (guard(error) ? [name] : [])),
      ...(isClientError(error) && { operation: error.operation }),
      ...(isApiError(error) && { status: error.status }),
      ...(isValidationError(error) && { places: error.violations.map(({ loc }) => loc) }),
      ...(isRedirectError(error) && { location: error.location?.replace(/.*:\d+/, '') }),
      ...(isConnectionError(error) && { unsent: error.unsent }),
    };
  }
  return undefined;
}

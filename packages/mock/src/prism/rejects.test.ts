/**
 * Prism, asked to validate, refuses what is wrong by the contract. With another dialect it would take every body and
 * say nothing, and so would whoever puts it before their service.
 */
import document from '@agent-conversation/openapi/openapi.json' with { type: 'json' };
import { createLogger } from '@stoplight/prism-core';
import { createInstance, getHttpOperationsFromSpec } from '@stoplight/prism-http';
import { expect, test } from 'vitest';

const operations = await getHttpOperationsFromSpec(structuredClone(document));
const logger = createLogger('prism', { level: 'silent' });

/** The status that Prism gives to a body. */
async function statusOf(path: string, body: unknown): Promise<number | undefined> {
  const config = {
    isProxy: false,
    mock: { dynamic: false },
    checkSecurity: false,
    validateRequest: true,
    validateResponse: true,
    errors: false,
    upstreamProxy: undefined,
  } as const;
  const request = { method: 'post', url: { path }, body } as const;
  const result = await createInstance(config, { logger }).request(request, operations)();
  return result._tag === 'Right'
    ? result.right.output.statusCode
    : (result.left as { status?: number }).status;
}

const v0 = '/api/conversations';
const v1 = '/api/v1/app-conversations';
const { examples } = document.components;
const message = (content: object) => ({ initial_message: { content: [content] } });

test.each([
  ['createConversation', v0, examples.CreateConversationWithTools.value],
  ['startAppConversation', v1, examples.StartAppConversationFromMessage.value],
])('Prism takes a good body of %s', async (_, path, body) => {
  expect(await statusOf(path, body)).toBe(200);
});

test.each([
  ['createConversation', 'a list', v0, []],
  ['createConversation', 'a wrong type', v0, { repository: 5 }],
  ['createConversation', 'an unknown value', v0, { git_provider: 'cvs' }],
  ['startAppConversation', 'a list', v1, []],
  ['startAppConversation', 'a bad format', v1, { conversation_id: 'mine' }],
  ['startAppConversation', 'a part without text', v1, message({ type: 'text' })],
  ['startAppConversation', 'a part of no kind', v1, message({ type: 'sound', text: '' })],
])('Prism refuses a body of %s: %s', async (operation, _, path, body) => {
  const status = await statusOf(path, body);
  const place = 'a schema that it cannot compile, or jsonSchemaDialect in openapi/openapi.yaml';
  expect(status, `what Prism answers to a bad body of ${operation}; look for ${place}`).toBe(422);
});

import document from '@agent-conversation/openapi/openapi.json' with { type: 'json' };
import type { Settings } from '@agent-conversation/types';
import { expect, test } from 'vitest';
import { createMock } from '../index.ts';
import { ask } from '../testing/ask.ts';

const secret = 'MARKER';
const load = async (settings?: Partial<Settings>) =>
  ask<Settings>(createMock(settings ? { settings } : {}), 'GET', '/api/settings');

/** Every place of the settings that the contract marks as secret. */
const secrets = {
  llm_api_key: secret,
  search_api_key: secret,
  sandbox_api_key: secret,
  secrets_store: {
    provider_tokens: {
      github: { token: secret, host: null },
      gitlab: { token: secret, host: 'gitlab.acme.example' },
      bitbucket: secret,
    },
    custom_secrets: { deploy: secret, more: { deep: [secret] } },
  },
  mcp_config: {
    sse_servers: [{ url: 'https://tools.acme.example/sse', api_key: secret }],
    stdio_servers: [{ name: 'fetch', command: 'uvx', args: ['a'], env: { TOKEN: secret } }],
    shttp_servers: [{ url: 'https://search.acme.example/mcp', api_key: secret }],
  },
} satisfies Partial<Settings>;

test('left out, the settings are those that the contract shows', async () => {
  const { status, body } = await load();
  expect({ status, body }).toEqual({
    status: 200,
    body: document.components.examples.SettingsLoaded.value,
  });
});

test('what is given takes the place of the whole', async () => {
  expect((await load({ language: 'de' })).body).toEqual({ llm_api_key_set: false, language: 'de' });
  expect((await load({})).body).toEqual({ llm_api_key_set: false });
});

test('never returns a property of the settings that the contract marks as secret', async () => {
  const properties: Readonly<Record<string, object>> =
    document.components.schemas.Settings.properties;
  const names = Object.keys(properties).filter((name) => 'x-secret' in properties[name]!);
  expect(names).toContain('llm_api_key');
  const { text } = await load(Object.fromEntries(names.map((name) => [name, secret])));
  expect(text).not.toContain(secret);
});

test('no secret is given out; flags tell which are there', async () => {
  const { text, body } = await load({ ...secrets, language: 'de' });
  expect(text).not.toContain(secret);
  expect(body).toEqual({
    language: 'de',
    llm_api_key: null,
    llm_api_key_set: true,
    search_api_key: null,
    search_api_key_set: true,
    sandbox_api_key: null,
    secrets_store: { provider_tokens: {}, custom_secrets: {} },
    provider_tokens_set: { github: null, gitlab: 'gitlab.acme.example', bitbucket: null },
    mcp_config: {
      sse_servers: [{ url: 'https://tools.acme.example/sse', api_key: null }],
      stdio_servers: [{ name: 'fetch', command: 'uvx', args: ['a'], env: {} }],
      shttp_servers: [{ url: 'https://search.acme.example/mcp', api_key: null }],
    },
  });
});

test.each<[Partial<Settings>, Partial<Settings>]>([
  [{ llm_api_key: null }, { llm_api_key_set: false, llm_api_key: null }],
  [{ llm_api_key: '' }, { llm_api_key_set: false, llm_api_key: null }],
  [{ llm_api_key_set: true }, { llm_api_key_set: true }],
  [
    { llm_api_key: 'x', llm_api_key_set: false },
    { llm_api_key: null, llm_api_key_set: true },
  ],
  [
    { search_api_key: '', search_api_key_set: true },
    { llm_api_key_set: false, search_api_key: null, search_api_key_set: true },
  ],
  [{ mcp_config: null }, { llm_api_key_set: false, mcp_config: null }],
  [{ provider_tokens_set: null }, { llm_api_key_set: false, provider_tokens_set: null }],
  [
    { provider_tokens_set: { github: null } },
    { llm_api_key_set: false, provider_tokens_set: { github: null } },
  ],
])('of the settings %j, %j is given out', async (given, want) => {
  expect((await load(given)).body).toEqual(want);
});

test.each<[unknown, string]>([
  [{ llm_api_key: [secret] }, '/llm_api_key must be a string or null'],
  [{ language: 5 }, '/language must be a string or null'],
  [{ llm_api_key_set: secret }, '/llm_api_key_set must be a boolean'],
  [
    { mcp_config: { sse_servers: [{}, { api_key: [secret] }] } },
    '/mcp_config/sse_servers/1/api_key must be a string or null',
  ],
  [
    { mcp_config: { stdio_servers: [{ env: secret }] } },
    '/mcp_config/stdio_servers/0/env must be an object',
  ],
  [
    { secrets_store: { provider_tokens: [secret] } },
    '/secrets_store/provider_tokens must be an object',
  ],
  [{ openai_key: secret }, '/openai_key is not listed in the contract'],
  [{ mcp_config: { token: secret } }, '/mcp_config/token is not listed in the contract'],
  [[secret], 'the whole must be an object'],
  [secret, 'the whole must be an object'],
  [null, 'the whole must be an object'],
])('the settings %j are refused, without their values', (settings, message) => {
  expect(() => createMock({ settings: settings as Settings })).toThrow(
    new TypeError(`The settings break the contract: ${message}`),
  );
});

test('settings that are changed after they were given stay as they were', async () => {
  const given: Partial<Settings> = { language: 'de', mcp_config: { sse_servers: [] } };
  const mock = createMock({ settings: given });
  given.language = 'fr';
  given.mcp_config!.sse_servers!.push({ url: 'https://tools.acme.example' });
  expect((await ask(mock, 'GET', '/api/settings')).body).toEqual({
    llm_api_key_set: false,
    language: 'de',
    mcp_config: { sse_servers: [] },
  });
});

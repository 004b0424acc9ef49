import type { Settings } from '@agent-conversation/types';
import { expect, test } from 'vitest';
import { ask } from '../../test/ask.ts';
import { contract, exampleNamed } from '../contract.ts';
import { createMock } from '../index.ts';

const secret = 'MARKER';
const load = async (settings?: Partial<Settings>) =>
  ask<Settings>(
    createMock(settings ? { settings } : {}),
    'GET',
    '/api/settings',
  );

test('by default, the settings are those of the contract', async () => {
  expect((await load()).body).toEqual(exampleNamed('SettingsLoaded'));
});

test('no property that the contract annotates as secret is returned', async () => {
  const { properties = {} } = contract.components.schemas['Settings']!;
  const names = Object.keys(properties).filter(
    (name) => 'x-secret' in properties[name]!,
  );
  expect(names).toContain('llm_api_key');
  const { text } = await load(
    Object.fromEntries(names.map((name) => [name, secret])),
  );
  expect(text).not.toContain(secret);
});

test('secrets are hidden at any depth; flags state which there are', async () => {
  const given = {
    language: 'de',
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
      stdio_servers: [
        { name: 'fetch', command: 'uvx', args: ['a'], env: { TOKEN: secret } },
      ],
      shttp_servers: [
        { url: 'https://search.acme.example/mcp', api_key: secret },
      ],
    },
  } satisfies Partial<Settings>;
  const { text, body } = await load(given);
  expect(text).not.toContain(secret);
  expect(body).toEqual({
    language: 'de',
    llm_api_key: null,
    llm_api_key_set: true,
    search_api_key: null,
    search_api_key_set: true,
    sandbox_api_key: null,
    secrets_store: { provider_tokens: {}, custom_secrets: {} },
    provider_tokens_set: {
      github: null,
      gitlab: 'gitlab.acme.example',
      bitbucket: null,
    },
    mcp_config: {
      sse_servers: [{ url: 'https://tools.acme.example/sse', api_key: null }],
      stdio_servers: [{ name: 'fetch', command: 'uvx', args: ['a'], env: {} }],
      shttp_servers: [
        { url: 'https://search.acme.example/mcp', api_key: null },
      ],
    },
  });
});

const unset = { llm_api_key_set: false };

// prettier-ignore
test.each<[Partial<Settings>, Partial<Settings>]>([
  [{ language: 'de' }, { ...unset, language: 'de' }],
  [{ llm_api_key: '' }, { ...unset, llm_api_key: null }],
  [{ llm_api_key_set: true }, { llm_api_key_set: true }],
  [{ llm_api_key: 'x', llm_api_key_set: false }, { llm_api_key: null, llm_api_key_set: true }],
  [{ search_api_key: '', search_api_key_set: true }, { ...unset, search_api_key: null, search_api_key_set: true }],
  [{ mcp_config: null, provider_tokens_set: null }, { ...unset, mcp_config: null, provider_tokens_set: null }],
  [{ provider_tokens_set: { github: null } }, { ...unset, provider_tokens_set: { github: null } }],
])('the settings %j are shown as %j', async (given, shown) => {
  expect((await load(given)).body).toEqual(shown);
});

test.each<{ settings: unknown; message: string }>([
  {
    settings: { llm_api_key: [secret] },
    message: '/llm_api_key must be a string or null',
  },
  {
    settings: { mcp_config: { sse_servers: [{}, { api_key: [secret] }] } },
    message: '/mcp_config/sse_servers/1/api_key must be a string or null',
  },
  {
    settings: { mcp_config: { token: secret } },
    message: '/mcp_config/token is not listed in the contract',
  },
  { settings: [secret], message: 'the whole must be an object' },
])(
  'the settings $settings are rejected, without their values',
  ({ settings, message }) => {
    const error = new TypeError(`The settings break the contract: ${message}`);
    expect(() => createMock({ settings: settings as Settings })).toThrow(error);
  },
);

test('later changes of the given settings have no effect', async () => {
  const given: Partial<Settings> = {
    language: 'de',
    mcp_config: { sse_servers: [] },
  };
  const mock = createMock({ settings: given });
  given.language = 'fr';
  given.mcp_config!.sse_servers!.push({ url: 'https://tools.acme.example' });
  const { body } = await ask(mock, 'GET', '/api/settings');
  expect(body).toEqual({
    ...unset,
    language: 'de',
    mcp_config: { sse_servers: [] },
  });
});

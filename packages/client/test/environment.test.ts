import { createClient } from '@agent-conversation/client';
import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => void vi.unstubAllEnvs());

/** What a client sends with an environment, or the error. */
async function sent(env: Readonly<Record<string, string>>, options: object): Promise<unknown> {
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  const requests: object[] = [];
  try {
    const client = createClient({
      ...options,
      fetch: async (url, { headers }) => {
        requests.push({ url, headers });
        return Response.json({});
      },
    });
    await client.settings.get();
    return requests;
  } catch (error) {
    return String(error);
  }
}

const there = {
  AGENT_CONVERSATION_BASE_URL: 'http://from.example/environment/',
  AGENT_CONVERSATION_API_KEY: 'key-from-environment',
};
const none = { AGENT_CONVERSATION_BASE_URL: '', AGENT_CONVERSATION_API_KEY: '' };

const accept = 'application/json';
const fromThere = {
  url: 'http://from.example/environment/api/settings',
  headers: { accept, 'x-session-api-key': 'key-from-environment' },
};

test.each<[what: string, env: Readonly<Record<string, string>>, options: object, result: unknown]>([
  ['both variables', there, {}, [fromThere]],
  [
    'an address that is given',
    there,
    { baseUrl: 'http://given.example' },
    [{ ...fromThere, url: 'http://given.example/api/settings' }],
  ],
  [
    'a key that is given',
    there,
    { apiKey: 'key-given' },
    [{ ...fromThere, headers: { accept, 'x-session-api-key': 'key-given' } }],
  ],
  [
    'headers that are given besides',
    there,
    { headers: { 'x-trace': '1' } },
    [{ ...fromThere, headers: { ...fromThere.headers, 'x-trace': '1' } }],
  ],
  [
    'no address',
    { ...there, AGENT_CONVERSATION_BASE_URL: '' },
    {},
    'TypeError: baseUrl is missing; give it, or set AGENT_CONVERSATION_BASE_URL',
  ],
  [
    'no key',
    { ...there, AGENT_CONVERSATION_API_KEY: '' },
    {},
    'TypeError: apiKey is missing; give it, or set AGENT_CONVERSATION_API_KEY',
  ],
  [
    'headers in place of the key',
    none,
    { baseUrl: 'http://given.example', headers: { authorization: 'Bearer t-1' } },
    [
      {
        url: 'http://given.example/api/settings',
        headers: { accept, authorization: 'Bearer t-1' },
      },
    ],
  ],
])('with %s', async (_, env, options, result) => {
  expect(await sent(env, options)).toEqual(result);
});

test('a wrong key in the environment is not shown', async () => {
  const env = { ...there, AGENT_CONVERSATION_API_KEY: 'S3CR3T 7G2K' };
  const result = await sent(env, {});
  expect(result).toMatch(/^TypeError: apiKey must be /);
  expect(result).not.toContain('S3CR3T');
});

import { afterAll, expect, test } from 'vitest';
import { endPrograms, run } from './support/child.ts';

afterAll(endPrograms);

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

test.concurrent.each<
  [what: string, env: Readonly<Record<string, string>>, options: object, result: unknown]
>([
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
  expect(await run('environment.ts', { args: [JSON.stringify(options)], env })).toEqual(result);
});

test('a wrong key in the environment is not shown', async () => {
  const env = { ...there, AGENT_CONVERSATION_API_KEY: 'S3CR3T 7G2K' };
  const result = await run('environment.ts', { args: ['{}'], env });
  expect(result).toMatch(/^TypeError: apiKey must be /);
  expect(result).not.toContain('S3CR3T');
});

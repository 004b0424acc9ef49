import { createClient } from '@agent-conversation/client';
import { type BrokenAnswer, checkAnswers } from '@agent-conversation/client/checks';
import { createMock } from '@agent-conversation/mock';
import { operations } from '@agent-conversation/validators';
import { expect, test, vi } from 'vitest';

/** A client that checks the answers of a service, and what it has reported. */
function setUp(answer: () => Response) {
  const reports: BrokenAnswer[] = [];
  const client = createClient({
    baseUrl: 'http://service',
    apiKey: 'any',
    retries: 0,
    fetch: async () => answer(),
    middleware: [checkAnswers(operations, (broken) => reports.push(broken))],
  });
  return { client, reports };
}

const sandbox = { id: 'a', created_by_user_id: null, sandbox_spec_id: 'b', session_api_key: null };

test('reports each violation once, and returns the responses as they are', async () => {
  const broken = { ...sandbox, status: 7, session_api_key: 'secret-of-the-sandbox' };
  const page = { items: [broken, broken, { ...broken, id: 5 }], next_page_id: null };
  const { client, reports } = setUp(() => Response.json(page));
  expect(await client.sandboxes.search()).toEqual(page);
  expect(await client.sandboxes.search()).toEqual(page);
  const place = { operation: 'searchSandboxes', status: 200, part: 'body' };
  expect(reports).toEqual([
    { ...place, pointer: '/items/0/status', message: 'must be a string' },
    { ...place, pointer: '/items/2/id', message: 'must be a string' },
  ]);
});

test.each([
  ['an undeclared status', () => new Response('busy', { status: 418 }), 'status', 418],
  ['another media type', () => new Response('<html>', { status: 200 }), 'header', 200],
])('%s is reported, and thrown as ever', async (_, answer, part, status) => {
  const { client, reports } = setUp(answer);
  await expect(client.settings.get()).rejects.toThrow('getSettings');
  expect(reports[0]).toMatchObject({ operation: 'getSettings', part, status });
});

test('finds nothing in responses of the mock', async () => {
  const mock = createMock();
  const reports: BrokenAnswer[] = [];
  const client = createClient({
    baseUrl: 'http://mock',
    apiKey: 'any',
    fetch: mock.fetch,
    middleware: [checkAnswers(operations, (broken) => reports.push(broken))],
  });
  const { id } = await client.sandboxes.start();
  await client.sandboxes.pause(id);
  await client.sandboxes.search();
  await client.settings.get();
  await expect(client.sandboxes.pause('unknown')).rejects.toThrow('not found');
  expect(reports).toEqual([]);
});

test('warns on the console by default, without values', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  const client = createClient({
    baseUrl: 'http://service',
    apiKey: 'any',
    fetch: async () => Response.json({ ...sandbox, status: ['secret'] }),
    middleware: [checkAnswers(operations)],
  });
  await client.sandboxes.start();
  expect(warn.mock.calls).toEqual([
    ['startSandbox 200: body /status must be a string, as the contract has it'],
  ]);
  warn.mockRestore();
});

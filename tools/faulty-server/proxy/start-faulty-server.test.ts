import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { operations } from '@agent-conversation/validators';
import { createMock } from '@agent-conversation/mock';
import { describe, expect, onTestFinished, test } from 'vitest';
import { answerFaults, whyNowhere } from '../answer-faults/answer-faults.ts';
import { serverFaults } from '../server-faults/server-faults.ts';
import { startFaultyMock, withKey } from '../testing/faulty-mock.ts';
import { startFaultyServer } from './start-faulty-server.ts';

const requests = [
  'GET /api/settings',
  'POST /api/v1/sandboxes',
  'GET /api/v1/sandboxes/search?limit=1&page_id=x',
  'GET /api/v1/sandboxes/search?limit=0',
  'POST /api/v1/sandboxes/no%2Fsuch/pause',
  'DELETE /api/settings',
  'HEAD /api/settings',
  'OPTIONS /api/settings',
  'GET /elsewhere',
];

/** What comes over the wire for a request, save for what is of the day or of the connection. */
async function wire(url: string, request: string, key = 'x-session-api-key: any\r\n') {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  await once(socket, 'connect');
  socket.write(`${request} HTTP/1.1\r\nhost: any\r\n${key}connection: close\r\n\r\n`);
  return (await text(socket)).replaceAll(/^(date|connection|keep-alive): .*\r\n/gim, '');
}

/** A mock of its own that gives the same answers each time. */
async function listeningMock() {
  const { url, close } = await createMock({ seed: 'wire', clock: 'manual' }).listen();
  onTestFinished(() => close());
  return url;
}

describe('without a fault', () => {
  test.each(requests)('%s is answered byte for byte as by the server itself', async (request) => {
    const [direct, target] = [await listeningMock(), await listeningMock()];
    const server = await startFaultyServer({ target });
    onTestFinished(() => server.close());
    const answer = await wire(server.url, request);
    expect(answer).toBe(await wire(direct, request));
    expect(answer).toMatch(/^HTTP\/1\.1 \d{3} /);
    expect(await wire(server.url, request, '')).toBe(await wire(direct, request, ''));
    expect(server.struck()).toBe(0);
  });

  test('what is sent arrives', async () => {
    const { post } = await startFaultyMock({});
    const request = { title: 'Grüße', initial_message: { content: [] } };
    const headers = { ...withKey, 'Content-Type': 'application/json' };
    const body = JSON.stringify(request);
    const response = await post('/api/v1/app-conversations', { headers, body });
    expect(await response.json()).toMatchObject({ request });
  });
});

describe.each(answerFaults.filter((fault) => whyNowhere(fault) === undefined))(
  '$id, $title',
  ({ id }) => {
    test('is in the answers of the server', async () => {
      const { get, server } = await startFaultyMock({ fault: id }, { examples: true });
      const operation = id === 'E10' ? operations.listAppConversations : operations.searchSandboxes;
      const { status, headers, body } = await read(await get(operation.path));
      const contentType = headers.get('Content-Type');
      const result = operation.validateAnswer(
        { status, contentType, headers, body },
        { closed: true },
      );
      expect(result.valid && body !== 'no JSON').toBe(false);
      expect(server.struck()).toBe(1);
    });
  },
);

async function read(response: Response) {
  const { status, headers } = response;
  const sent = await response.text();
  try {
    return { status, headers, body: sent === '' ? undefined : (JSON.parse(sent) as unknown) };
  } catch {
    return { status, headers, body: 'no JSON' };
  }
}

test('a fault strikes the operation that is named', async () => {
  const { get, server } = await startFaultyMock({ fault: 'E2', operation: 'getSettings' });
  expect((await get('/api/v1/sandboxes/search')).status).toBe(200);
  expect((await get('/api/settings')).status).toBe(500);
  expect(server.struck()).toBe(1);
});

test('a fault strikes the status that is named', async () => {
  const { get } = await startFaultyMock({ fault: 'E2', status: 401 });
  expect((await get('/api/settings')).status).toBe(200);
  expect((await get('/api/settings', { headers: {} })).status).toBe(500);
});

test('a fault strikes as often as it is said', async () => {
  const { get, server } = await startFaultyMock({ fault: 'F6', times: 2 });
  const statuses = [];
  for (let count = 0; count < 4; count++) statuses.push((await get('/api/settings')).status);
  expect(statuses).toEqual([502, 502, 200, 200]);
  expect(server.struck()).toBe(2);
});

test('all ids are different', () => {
  const ids = [...answerFaults, ...serverFaults].map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

test.each([
  [{ fault: 'E99' }, "There is no fault 'E99', but E1, E2"],
  [{ operation: 'readMind' }, "The contract has no operation 'readMind'"],
])('%j is refused', async (options, message) => {
  await expect(startFaultyServer({ target: 'http://127.0.0.1:1', ...options })).rejects.toThrow(
    message,
  );
});

test('a target that does not answer is told', async () => {
  const server = await startFaultyServer({ target: 'http://127.0.0.1:1' });
  onTestFinished(() => server.close());
  const response = await fetch(server.url);
  expect(response.status).toBe(502);
  expect(await response.text()).toContain('http://127.0.0.1:1 does not answer');
});

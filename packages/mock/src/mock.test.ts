import document from '@agent-conversation/openapi/openapi.json' with { type: 'json' };
import { expect, test } from 'vitest';
import { createMock, type Exchange } from './index.ts';

const key = { 'X-Session-API-Key': 'any' };
const json = { ...key, 'Content-Type': 'application/json' };
const examples = document.components.examples;
const mock = createMock();

function send(method: string, path: string, headers: Record<string, string>, body?: string) {
  const init = body === undefined ? { method, headers } : { method, headers, body };
  return mock.fetch(new Request(`http://mock${path}`, init));
}

test.each([
  ['POST', '/api/conversations', examples.LegacyKeyMissing.value],
  ['GET', '/api/settings', examples.LegacyKeyMissing.value],
  ['POST', '/api/v1/app-conversations', examples.KeyMissing.value],
  ['GET', '/api/v1/app-conversations', examples.KeyMissing.value],
  ['GET', '/api/v1/sandboxes/search', examples.KeyMissing.value],
  ['POST', '/api/v1/sandboxes', examples.KeyMissing.value],
  ['POST', '/api/v1/sandboxes/a/pause', examples.KeyMissing.value],
  ['POST', '/api/v1/sandboxes/a/resume', examples.KeyMissing.value],
  ['GET', '/api/v1/sandbox-specs/search', examples.KeyMissing.value],
])('%s %s without a key is refused as declared', async (method, path, want) => {
  const response = await send(method, path, {});
  expect(response.status).toBe(401);
  expect(response.headers.get('content-type')).toBe('application/json');
  expect(await response.json()).toEqual(want);
});

test.each([
  ['/api/conversations', examples.ConversationBodyMalformed.value],
  ['/api/v1/app-conversations', examples.BodyMalformed.value],
])('a malformed body at %s is answered, with 400', async (path, want) => {
  const response = await send('POST', path, json, '{"title": ');
  expect(response.status).toBe(400);
  expect(await response.json()).toEqual(want);
});

test.each([
  [
    'a wrong type',
    'POST',
    '/api/conversations',
    '{"create_microagent":{"repo":5}}',
    [['body', 'create_microagent', 'repo'], 'type'],
  ],
  [
    'a position in an array',
    'POST',
    '/api/v1/app-conversations',
    '{"pr_number":[1,"x"]}',
    [['body', 'pr_number', 1], 'type'],
  ],
  [
    'a value outside an enumeration',
    'POST',
    '/api/v1/app-conversations',
    '{"agent_type":"lazy"}',
    [['body', 'agent_type'], 'enum'],
  ],
  ['a missing body', 'POST', '/api/conversations', undefined, [['body'], 'required']],
  [
    'a bound of the query',
    'GET',
    '/api/v1/sandboxes/search?limit=101',
    undefined,
    [['query', 'limit'], 'maximum'],
  ],
])('%s is refused with the place in which it is', async (_, method, path, body, want) => {
  const response = await send(method, path, json, body);
  expect(response.status).toBe(422);
  const { detail } = (await response.json()) as {
    detail: { loc: unknown; msg: string; type: string }[];
  };
  expect(detail.map(({ loc, type }) => [loc, type])).toContainEqual(want);
  expect(detail.every(({ msg }) => msg.length > 0)).toBe(true);
});

test.each([
  ['{}', json],
  ['{}', { ...json, 'Content-Length': '2' }],
  ['not json', json],
  ['<xml/>', { ...key, 'Content-Type': 'application/xml' }],
])('the body %j with %j is ignored where none is needed', async (body, headers) => {
  const response = await send('POST', '/api/v1/sandboxes/sbx-1/pause', headers, body);
  expect([response.status, await response.json()]).toEqual([200, { success: true }]);
});

test.each(['text/html', 'application/xml;q=0.5', '*/*'])('Accept: %s gets JSON', async (accept) => {
  const response = await send('GET', '/api/settings', { ...key, Accept: accept });
  expect([response.status, response.headers.get('content-type')]).toEqual([
    200,
    'application/json',
  ]);
});

test('a path with broken percent-encoding is refused', async () => {
  expect((await send('POST', '/api/v1/sandboxes/%E0%A4%A/pause', key)).status).toBe(400);
});

test('an optional body may be left out', async () => {
  expect((await send('POST', '/api/v1/app-conversations', key)).status).toBe(200);
});

test('a body of another type is refused', async () => {
  const headers = { ...key, 'Content-Type': 'text/plain' };
  expect((await send('POST', '/api/conversations', headers, '{}')).status).toBe(415);
});

test('an unknown path is 404, an unknown method 405 with the known ones', async () => {
  expect((await send('GET', '/api/v1/sandbox', key)).status).toBe(404);
  const response = await send('DELETE', '/api/v1/app-conversations', key);
  expect([response.status, response.headers.get('allow')]).toEqual([
    405,
    'GET, POST, HEAD, OPTIONS',
  ]);
});

test('HEAD answers like GET, without the body', async () => {
  const response = await send('HEAD', '/api/settings', key);
  expect([response.status, await response.text()]).toEqual([200, '']);
});

test('a page from another origin may send the key', async () => {
  const response = await send('OPTIONS', '/api/settings', {
    Origin: 'http://localhost:5173',
    'Access-Control-Request-Method': 'GET',
    'Access-Control-Request-Headers': 'x-session-api-key',
  });
  expect(response.status).toBe(204);
  expect(response.headers.get('access-control-allow-origin')).toBe('http://localhost:5173');
  expect(response.headers.get('access-control-allow-headers')).toContain('x-session-api-key');
  expect(response.headers.get('vary')).toContain('Origin');
});

test('an answer that is changed by its receiver stays as it is for the next one', async () => {
  const first = (await (await send('GET', '/api/settings', key)).json()) as object;
  Object.assign(first, { agent: 'changed' });
  expect(await (await send('GET', '/api/settings', key)).json()).toEqual(
    examples.SettingsLoaded.value,
  );
});

test('an example that breaks the contract is not sent', async () => {
  const contract = structuredClone(document);
  Object.assign(contract.components.examples.PauseBegun.value, { success: 'yes' });
  const response = await createMock({ contract }).fetch(
    new Request('http://mock/api/v1/sandboxes/a/pause', { method: 'POST', headers: key }),
  );
  expect(response.status).toBe(500);
  expect(await response.text()).toContain(
    'the example of pauseSandbox breaks the contract at /body/success',
  );
});

test('the log tells the operation and never the key', async () => {
  const exchanges: Exchange[] = [];
  const logged = createMock({ onExchange: (exchange) => exchanges.push(exchange) });
  const headers = { 'X-Session-API-Key': 'top-secret' };
  await logged.fetch(
    new Request('http://mock/api/v1/sandboxes/a/pause', { method: 'POST', headers }),
  );
  await logged.fetch(new Request('http://mock/nowhere', { headers }));
  expect(exchanges).toMatchObject([
    { method: 'POST', path: '/api/v1/sandboxes/a/pause', operation: 'pauseSandbox', status: 200 },
    { method: 'GET', path: '/nowhere', operation: undefined, status: 404 },
  ]);
  expect(JSON.stringify(exchanges)).not.toContain('top-secret');
});

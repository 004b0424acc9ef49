import { expect, test } from 'vitest';
import { faultyFetch, serveFetch, serverFaults } from '../responses/index.ts';
import { contract, createService } from './fixture.ts';

const origin = 'http://service.test';
const search = '/things/search';

/** Sends requests such as `POST /things/1/pause a-key` one after the other and returns the last response. */
async function send(fault: string, requests: readonly string[]) {
  const fetch = faultyFetch(createService(), fault, { contract });
  let [response, body] = [new Response(), ''];
  for (const each of requests) {
    const [method = '', path, key = 'a-key'] = each.split(' ');
    const headers: HeadersInit = key === 'none' ? {} : { 'X-Session-API-Key': key };
    const sent = method === 'POST' && fault === 'E38' ? { body: '{' } : {};
    response = await fetch(`${origin}${path}`, { method, headers, ...sent });
    body = await response.text();
  }
  return { status: response.status, headers: response.headers, body };
}

const pause = 'POST /things/1/pause';
const second = `GET ${search}?page_id=2`;

test.each<readonly [fault: string, requests: readonly string[], status: number, shows: string]>([
  ['E29', [`GET ${search}`, pause, `GET ${search}`], 200, '{"id":"1","status":"RUNNING"}'],
  ['E30', [`GET ${search}`, pause, pause, `GET ${search}`], 200, '"status":"PAUSED"'],
  ['order', [`GET ${search}`], 200, '"status":"GONE"'],
  ['E32', ['POST /things/9/pause'], 200, '{"ok":true}'],
  ['E33', [`GET ${search}`, second], 200, '"items":[{"id":"2"'],
  ['skip', [`GET ${search}`], 200, '"items":[{"id":"1","status":"RUNNING"}],"next_page_id":"2"'],
  ['cycle', [`GET ${search}`, second], 200, '"next_page_id":"2"'],
  ['E34', [`GET ${search}?limit=1`], 200, '{"id":"2"'],
  ['E35', [`GET ${search} ada`, `GET ${search} bob`], 200, '"key":"ada"'],
  ['F2', [`GET ${search}`], 503, 'Busy'],
  ['F2', [`GET ${search}`, `GET ${search}`], 200, '"items"'],
  ['F6', [`GET ${search}`], 502, '<h1>502 Bad Gateway</h1>'],
  ['cache', [`GET ${search}`, pause, `GET ${search}`], 200, '{"id":"1","status":"RUNNING"}'],
  ['F8', [`GET ${search}`], 429, 'Too many requests'],
  ['limited', [`GET ${search}`, `GET ${search}`], 429, 'Too many requests'],
  ['not-utf-8', [`GET ${search}`], 200, '\ufffd'],
  ['F9', [`GET ${search}`], 200, '"surplus":1'],
  ['E15', [`GET ${search}`], 200, '{"items"'],
  // Reports what is wrong with the body before the missing key.
  ['E38', [`${pause} none`], 422, 'Invalid'],
  ['open', [`GET ${search} none`], 200, '"items"'],
  ['echo-body', ['POST /things/9/pause'], 404, '(a-key)'],
])('%s after %j', async (fault, requests, status, shows) => {
  const shown = await send(fault, requests);
  expect(shown).toMatchObject({ status, body: expect.stringContaining(shows) as string });
});

test.each<readonly [fault: string, request: string, header: string, value: string | null]>([
  ['E39', `GET /things/1/pause`, 'allow', null],
  ['echo-header', `GET ${search}`, 'x-session-api-key', 'a-key'],
  ['F5', `GET ${search}`, 'location', `http://elsewhere.invalid${search}`],
  ['F7', `GET ${search}`, 'age', '31536000'],
])('%s: %s has %s: %s', async (fault, request, header, value) => {
  expect((await send(fault, [request])).headers.get(header)).toBe(value);
});

const init = { headers: { 'X-Session-API-Key': 'a-key' } };
const faulty = (fault: string) => faultyFetch(createService(), fault, { contract });
const read = async (fetch: typeof globalThis.fetch, url: string) =>
  (await fetch(`${url}${search}`, init)).text();

test.each(['F3', 'F4'])('%s breaks the connection', async (fault) => {
  await expect(read(faulty(fault), origin)).rejects.toThrow(new TypeError('fetch failed'));
  const served = await serveFetch(faulty(fault));
  await expect(read(fetch, served.url)).rejects.toThrow(/fetch failed|terminated/);
  await served.close();
});

test.each(['E42', 'F1'])('%s ends with the signal', async (fault) => {
  const stop = new AbortController();
  const sent = faulty(fault)(`${origin}${search}`, { ...init, signal: stop.signal });
  stop.abort(new Error('enough'));
  await expect(sent).rejects.toThrow('enough');
});

test('a served fetch forwards method, path, headers and body', async () => {
  const served = await serveFetch(createService());
  const sent = { method: 'POST', body: '{}', ...init };
  const response = await fetch(`${served.url}/things/1/pause`, sent);
  expect([response.status, await response.json()]).toEqual([200, { ok: true }]);
  await served.close();
});

test('only the operation that is named has the fault', async () => {
  const fetch = faultyFetch(createService(), 'E4', { contract, operation: 'searchThings' });
  const typeOf = async (path: string, method: string) =>
    (await fetch(`${origin}${path}`, { method, ...init })).headers.get('content-type');
  expect(await typeOf('/things/1/pause', 'POST')).toBe('application/json');
  expect(await typeOf(search, 'GET')).toBeNull();
  expect(fetch.struck()).toBe(1);
});

test('an unknown fault or operation is rejected', () => {
  expect(() => faulty('E99')).toThrow("no fault 'E99'");
  const options = { contract, operation: 'none' };
  expect(() => faultyFetch(fetch, 'E1', options)).toThrow("no operation 'none'");
});

test('each fault has an id of its own', () => {
  const ids = serverFaults.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

/* The mock behind MSW, for programs that call the global `fetch`. */
import { createMock } from '@agent-conversation/mock';
import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';

const mock = createMock({ seed: 'suite', clock: 'manual' });
const settings = 'http://localhost:3000/api/settings';
const handler = http.all('http://localhost:3000/*', ({ request }) =>
  mock.fetch(request).catch(() => HttpResponse.error()),
);
const server = setupServer(handler);
const headers = { 'X-Session-API-Key': 'any' };

beforeAll(() => server.listen());
afterAll(() => server.close());

test('MSW passes requests to the mock', async () => {
  const response = await fetch(settings, { headers });
  expect([response.status, response.url]).toEqual([200, settings]);
  expect(await response.json()).toMatchObject({ llm_api_key: null });
  expect((await fetch(settings)).status).toBe(401);
});

test('what breaks in the mock breaks in the program', async () => {
  mock.fault({ break: 'reset', times: 1 });
  const name = await fetch(settings, { headers }).catch((error) => error.name);
  // The second is that of happy-dom.
  expect(['TypeError', 'NetworkError']).toContain(name);
});

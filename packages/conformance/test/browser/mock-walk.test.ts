import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type MockProcess, startMockProcess } from '../support/mock-process.ts';
import { browserProgram, demandBrowser, type Visit, visit } from '@agent-conversation/cli/browser';

demandBrowser('THE MOCK WAS NOT CALLED FROM A PAGE');

/** What the page does; `mock` is the address. */
const script = `
  const json = { 'Content-Type': 'application/json' };
  const key = { 'X-Session-API-Key': 'any' };

  async function ask(method, path, body, headers = { ...key, ...(body && json) }) {
    const response = await fetch(mock + path, { method, headers, body, credentials: 'include' });
    const { status } = response;
    return { status, allow: response.headers.get('allow'), body: await response.json() };
  }
  const tried = (...request) => ask(...request).catch((error) => String(error));

  async function until(path, isReached) {
    for (;;) {
      const { body } = await ask('GET', path);
      if (isReached(body)) return body;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  const stateIs = (state) => ({ items: [{ status }] }) => status === state;

  async function walk() {
    const sandboxes = '/api/v1/sandboxes';
    const started = await ask('POST', sandboxes);
    const { id } = started.body;
    const running = await until(sandboxes + '/search', stateIs('RUNNING'));
    const pause = await ask('POST', sandboxes + '/' + id + '/pause');
    const paused = await until(sandboxes + '/search', stateIs('PAUSED'));
    const resume = await ask('POST', sandboxes + '/' + id + '/resume');
    const task = await ask(
      'POST',
      '/api/v1/app-conversations',
      JSON.stringify({ sandbox_id: id, title: 'From a page' }),
    );
    const listed = await until('/api/v1/app-conversations', (list) => list.length > 0);
    return { started, running, pause, paused, resume, task, listed };
  }

  const refusals = async () => ({
    withoutKey: await tried('GET', '/api/settings', undefined, {}),
    unknownSandbox: await tried('POST', '/api/v1/sandboxes/unknown/pause'),
    unknownPath: await tried('GET', '/api/v1/nothing'),
    otherMethod: await tried('GET', '/api/v1/sandboxes'),
    methodThatIsAskedFor: await tried('DELETE', '/api/v1/sandboxes'),
    notJson: await tried('POST', '/api/conversations', '{"title":'),
    otherType: await tried('POST', '/api/conversations', 'Hello', key),
    invalid: await tried('GET', '/api/v1/sandboxes/search?limit=101'),
  });

  const result = document.querySelector('output');
  try {
    result.textContent = JSON.stringify({ walk: await walk(), refusals: await refusals() });
  } catch (error) {
    result.textContent = JSON.stringify({ failed: String(error) });
  }
  result.className = 'complete';
`;

interface Seen {
  readonly status: number;
  readonly allow: string | null;
  readonly body: unknown;
}

describe.runIf(browserProgram)('a page from another origin', () => {
  let mock: MockProcess;
  let site: Visit;
  let walk: Record<string, unknown>;
  let refusals: Record<string, Seen | string>;

  beforeAll(async () => {
    mock = await startMockProcess('--startup-time', '200', '--quiet');
    const html =
      `<!doctype html><meta charset="utf-8"><output></output>` +
      `<script type="module">const mock = ${JSON.stringify(mock.url)};${script}</script>`;
    site = await visit(new Hono().get('/', (context) => context.html(html)).fetch);
    const result = await site.page.locator('output.complete').textContent();
    ({ walk, refusals } = JSON.parse(result!));
    if (!walk) throw new Error(`The page failed: ${result}`);
  }, 60_000);
  afterAll(async () => {
    await site?.leave();
    await mock?.stop();
  });

  test('goes the walk of the README', () => {
    const done = { status: 200, body: { success: true } };
    expect(walk).toMatchObject({
      started: { status: 200, body: { status: 'STARTING' } },
      running: { items: [{ status: 'RUNNING' }] },
      pause: done,
      paused: { items: [{ status: 'PAUSED' }] },
      resume: done,
      task: { status: 200, body: { status: 'WORKING' } },
      listed: [{ title: 'From a page', sandbox_status: 'RUNNING' }],
    });
  });

  test.each([
    ['without a key', 'withoutKey', 401, { error: expect.any(String) }],
    ['an unknown sandbox', 'unknownSandbox', 404, { detail: 'Sandbox not found' }],
    ['another method', 'otherMethod', 405, { detail: expect.any(String) }],
    ['broken JSON', 'notJson', 400, { message: 'The body is not JSON' }],
    ['another type of body', 'otherType', 415, { error: expect.any(String) }],
    ['a limit that is too high', 'invalid', 422, { detail: [{ loc: ['query', 'limit'] }] }],
    ['an unknown path', 'unknownPath', 404, { detail: expect.any(String) }],
    [
      'a method that needs a preflight',
      'methodThatIsAskedFor',
      405,
      { detail: expect.any(String) },
    ],
  ])('can read the refusal of %s', (_, name, status, body) => {
    expect(refusals[name]).toMatchObject({ status, body });
  });

  test('can read which methods there are', () => {
    expect(refusals['otherMethod']).toMatchObject({ allow: 'POST, OPTIONS' });
  });
});

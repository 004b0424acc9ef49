/** The packages in a page of a real browser: the mock without a port and over one, and the validators. */
import {
  browserProgram,
  demandBrowser,
  launchBrowser,
} from '@agent-conversation/testing/browser';
import { createMock } from '@agent-conversation/mock';
import type { Browser, Page } from 'playwright-core';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { reportHar } from '../src/reports/har.ts';
import { richKey, richRun } from '../src/testing/rich-run.ts';
import { listen, type Server } from '@agent-conversation/testing/listen';
import { writeProgram } from './support/type-check.ts';

demandBrowser('THE PACKAGES WERE NOT USED IN A BROWSER');

/** Bundles a program of a front end for a browser, and returns the files by their paths. */
async function bundle(code: string): Promise<Map<string, string>> {
  const built = await rolldown({
    input: `${writeProgram('browser', { 'program.js': code })}/program.js`,
    platform: 'browser',
    // Only loaded where they are asked for: a server of Node, and Prism.
    external: [/^node:/, /^@stoplight\//],
    logLevel: 'silent',
  });
  const { output } = await built.generate({ format: 'esm' });
  return new Map(
    output.map((it) => [`/${it.fileName}`, 'code' in it ? it.code : '']),
  );
}

describe.runIf(browserProgram)('in a page', () => {
  let browser: Browser;
  let page: Page;
  let files: ReadonlyMap<string, string> = new Map();
  let server: Server;

  beforeAll(async () => {
    // A page with the script; its policy allows no code made from text.
    server = await listen(({ url }) => {
      const script = files.get(new URL(url).pathname);
      return new Response(
        script ?? '<script type="module" src="/program.js"></script>',
        {
          headers: {
            'Content-Type': script ? 'text/javascript' : 'text/html',
            'Content-Security-Policy':
              "default-src 'none'; script-src 'self'; connect-src *",
          },
        },
      );
    });
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser.close();
    server.close();
  });

  /** Runs a program in a page, and returns its results. */
  async function run(code: string, host = '127.0.0.1'): Promise<unknown> {
    files = await bundle(`${code}; console.log('done');`);
    page = await browser.newPage();
    const ended = Promise.withResolvers<string>();
    page.on('console', (it) => it.type() === 'log' && ended.resolve(it.text()));
    page.on('pageerror', (error) => ended.resolve(error.message));
    await page.goto(server.url.replace('127.0.0.1', host));
    expect(await ended.promise).toBe('done');
    return page.evaluate(() => (globalThis as { results?: unknown }).results);
  }

  test('the mock is a fetch without a port, and the validators make no code from text', async () => {
    const results = await run(`
      import { createMock } from '@agent-conversation/mock';
      import { startAppConversation, startSandbox } from '@agent-conversation/validators';
      const mock = createMock({ clock: 'manual' });
      const headers = { 'X-Session-API-Key': 'any' };
      const started = await mock.fetch('http://mock/api/v1/sandboxes', { method: 'POST', headers });
      const response = { status: 200, contentType: 'application/json', body: await started.json() };
      mock.advance(2000);
      const found = await mock.fetch('http://mock/api/v1/sandboxes/search?limit=1', { headers });
      let isCodeBlocked = false;
      try { new Function('return false')(); } catch { isCodeBlocked = true; }
      globalThis.results = [
        response.body.status,
        (await found.json()).items[0].status,
        isCodeBlocked,
        startSandbox.validateResponse(response).valid,
        startAppConversation.validateRequest({ body: { agent_type: 'swift' } }).valid,
      ];
    `);
    expect(results).toEqual(['STARTING', 'RUNNING', true, true, false]);
  });

  test('a page from another origin calls the mock with the client, and reads error responses', async () => {
    const mock = await createMock({ startupTimeInMs: 0 }).listen();
    try {
      const results = await run(`
        import { createClient } from '@agent-conversation/client';
        const baseUrl = ${JSON.stringify(mock.url)};
        const client = createClient({ baseUrl, apiKey: 'any', dangerouslyAllowBrowser: true });
        const { id } = await client.sandboxes.start();
        const status = (await client.sandboxes.waitUntil(id, 'RUNNING')).status;
        const statusOf = async (path, init) => {
          const response = await fetch(baseUrl + path, init);
          return [response.status, response.headers.get('allow'), typeof (await response.json())];
        };
        const headers = { 'X-Session-API-Key': 'any' };
        globalThis.results = {
          status,
          pause: await client.sandboxes.pause(id),
          unknown: await client.sandboxes.pause('unknown').catch((error) => error.status),
          noKey: await statusOf('/api/settings'),
          method: await statusOf('/api/v1/sandboxes', { method: 'DELETE', headers }),
          invalid: await statusOf('/api/v1/sandboxes/search?limit=101', { headers }),
        };
      `);
      expect(results).toEqual({
        status: 'RUNNING',
        pause: { success: true },
        unknown: 404,
        noKey: [401, null, 'object'],
        method: [405, 'POST, OPTIONS', 'object'],
        invalid: [422, null, 'object'],
      });
    } finally {
      await mock.close();
    }
  });

  test('a page of another host reads responses of a mock, but of a proxy only if its origin is allowed', async () => {
    const host = 'app.example';
    const allowOrigins = [server.url.replace('127.0.0.1', host)];
    const service = await createMock({ defaultKey: 'app' }).listen();
    const proxies = [{}, { allowOrigins }].map((options) =>
      createMock({ proxy: service.url, ...options }).listen(),
    );
    const mocks = [service, ...(await Promise.all(proxies))];
    const results = await run(
      `
        const read = (url, headers) =>
          fetch(url + '/api/settings', { headers })
            .then(async (it) => [it.status, 'llm_api_key_set' in (await it.json())])
            .catch((error) => error.name);
        globalThis.results = [];
        for (const url of ${JSON.stringify(mocks.map(({ url }) => url))}) {
          results.push(await read(url, {}), await read(url, { 'X-Session-API-Key': 'any' }));
        }
      `,
      host,
    );
    const shown = [200, true];
    expect(results).toEqual([
      shown,
      shown,
      'TypeError',
      'TypeError',
      shown,
      shown,
    ]);
    await Promise.all(mocks.map((mock) => mock.close()));
  });

  test('the HAR report can be played back', async () => {
    const har = reportHar(richRun, { secrets: [richKey] });
    const file = `${writeProgram('har', { 'exchanges.har': har })}/exchanges.har`;
    page = await browser.newPage();
    await page.routeFromHAR(file, { notFound: 'abort' });
    await page.goto(`${richRun.settings.baseUrl}/api/v1/sandboxes/search`);
    const call = (path: string) =>
      page.evaluate(async (url) => (await fetch(url)).text(), path);
    expect(
      JSON.parse(await call('/api/v1/sandboxes/search?limit=100')),
    ).toMatchObject({
      items: Array.from({ length: 13 }, () => ({
        session_api_key: '[redacted]',
      })),
    });
    await expect(call('/api/settings')).rejects.toThrow('Failed to fetch');
  });
});

/** The packages in a page of a real browser: the mock without a port and over one, and the validators. */
import { browserProgram, demandBrowser, launchBrowser } from '@agent-conversation/testing/browser';
import { createMock } from '@agent-conversation/mock';
import type { Browser, Page } from 'playwright-core';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { reportHar } from '../../src/reports/har.ts';
import { richKey, richRun } from '../../src/testing/rich-run.ts';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

demandBrowser('THE PACKAGES WERE NOT USED IN A BROWSER');

/** Marks the line of the console that has the results. */
const mark = 'results: ';

let files: ReadonlyMap<string, string> = new Map();
/** Serves a page with the script; its policy allows no code made from text. */
const server = createServer(({ url }, response) => {
  const script = files.get(String(url));
  response.writeHead(200, {
    'Content-Type': script ? 'text/javascript' : 'text/html',
    'Content-Security-Policy': "default-src 'none'; script-src 'self'; connect-src *",
  });
  response.end(script ?? '<script type="module" src="/program.js"></script>');
});

const portOf = (it: typeof server) => (it.address() as AddressInfo).port;

/** A program of a front end, bundled for a browser. */
async function bundle(code: string): Promise<Map<string, string>> {
  const built = await rolldown({
    input: 'program',
    platform: 'browser',
    cwd: import.meta.dirname,
    // Only loaded where they are asked for: a server of Node, and Prism.
    external: [/^node:/, /^@stoplight\//],
    plugins: [
      {
        name: 'program',
        resolveId: (id) => (id === 'program' ? id : null),
        load: (id) => (id === 'program' ? code : null),
      },
    ],
    logLevel: 'silent',
  });
  const { output } = await built.generate({ format: 'esm' });
  return new Map(output.map((it) => [`/${it.fileName}`, 'code' in it ? it.code : '']));
}

describe.runIf(browserProgram)('in a page', () => {
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser.close();
    server.closeAllConnections();
    server.close();
  });

  /** Runs a program in a page, and returns its results. */
  async function run(code: string, host = '127.0.0.1'): Promise<unknown> {
    files = await bundle(`${code}; console.log('${mark}' + JSON.stringify(globalThis.results));`);
    page = await browser.newPage();
    const faults: string[] = [];
    const done = page.waitForEvent('console', (it) => it.text().startsWith(mark));
    page.on('pageerror', (error) => faults.push(error.message));
    await page.goto(`http://${host}:${portOf(server)}/`);
    const text = await done.then((message) => message.text()).catch(() => faults.join('\n'));
    expect(text).toContain(mark);
    return JSON.parse(text.slice(mark.length)) as unknown;
  }

  test('the mock is a fetch without a port', async () => {
    const results = await run(`
      import { createMock } from '@agent-conversation/mock';
      const mock = createMock({ clock: 'manual' });
      const headers = { 'X-Session-API-Key': 'any' };
      const started = await mock.fetch('http://mock/api/v1/sandboxes', { method: 'POST', headers });
      mock.advance(2000);
      const found = await mock.fetch('http://mock/api/v1/sandboxes/search?limit=1', { headers });
      globalThis.results = [(await started.json()).status, (await found.json()).items[0].status];
    `);
    expect(results).toEqual(['STARTING', 'RUNNING']);
  });

  test('the validators make no code from text', async () => {
    const results = await run(`
      import { startAppConversation, startSandbox } from '@agent-conversation/validators';
      const body = { detail: 'Invalid or missing API key' };
      let isCodeBlocked = false;
      try { new Function('return false')(); } catch { isCodeBlocked = true; }
      const answer = { status: 401, contentType: 'application/json', body };
      globalThis.results = [
        isCodeBlocked,
        startSandbox.validateAnswer(answer).valid,
        startAppConversation.validateRequest({ body: { agent_type: 'swift' } }).valid,
      ];
    `);
    expect(results).toEqual([true, true, false]);
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

  describe('a page of another host', () => {
    const host = 'app.example';
    const read = (url: string) => `
      const send = (headers) =>
        fetch('${url}/api/settings', { headers })
          .then(async (it) => [it.status, 'llm_api_key_set' in (await it.json())])
          .catch((error) => error.name);
      globalThis.results = [await send({}), await send({ 'X-Session-API-Key': 'any' })];
    `;

    test('uses the mock without a key, if there is a default key', async () => {
      const mock = await createMock({ defaultKey: 'app' }).listen();
      expect(await run(read(mock.url), host)).toEqual([
        [200, true],
        [200, true],
      ]);
      await mock.close();
    });

    test('cannot read responses of a proxy, unless its origin is allowed', async () => {
      const service = await createMock().listen();
      const proxy = await createMock({ proxy: service.url }).listen();
      expect(await run(read(proxy.url), host)).toEqual(['TypeError', 'TypeError']);
      const allowOrigins = [`http://${host}:${portOf(server)}`];
      const open = await createMock({ proxy: service.url, allowOrigins }).listen();
      expect(await run(read(open.url), host)).toEqual([
        [401, false],
        [200, true],
      ]);
      await Promise.all([service.close(), proxy.close(), open.close()]);
    });

    test('cannot read responses of the mock under its own name, as with DNS rebinding', async () => {
      const service = await createMock().listen();
      const mocks = [{ defaultKey: 'app' }, { stateless: true }, { proxy: service.url }];
      for (const options of mocks) {
        const mock = await createMock(options).listen();
        const response = await page.goto(`http://${host}:${new URL(mock.url).port}/api/settings`);
        expect(response?.status()).toBeGreaterThanOrEqual(400);
        expect(await response?.text()).not.toContain('llm_api_key_set');
        await mock.close();
      }
      await service.close();
    });
  });

  test('the HAR report can be played back', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'har-'));
    const file = join(folder, 'exchanges.har');
    writeFileSync(file, reportHar(richRun, { secrets: [richKey] }));
    try {
      page = await browser.newPage();
      await page.routeFromHAR(file, { notFound: 'abort' });
      await page.goto(`${richRun.settings.baseUrl}/api/v1/sandboxes/search`);
      const call = (path: string) => page.evaluate(async (url) => (await fetch(url)).text(), path);
      expect(JSON.parse(await call('/api/v1/sandboxes/search?limit=100'))).toMatchObject({
        items: Array.from({ length: 13 }, () => ({ session_api_key: '[redacted]' })),
      });
      await expect(call('/api/settings')).rejects.toThrow('Failed to fetch');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

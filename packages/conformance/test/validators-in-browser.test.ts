import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { createAdaptorServer } from '@hono/node-server';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findBrowser, howToInstall } from '../src/browser.ts';

const program = findBrowser(process.env);

test('there is a browser to run the validators in', (context) => {
  if (!program && !process.env['CI']) {
    console.error(`\nTHE VALIDATORS WERE NOT RUN IN A BROWSER. ${howToInstall}\n`);
    context.skip(howToInstall);
  }
  expect(program, howToInstall).toBeDefined();
});

const dist = fileURLToPath(new URL('.', import.meta.resolve('@agent-conversation/validators')));

const script = `
  import { startAppConversation, startSandbox } from '/dist/index.js';

  const isCodeRefused = () => {
    try {
      return new Function('return false')();
    } catch {
      return true;
    }
  };
  const body = { detail: 'Invalid or missing API key' };
  globalThis.results = {
    isCodeRefused: isCodeRefused(),
    good: startSandbox.validateAnswer({ status: 401, contentType: 'application/json', body }),
    bad: startAppConversation.validateRequest({ body: { agent_type: 'swift' } }),
  };
`;

describe.runIf(program)('the validators in a browser', () => {
  const app = new Hono()
    .use(async (context, next) => {
      await next();
      context.header('Content-Security-Policy', "default-src 'none'; script-src 'self'");
    })
    .get('/', (context) => context.html('<script type="module" src="/script.js"></script>'))
    .get('/script.js', (context) =>
      context.body(script, 200, { 'Content-Type': 'text/javascript' }),
    )
    .use(
      '/dist/*',
      serveStatic({ root: dist, rewriteRequestPath: (path) => path.slice('/dist'.length) }),
    );
  const site = createAdaptorServer({ fetch: app.fetch });
  const complaints: string[] = [];
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    site.listen(0, '127.0.0.1');
    await once(site, 'listening');
    browser = await chromium.launch({
      executablePath: program!,
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
    });
    page = await browser.newPage();
    page.on('pageerror', (error) => complaints.push(error.message));
    const { port } = site.address() as AddressInfo;
    await page.goto(`http://127.0.0.1:${port}/`, { waitUntil: 'networkidle' });
  });
  afterAll(async () => {
    await browser.close();
    site.close();
  });

  test('judge messages where no code may be made from text', async () => {
    const results: unknown = await page.evaluate('globalThis.results');
    expect(complaints).toEqual([]);
    expect(results).toEqual({
      isCodeRefused: true,
      good: { valid: true, status: 401, body: { detail: 'Invalid or missing API key' } },
      bad: {
        valid: false,
        violations: [
          {
            part: 'body',
            pointer: '/agent_type',
            keyword: 'enum',
            message: 'must be one of default, plan',
            params: { allowed: ['default', 'plan'] },
          },
        ],
      },
    });
  });
});

import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { docsDirectory } from '@agent-conversation/docs';
import { createAdaptorServer } from '@hono/node-server';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findBrowser, howToInstall } from '../src/browser.ts';
import { contract, operations } from '../src/contract.ts';

const program = findBrowser(process.env);

test('there is a browser to look at the docs with', (context) => {
  if (!program && !process.env['CI']) {
    console.error(`\nTHE DOCS WERE NOT LOOKED AT. ${howToInstall}\n`);
    context.skip(howToInstall);
  }
  expect(program, howToInstall).toBeDefined();
});

describe.runIf(program)('the docs in a browser', () => {
  const site = createAdaptorServer({
    fetch: new Hono().use(serveStatic({ root: fileURLToPath(docsDirectory) })).fetch,
  });
  const complaints: string[] = [];
  const requests: string[] = [];
  let browser: Browser;
  let page: Page;
  let origin: string;

  beforeAll(async () => {
    site.listen(0, '127.0.0.1');
    await once(site, 'listening');
    origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
    browser = await chromium.launch({
      executablePath: program!,
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
    });
    page = await browser.newPage();
    page.on('request', (request) => requests.push(request.url()));
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
    });
    await page.goto(`${origin}/`, { waitUntil: 'networkidle' });
  });
  afterAll(async () => {
    await browser.close();
    site.close();
  });

  test('are made from this contract', async () => {
    const bundle = readFileSync(
      new URL(import.meta.resolve('@agent-conversation/openapi/openapi.json')),
    );
    const meta = (name: string) => page.locator(`meta[name="${name}"]`).getAttribute('content');
    expect(await meta('openapi-version')).toBe(contract.info.version);
    expect(await meta('openapi-sha256')).toBe(createHash('sha256').update(bundle).digest('hex'));
  });

  test('have all operations, and no others', async () => {
    const ids = await page
      .locator('[data-section-id]')
      .evaluateAll((sections) =>
        sections
          .map((section) => section.getAttribute('data-section-id')!.split('/').slice(1))
          .flatMap(([group, id]) => (id && group !== 'section' ? [id] : [])),
      );
    const own = operations.map(({ operationId }) => operationId.toLowerCase());
    expect(ids.toSorted()).toEqual(own.toSorted());
  });

  test.each(operations)('show $operationId, reached from the menu', async (operation) => {
    await page
      .getByRole('link', { name: new RegExp(`^${operation.summary}`) })
      .first()
      .click();
    const section = page.locator(`[id$="/${operation.operationId.toLowerCase()}"]`);
    const words = [
      operation.path,
      operation.method.toUpperCase(),
      'SessionApiKey',
      'Documented: method, path and purpose.',
      ...Object.keys(operation.responses),
    ];
    // A section is drawn when it comes into view, and the page may still be moving.
    const missing = async () => {
      const text = await section.innerText();
      return words.filter((word) => !text.includes(word));
    };
    await expect.poll(missing, { timeout: 30_000 }).toEqual([]);
  });

  test('open without a complaint and without a request to anybody else', () => {
    expect(complaints).toEqual([]);
    expect(requests.length).toBeGreaterThan(0);
    expect(
      requests.filter((url) => !url.startsWith(`${origin}/`) && !url.startsWith('data:')),
    ).toEqual([]);
  });
});

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { docsDirectory } from '@agent-conversation/docs';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contract, operations } from '../../src/contract.ts';
import { browserProgram, demandBrowser, type Visit, visit } from '../../src/visit.ts';

demandBrowser('THE DOCS WERE NOT LOOKED AT');

describe.runIf(browserProgram)('the docs in a browser', () => {
  const complaints: string[] = [];
  const requests: string[] = [];
  let docs: Visit;
  let page: Page;
  let origin: string;

  beforeAll(async () => {
    const site = new Hono().use(serveStatic({ root: fileURLToPath(docsDirectory) }));
    docs = await visit(site.fetch, (opened) => {
      opened.on('request', (request) => requests.push(request.url()));
      opened.on('pageerror', (error) => complaints.push(error.message));
      opened.on('console', (message) => {
        if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
      });
    });
    ({ page, origin } = docs);
  });
  afterAll(() => docs.leave());

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

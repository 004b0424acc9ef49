import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { browserProgram, demandBrowser, launchBrowser } from '@agent-conversation/cli/browser';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { reportHar } from '../../src/reports/har.ts';
import { writeWhole } from '../../src/reports/write-file.ts';
import { richKey, richRun } from '../../src/testing/rich-run.ts';

demandBrowser('THE HAR REPORT WAS NOT READ');

const { baseUrl } = richRun.settings;

// Playwright reads the file and lets the browser have its answers: nobody listens on the address.
describe.runIf(browserProgram)('the HAR report', () => {
  const folder = mkdtempSync(join(tmpdir(), 'har-'));
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    const file = join(folder, 'exchanges.har');
    await writeWhole(file, reportHar(richRun, { secrets: [richKey] }));
    browser = await launchBrowser();
    page = await browser.newPage();
    await page.routeFromHAR(file, { notFound: 'abort' });
    await page.goto(`${baseUrl}/api/v1/sandboxes/search`);
  });
  afterAll(async () => {
    await browser.close();
    rmSync(folder, { recursive: true });
  });

  /** What the browser gets when it calls. */
  const call = (method: string, path: string, body?: string) =>
    page.evaluate<[number, string, string]>(`(async () => {
      const answer = await fetch(${JSON.stringify(path)}, ${JSON.stringify({ method, body })});
      return [answer.status, answer.headers.get('content-type'), await answer.text()];
    })()`);

  test('has each request, with its status, its media type and its body', async () => {
    const [status, type, text] = await call('GET', '/api/v1/sandboxes/search?limit=100');
    expect([status, type]).toEqual([200, 'application/json']);
    expect(JSON.parse(text)).toMatchObject({
      items: Array.from({ length: 13 }, (_, at) => ({
        id: `sb-${at}`,
        session_api_key: '[redacted]',
      })),
    });
    expect(await call('GET', '/api/v1/sandboxes/search')).toEqual([
      200,
      'application/json',
      '{"items":[]}',
    ]);
    expect(await call('POST', '/api/v1/sandboxes?sandbox_spec_id=default')).toEqual([
      200,
      'text/html; charset=utf-8',
      '[left out: not JSON]',
    ]);
    const sent = '{"mcp_config":{"sse_servers":[{"api_key":"[redacted]"}]}}';
    expect(await call('POST', '/api/conversations', sent)).toEqual([
      200,
      'application/json',
      '{"status":"ok","conversation_id":"c-1"}',
    ]);
  });

  test('has no others', async () => {
    await expect(call('GET', '/api/settings')).rejects.toThrow('Failed to fetch');
    await expect(call('GET', '/api/conversations')).rejects.toThrow('Failed to fetch');
  });
});

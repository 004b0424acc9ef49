/** The built documentation in a real browser: search, theme, samples that run, keyboard, menu, accessibility. */
import { readFileSync } from 'node:fs';
import { browserProgram, demandBrowser } from '@agent-conversation/testing/browser';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { listen } from '@agent-conversation/testing/listen';
import { docsDirectory } from '../src/index.ts';
import { axe, openDocs, timeout, unfold } from './support/browser.ts';
import { operations } from './support/site.ts';

demandBrowser('THE DOCS WERE NOT USED IN A BROWSER');

describe.runIf(browserProgram)('the documentation', () => {
  const { root, service, open } = openDocs();

  const run = (sample: Locator) => sample.getByRole('button', { name: 'Run it here' }).click();
  const sampleOf = (page: Page, outcome: 'Try it' | 'When it fails' = 'Try it') =>
    page.getByRole('region', { name: outcome });

  test.each([
    ['a server', undefined],
    ['a disk', docsDirectory.href],
  ])(
    'from %s: the search leads to a sample, which is copied and run; the theme is kept',
    async (_, from = root()) => {
      const { page, faults } = await open('index.html', { from });
      await page.getByRole('button', { name: 'Theme' }).click();
      await page.goto(`${from}guides/getting-started.html`);
      await page.locator('html.dark').waitFor();
      await page.keyboard.press('/');
      await page.locator('[role="combobox"]:focus').waitFor();
      await page.keyboard.type('pausesandbox');
      await page.locator('[role="option"][href*="pauseSandbox"]').first().waitFor();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await page.waitForURL(/pauseSandbox/);
      const sample = sampleOf(page);
      await run(sample);
      await sample.getByRole('status').getByText('The contract holds.').waitFor();
      expect(await sample.getByRole('status').innerText()).toContain('200');
      await sample.getByRole('button', { name: 'Copy curl' }).click();
      const code = (await sample.locator('code').first().innerText()).trimEnd();
      const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
      await expect.poll(clipboard, timeout).toBe(code);
      expect(faults()).toEqual([]);
    },
  );

  test('the samples send the requests that were recorded', async () => {
    const samples = new URL('../../../openapi/samples/', import.meta.url);
    const { page } = await open('index.html');
    for (const { operationId } of operations) {
      await page.goto(`${root()}operations/${operationId}.html`);
      for (const [outcome, name] of [
        ['success', 'Try it'],
        ['failure', 'When it fails'],
      ] as const) {
        const file = new URL(`${operationId}/${outcome}.request.json`, samples);
        const recorded = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
        const { method, path, rawBody, body } = recorded;
        const request = page.waitForRequest(service() + path!);
        await run(sampleOf(page, name));
        const sent = [(await request).method(), (await request).postData()];
        expect(sent).toEqual([method, rawBody ?? JSON.stringify(body) ?? null]);
      }
    }
  });

  test('a sample that reaches no mock says how to start one', async () => {
    const closed = await listen(() => new Response());
    closed.close();
    const { page, faults } = await open('operations/pauseSandbox.html', { service: closed.url });
    await run(sampleOf(page));
    await sampleOf(page).getByText('npx agent-conversation-mock --examples').first().waitFor();
    expect(faults().filter((it) => !it.includes('ERR_CONNECTION_REFUSED'))).toEqual([]);
  });

  test('a response that breaks the contract is reported with its pointers, and without secrets', async () => {
    const { page } = await open('operations/searchSandboxes.html');
    const secret = 'sk-live-secret-of-a-sandbox';
    const body = { items: [{ id: 7, status: 'RUNNING', session_api_key: secret }] };
    await page.route(`${service()}/**`, (route) =>
      route.fulfill({
        json: body,
        headers: { 'Access-Control-Allow-Origin': '*', 'Access-Control-Allow-Headers': '*' },
      }),
    );
    await run(sampleOf(page));
    await sampleOf(page).getByText('/items/0/id').first().waitFor();
    expect(await page.locator('main').innerText()).not.toContain(secret);
  });

  test('Tab reaches the content first, then the whole page, and shows where it is', async () => {
    const { page } = await open('operations/pauseSandbox.html');
    const stops: { name: string; isInMenu: boolean; isSeen: boolean }[] = [];
    do {
      await page.keyboard.press('Tab');
      stops.push(
        await page.evaluate(() => {
          const it = document.activeElement!;
          const { outlineStyle, boxShadow } = getComputedStyle(it);
          return {
            name: `${it.tagName} ${it.id || it.getAttribute('href') || it.className}`,
            isInMenu: it.closest('#menu') !== null && it.tagName === 'A',
            isSeen:
              it.getBoundingClientRect().width > 0 &&
              (outlineStyle !== 'none' || boxShadow !== 'none'),
          };
        }),
      );
    } while (!stops.at(-1)!.name.startsWith('BODY') && stops.length < 1000);
    stops.pop();
    expect(stops[0]!.name).toBe('A #content');
    expect(stops.filter(({ isInMenu }) => isInMenu)).toHaveLength(
      await page.locator('#menu a').count(),
    );
    expect(stops.filter(({ isSeen }) => !isSeen)).toEqual([]);
  });

  test('the menu of a narrow window opens and closes', async () => {
    const { page } = await open('index.html', { viewport: { width: 390, height: 800 } });
    const link = page.getByRole('navigation', { name: 'Contents' }).getByText('Errors and retries');
    expect(await link.isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Contents' }).click();
    await link.waitFor();
    await page.keyboard.press('Escape');
    await link.waitFor({ state: 'hidden' });
  });

  test('axe reports nothing about a page of each kind, nor about the colors of the dark theme', async () => {
    const { page } = await open('index.html', { colorScheme: 'light' });
    const found: string[] = [];
    for (const kind of [
      'index',
      'operations/searchSandboxes',
      'guides/getting-started',
      'workflows',
    ]) {
      await page.emulateMedia({ colorScheme: 'light' });
      await page.goto(`${root()}${kind}.html`);
      await unfold(page);
      found.push(...(await axe(page)).map((it) => `${kind}: ${it}`));
      await page.emulateMedia({ colorScheme: 'dark' });
      await page.locator('html.dark').waitFor();
      found.push(...(await axe(page, 'color-contrast')).map((it) => `${kind}: ${it}`));
    }
    expect(found).toEqual([]);
  });
});

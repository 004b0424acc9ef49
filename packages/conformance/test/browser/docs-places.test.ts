import { createMock } from '@agent-conversation/mock';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { onDisk, type Place, serveSite } from '../support/docs-places.ts';
import {
  clipboard,
  newReader,
  patience,
  searchIsOpen,
  type Reader,
  silentAddress,
  shownCode,
  successSample,
} from '../support/docs-reader.ts';
import { builtSite } from '../support/docs-site.ts';
import { openTabs } from '../support/docs-tabs.ts';
import { browserProgram, demandBrowser, launchBrowser } from '@agent-conversation/cli/browser';

demandBrowser('THE DOCS WERE NOT OPENED FROM OTHER PLACES');

const site = builtSite();

describe.runIf(browserProgram)('the docs', () => {
  let browser: Browser;
  let mock: { readonly url: string; readonly close: () => Promise<void> };
  let reader: Reader | undefined;

  beforeAll(async () => {
    mock = await createMock({ examples: true, clock: 'manual' }).listen();
    browser = await launchBrowser();
  });
  afterEach(async () => {
    await reader?.context.close();
    reader = undefined;
  });
  afterAll(async () => {
    await browser.close();
    await mock.close();
  });

  describe.each([
    ['below a path', () => serveSite(site, { path: '/docs/v1/' })],
    ['from a disk', async () => onDisk],
    [
      'from a server that sends the policy, too',
      () => serveSite(site, { path: '/docs/', repeatsPolicy: true }),
    ],
  ] as const)('%s', (_, open) => {
    let place: Place;
    beforeAll(async () => {
      place = await open();
    });
    afterAll(() => place.close());

    async function show(path: string, address = mock.url): Promise<Reader> {
      reader = await newReader(browser, { allowed: [place.root], mock: address });
      await reader.page.goto(place.root + path);
      return reader;
    }

    test('open without a complaint, all pages', async () => {
      const tabs = await openTabs(browser, 3, [place.root]);
      const complaints = await Promise.all(
        [...site.pages.keys()].map((path) =>
          tabs.use(async (tab) => {
            await tab.page.goto(place.root + path);
            return tab.complaints.take().map((complaint) => `${path}: ${complaint}`);
          }),
        ),
      );
      expect(complaints.flat()).toEqual([]);
    });

    test('are searched, and lead to what was found', async () => {
      const { page, complaints } = await show('guides/getting-started.html');
      await page.locator('.search-button').click();
      await searchIsOpen(page);
      await page.keyboard.type('pausesandbox');
      await page.getByRole('option').filter({ hasText: 'Pause a sandbox' }).first().click();
      await expect.poll(() => page.url(), patience).toContain('/operations/pauseSandbox.html');
      expect(complaints.take()).toEqual([]);
    });

    test('keep the theme from page to page', async () => {
      const { page, complaints } = await show('index.html');
      const isDark = () =>
        page.locator('html').evaluate(({ classList }) => classList.contains('dark'));
      expect(await isDark()).toBe(false);
      await page.locator('.theme-button').click();
      expect(await isDark()).toBe(true);
      await page.goto(`${place.root}operations/pauseSandbox.html`);
      expect(await isDark()).toBe(true);
      expect(complaints.take()).toEqual([]);
    });

    test('copy a sample', async () => {
      const { page, complaints } = await show('operations/pauseSandbox.html');
      const figure = shownCode(page, 'pauseSandbox');
      await figure.locator('.copy').click();
      const code = await figure.locator('code').innerText();
      await expect.poll(() => clipboard(page), patience).toBe(code.trimEnd());
      expect(complaints.take()).toEqual([]);
    });

    test('run a sample against the mock, and the contract holds', async () => {
      const { page, complaints } = await show('operations/pauseSandbox.html');
      const sample = successSample(page, 'pauseSandbox');
      await sample.locator('.run').click();
      const result = sample.locator('.run-result');
      await expect.poll(() => result.innerText(), patience).toContain('200');
      expect(await result.innerText()).toContain('The contract holds.');
      expect(await sample.innerText()).toContain('"success": true');
      expect(complaints.take()).toEqual([]);
    });

    test('tell how to start the mock where there is none', async () => {
      const { page, complaints } = await show(
        'operations/pauseSandbox.html',
        await silentAddress(),
      );
      const sample = successSample(page, 'pauseSandbox');
      await sample.locator('.run').click();
      await expect
        .poll(() => sample.innerText(), patience)
        .toContain('npx agent-conversation-mock --examples');
      const others = complaints.take().filter((text) => !text.includes('ERR_CONNECTION_REFUSED'));
      expect(others).toEqual([]);
    });
  });
});

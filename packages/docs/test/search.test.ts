/** The search of the built documentation in a real browser. */
import {
  browserProgram,
  demandBrowser,
} from '@agent-conversation/testing/browser';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { docsDirectory } from '../src/index.ts';
import * as browser from './support/browser.ts';

const { axe, overflowing, timeout } = browser;

demandBrowser('THE SEARCH WAS NOT USED IN A BROWSER');

describe.runIf(browserProgram)('the search', () => {
  const { root, open } = browser.openDocs();

  /** Opens the search of a page by `/`, and waits until it can find. */
  async function openSearch(
    path = 'index.html',
    options: Parameters<typeof open>[1] = {},
  ) {
    const { page, faults } = await open(path, options);
    await page.keyboard.press('/');
    const dialog = page.getByRole('dialog', { name: 'Search' });
    await dialog.locator('li').first().waitFor();
    const type = async (query: string) => {
      await dialog.getByRole('searchbox').fill(query);
      return dialog.getByRole('status').innerText();
    };
    return { page, faults, dialog, type, links: dialog.locator('li a') };
  }

  /** Returns the position of the link that has the focus; -1 is the input. */
  const focusIn = (page: Page) =>
    page.evaluate(() => {
      const links = [...document.querySelectorAll('dialog li a')];
      if (document.activeElement!.matches('dialog input')) return -1;
      return links.indexOf(document.activeElement!);
    });

  test.each([
    { name: 'a server', from: root },
    { name: 'a disk', from: () => docsDirectory.href },
  ])(
    'from $name: offers pages, and walks the results by keyboard',
    async ({ from }) => {
      const { page, faults, dialog, type, links } = await openSearch(
        'operations/getSettings.html',
        {
          from: from(),
        },
      );
      await expect.poll(() => links.count(), timeout).toBe(5);
      expect(await dialog.getByRole('status').innerText()).toMatch(
        /^Search for /,
      );
      const status = await type('sandbox');
      const last = (await links.count()) - 1;
      expect(last).toBeGreaterThan(5);
      expect(status).toBe(`Results for “sandbox”: ${last + 1}`);
      const walk = [
        { key: 'End', at: -1 },
        { key: 'ArrowDown', at: 0 },
        { key: 'ArrowDown', at: 1 },
        { key: 'End', at: last },
        { key: 'ArrowDown', at: -1 },
        { key: 'ArrowDown', at: 0 },
        { key: 'End', at: last },
        { key: 'Home', at: 0 },
        { key: 'ArrowUp', at: -1 },
      ];
      for (const { key, at } of walk) {
        await page.keyboard.press(key);
        expect(await focusIn(page), key).toBe(at);
      }
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'hidden' });
      await page.keyboard.press('Control+k');
      await type('pause');
      await page.keyboard.press('Enter');
      await page.waitForURL(/operations\/pauseSandbox\.html#pauseSandbox$/);
      expect(faults()).toEqual([]);
    },
  );

  test('a result of the same page closes the search', async () => {
    const { page, dialog, type } = await openSearch('decisions.html');
    await type('D07');
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'hidden' });
    expect(page.url()).toMatch(/decisions\.html#D07$/);
  });

  test('an excerpt shows the match; a name in several schemas is one result', async () => {
    const { dialog, type, links } = await openSearch();
    for (const { query, match } of [
      { query: 'OpenHands MIT', match: 'MIT' },
      { query: 'hexadecimal', match: 'hexadecimal' },
    ]) {
      await type(query);
      const excerpt = links.first().locator('p');
      await excerpt.locator('mark', { hasText: match }).first().waitFor();
      const [mark, shown] = await Promise.all([
        excerpt.locator('mark', { hasText: match }).first().boundingBox(),
        excerpt.boundingBox(),
      ]);
      expect(mark!.y + mark!.height).toBeLessThanOrEqual(
        shown!.y + shown!.height + 1,
      );
    }
    await type('id');
    await links.first().waitFor();
    const marks = await dialog.locator('mark').allInnerTexts();
    const pieces = await dialog.locator('li :has(> mark)').allInnerTexts();
    expect(marks.length).toBeGreaterThan(0);
    expect(pieces.join(' ')).toMatch(/provid|valid|inside/i);
    expect(marks.filter((text) => /^[a-z]/.test(text))).toEqual(
      marks.filter((text) => text === 'id'),
    );
    await type('sandbox_id');
    const titles = await dialog.locator('li strong').allInnerTexts();
    expect(titles.filter((title) => title === 'sandbox_id')).toHaveLength(1);
    expect(await links.first().locator('small').innerText()).toMatch(
      /pauseSandbox, .*AppConversation/,
    );
  });

  test('a misspelled query is corrected; without results, pages are offered', async () => {
    const { dialog, type, links } = await openSearch();
    expect(await type('sanbox')).toMatch(
      /^No results for “sanbox”\. Results for “sandbox”: \d+$/,
    );
    expect(await links.first().getAttribute('href')).toContain(
      'guides/sandboxes.html',
    );
    expect(await type('xqzwv')).toBe(
      'No results for “xqzwv”. Perhaps one of these pages helps:',
    );
    const offered = await dialog.locator('li strong').allInnerTexts();
    expect(offered).toEqual(
      expect.arrayContaining(['Agent Conversation Service', 'Operations']),
    );
  });

  test('a failure to load is reported, and the search can be opened again', async () => {
    const { page } = await open('index.html');
    const script = '**/scripts/search-index.js';
    await page.route(script, (route) => route.abort());
    await page.keyboard.press('/');
    const dialog = page.getByRole('dialog', { name: 'Search' });
    await dialog.getByText('The search could not be loaded.').waitFor();
    await page.unroute(script);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Search' }).click();
    await dialog.locator('li').first().waitFor();
    expect(await dialog.getByRole('status').innerText()).toMatch(
      /^Search for /,
    );
  });

  test.each([
    {
      path: 'operations/pauseSandbx.html',
      nearest: 'operations/pauseSandbox.html#pauseSandbox',
    },
    { path: 'guides/pagination/', nearest: 'guides/paging.html' },
    { path: 'v2/sandboxes/index.html', nearest: 'guides/sandboxes.html' },
    { path: 'xqzwv', nearest: 'index.html' },
  ])(
    'the page for the wrong address $path offers $nearest',
    async ({ path, nearest }) => {
      // The links of the error page are from the root of the published site.
      const { page, faults } = await open(path, {
        from: root().replace('docs/', ''),
      });
      const links = page.locator('.suggestions a');
      await links.nth(2).waitFor();
      expect(await links.count()).toBe(3);
      expect(await links.first().getAttribute('href')).toBe(`/${nearest}`);
      expect(
        await page.getByRole('button', { name: 'Copy as Markdown' }).count(),
      ).toBe(0);
      expect(faults().filter((fault) => !fault.includes('404'))).toEqual([]);
    },
  );

  // `npm run check` looks at the search without a query, with results and without, in both color schemes.
  test.each([
    { width: 1440, colorScheme: 'light' },
    { width: 390, colorScheme: 'dark' },
  ] as const)(
    'at $width px, $colorScheme: axe has no findings, nothing is too wide',
    async ({ width, colorScheme }) => {
      const viewport = { width, height: 900 };
      const { page, type } = await openSearch('index.html', {
        viewport,
        colorScheme,
      });
      await type('sandbox');
      expect([...(await axe(page)), ...(await overflowing(page))]).toEqual([]);
      // In the light scheme, the lines within the logo have the color of the page.
      await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' });
      expect(await browser.invisible(page)).toEqual([]);
    },
  );
});

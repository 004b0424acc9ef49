import { createMock } from '@agent-conversation/mock';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { rememberLooks, focusedElement } from '../support/docs-focus.ts';
import { type Place, serveSite } from '../support/docs-places.ts';
import {
  clipboard,
  newReader,
  patience,
  searchIsOpen,
  type Reader,
  shownCode,
  successSample,
} from '../support/docs-reader.ts';
import { builtSite } from '../support/docs-site.ts';
import { browserProgram, demandBrowser, launchBrowser } from '@agent-conversation/cli/browser';

demandBrowser('THE DOCS WERE NOT READ WITH A KEYBOARD');

describe.runIf(browserProgram)('with a keyboard alone', () => {
  let browser: Browser;
  let place: Place;
  let mock: { readonly url: string; readonly close: () => Promise<void> };
  let reader: Reader;
  let page: Page;

  beforeAll(async () => {
    place = await serveSite(builtSite());
    mock = await createMock({ examples: true, clock: 'manual' }).listen();
    browser = await launchBrowser();
  });
  beforeEach(async () => {
    reader = await newReader(browser, {
      allowed: [place.root],
      mock: mock.url,
      // Otherwise the page may still be on its way to what has the focus.
      reducedMotion: 'reduce',
    });
    ({ page } = reader);
    await page.goto(`${place.root}operations/pauseSandbox.html`);
  });
  afterEach(() => reader.context.close());
  afterAll(async () => {
    await browser.close();
    await mock.close();
    await place.close();
  });

  /** Goes on with Tab until an element has the focus. */
  async function tabTo(target: Locator): Promise<void> {
    for (let stops = 0; stops < 500; stops += 1) {
      await page.keyboard.press('Tab');
      if (await target.evaluate((element) => element === document.activeElement)) return;
    }
    throw new Error('Tab does not lead there');
  }

  test('the first stop leads past the menu', async () => {
    await page.keyboard.press('Tab');
    const link = page.locator('.skip-link');
    expect(await link.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(
      await link.evaluate((element) => element.getBoundingClientRect().top),
    ).toBeGreaterThanOrEqual(0);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.closest('main')?.id)).toBe('content');
  });

  test('Tab reaches the whole page, the menu included, and shows where it is', async () => {
    const links = await page.locator('#menu a').count();
    await rememberLooks(page);
    const stops: Awaited<ReturnType<typeof focusedElement>>[] = [];
    do {
      await page.keyboard.press('Tab');
      stops.push(await focusedElement(page));
    } while (stops.at(-1)!.name !== 'body' && stops.length < 1000);
    expect(links).toBeGreaterThan(0);
    expect(stops.filter(({ isInMenu }) => isInMenu)).toHaveLength(links);
    expect(stops.slice(0, -1).filter(({ isSeen }) => !isSeen)).toEqual([]);
  });

  test('the search leads to another page', async () => {
    await page.keyboard.press('/');
    await searchIsOpen(page);
    await page.keyboard.type('resume');
    await page.getByRole('option').first().waitFor();
    await page.keyboard.press('ArrowDown');
    const chosen = page.getByRole('option', { selected: true });
    const href = await chosen.evaluate((link) => (link as HTMLAnchorElement).href);
    await page.keyboard.press('Enter');
    await expect.poll(() => page.url(), patience).toBe(href);
    expect(href).toContain('resume');
  });

  test('a sample is copied', async () => {
    const figure = shownCode(page, 'pauseSandbox');
    await tabTo(figure.locator('.copy'));
    await page.keyboard.press('Enter');
    const code = await figure.locator('code').innerText();
    await expect.poll(() => clipboard(page), patience).toBe(code.trimEnd());
  });

  test('a sample is run, and the focus stays', async () => {
    const sample = successSample(page, 'pauseSandbox');
    const button = sample.locator('.run');
    await tabTo(button);
    await page.keyboard.press('Enter');
    await expect.poll(() => sample.locator('.run-result').innerText(), patience).toContain('200');
    expect(await button.evaluate((element) => element === document.activeElement)).toBe(true);
  });
});

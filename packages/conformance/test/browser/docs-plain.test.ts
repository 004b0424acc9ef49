import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operations } from '../../src/contract.ts';
import { operationFacts, untold } from '../support/docs-facts.ts';
import { type Place, serveSite } from '../support/docs-places.ts';
import { clickableLinks, readableTexts, unfold } from '../support/docs-readable.ts';
import { builtSite } from '../support/docs-site.ts';
import { browserProgram, demandBrowser, launchBrowser } from '@agent-conversation/cli/browser';

demandBrowser('THE DOCS WERE NOT READ WITHOUT SCRIPTS');

const site = builtSite();

describe.runIf(browserProgram)('without scripts', () => {
  let browser: Browser;
  let place: Place;
  beforeAll(async () => {
    place = await serveSite(site);
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await place.close();
  });

  describe.each([1280, 390])('in a window of %i px', (width) => {
    let page: Page;
    /** What somebody reaches who begins at the first page and clicks on links. */
    const reached = new Map<string, { links: string[]; texts: string[] }>();

    beforeAll(async () => {
      const viewport = { width, height: 800 };
      const context = await browser.newContext({ javaScriptEnabled: false, viewport });
      page = await context.newPage();
      const found = ['index.html'];
      for (const path of found) {
        await page.goto(place.root + path);
        await unfold(page);
        const links = (await clickableLinks(page))
          .filter((link) => link.startsWith(place.root) && link.endsWith('.html'))
          .map((link) => link.slice(place.root.length));
        const isRead = /^(operations|schemas)\//.test(path);
        reached.set(path, { links, texts: isRead ? await readableTexts(page) : [] });
        found.push(...links.filter((link) => !found.includes(link)));
      }
    });

    test('every page is reached', () => {
      expect([...reached.keys()].toSorted()).toEqual([...site.pages.keys()].toSorted());
    });

    test.each(operations)('$operationId can be read', (operation) => {
      const pages = [`operations/${operation.operationId}.html`];
      for (const path of pages) {
        const schemas =
          reached.get(path)?.links.filter((link) => link.startsWith('schemas/')) ?? [];
        pages.push(...schemas.filter((link) => !pages.includes(link)));
      }
      const texts = pages.flatMap((path) => reached.get(path)?.texts ?? []);
      expect(untold(operationFacts(operation), texts)).toEqual([]);
    });

    test('there is no button, as it would do nothing', async () => {
      await page.goto(`${place.root}operations/pauseSandbox.html`);
      const buttons = await page.locator('button').all();
      const shown = await Promise.all(buttons.map((button) => button.isVisible()));
      expect(shown).not.toContain(true);
    });
  });
});

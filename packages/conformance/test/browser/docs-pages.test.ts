import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { colourRules, violations } from '../support/docs-accessibility.ts';
import { layoutShift, overflowing } from '../support/docs-layout.ts';
import { type Place, serveSite } from '../support/docs-places.ts';
import { unfold } from '../support/docs-readable.ts';
import { builtSite } from '../support/docs-site.ts';
import { openTabs, type Tabs } from '../support/docs-tabs.ts';
import { browserProgram, demandBrowser, launchBrowser } from '@agent-conversation/cli/browser';

demandBrowser('THE PAGES OF THE DOCS WERE NOT LOOKED AT');

const site = builtSite();

describe.runIf(browserProgram)('in a window', () => {
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

  describe.each([
    [1280, 'light', 'dark'],
    [390, 'dark', 'light'],
  ] as const)('of %i px, %s and %s', (width, scheme, otherScheme) => {
    let tabs: Tabs;
    beforeAll(async () => {
      tabs = await openTabs(browser, 3, [place.root], { viewport: { width, height: 800 } });
    });

    test.concurrent.for([...site.pages.keys()])('%s', async (path, { expect }) => {
      await tabs.use(async ({ page, complaints }) => {
        complaints.take();
        await page.emulateMedia({ colorScheme: scheme });
        await page.goto(place.root + path);
        const shift = await layoutShift(page);
        const tooWide = await overflowing(page);
        await unfold(page);
        const tooWideUnfolded = await overflowing(page);
        const violated = await violations(page);
        await page.emulateMedia({ colorScheme: otherScheme });
        await page.locator(`html.${otherScheme}`).waitFor();
        const violatedByColours = await violations(page, colourRules);

        expect(shift).toBeLessThanOrEqual(0.01);
        const found = { tooWide, tooWideUnfolded, violated, violatedByColours };
        expect({ ...found, complaints: complaints.take() }).toEqual({
          tooWide: [],
          tooWideUnfolded: [],
          violated: [],
          violatedByColours: [],
          complaints: [],
        });
      });
    });
  });
});

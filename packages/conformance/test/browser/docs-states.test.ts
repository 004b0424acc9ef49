import { createMock } from '@agent-conversation/mock';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { colourRules, violations } from '../support/docs-accessibility.ts';
import { overflowing } from '../support/docs-layout.ts';
import { type Place, serveSite } from '../support/docs-places.ts';
import { newReader, searchIsOpen, silentAddress, successSample } from '../support/docs-reader.ts';
import { builtSite } from '../support/docs-site.ts';
import { browserProgram, demandBrowser, launchBrowser } from '@agent-conversation/cli/browser';

demandBrowser('THE STATES OF THE DOCS WERE NOT LOOKED AT');

describe.runIf(browserProgram)('what opens on a page', () => {
  let browser: Browser;
  let place: Place;
  let mock: { readonly url: string; readonly close: () => Promise<void> };
  let silent: string;

  beforeAll(async () => {
    place = await serveSite(builtSite());
    mock = await createMock({ examples: true, clock: 'manual' }).listen();
    silent = await silentAddress();
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await mock.close();
    await place.close();
  });

  const run = async (page: Page, said: string): Promise<void> => {
    const sample = successSample(page, 'searchSandboxes');
    await sample.locator('.run').click();
    await sample.getByText(said).first().waitFor();
  };
  const states: [name: string, widest: number, open: (page: Page) => Promise<void>][] = [
    [
      'the search with results',
      1280,
      async (page) => {
        await page.keyboard.press('/');
        await searchIsOpen(page);
        await page.keyboard.type('sandbox');
        await page.getByRole('option').first().waitFor();
        await page.keyboard.press('ArrowDown');
      },
    ],
    [
      'the search without any',
      1280,
      async (page) => {
        await page.keyboard.press('/');
        await searchIsOpen(page);
        await page.keyboard.type('qqqqqqqq');
        await page.getByText('Nothing found').waitFor();
      },
    ],
    [
      'the menu',
      390,
      async (page) => {
        await page.locator('.menu-button').click();
        await page.locator('#menu a').first().waitFor();
      },
    ],
    ['a sample that was run', 1280, (page) => run(page, 'The contract holds.')],
    ['a sample without a mock', 1280, (page) => run(page, 'Start the mock')],
  ];
  const cases = states.flatMap(([name, widest, open]) =>
    [1280, 390].filter((width) => width <= widest).map((width) => ({ name, width, open })),
  );

  test.each(cases)('$name, $width px', async ({ name, width, open }) => {
    const { page, context } = await newReader(browser, {
      allowed: [place.root],
      mock: name === 'a sample without a mock' ? silent : mock.url,
      viewport: { width, height: 800 },
      colorScheme: 'light',
    });
    await page.goto(`${place.root}operations/searchSandboxes.html`);
    await open(page);
    const light = await violations(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.locator('html.dark').waitFor();
    const dark = await violations(page, colourRules);
    const tooWide = await overflowing(page);
    expect({ light, dark, tooWide }).toEqual({ light: [], dark: [], tooWide: [] });
    await context.close();
  });
});

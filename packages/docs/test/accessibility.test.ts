/** The built documentation in windows of every kind: accessibility, and what is too wide. Part of `npm run check`. */
import {
  browserProgram,
  demandBrowser,
} from '@agent-conversation/testing/browser';
import { describe, expect, test } from 'vitest';
import { docsDirectory } from '../src/index.ts';
import * as browser from './support/browser.ts';
import { operations, pages } from './support/site.ts';

const { axe, openConsole, overflowing } = browser;

demandBrowser('THE DOCS WERE NOT LOOKED AT IN A BROWSER');

/** A page of each kind: of each folder, and those beside the folders. */
const folders = Map.groupBy(pages.keys(), (path) => path.replace(/\/.*/, ''));
const kinds = [...folders.values()].map(([first]) => first!);

/** At 200 %, a window of 1440 pixels has 720. */
const windows: readonly browser.Window[] = [
  { width: 1440, colorScheme: 'light' },
  { width: 1024, colorScheme: 'dark' },
  { width: 720, colorScheme: 'light' },
  { width: 390, colorScheme: 'dark' },
];

describe.runIf(browserProgram)('the documentation', () => {
  const { open, root } = browser.openDocs();

  test.each(kinds)(
    '%s: axe has no findings, all is visible, nothing too wide',
    async (path) => {
      const { page } = await open(path);
      const check = async () => {
        await browser.unfold(page);
        const faults = await browser.faultsIn(page, windows, browser.cutTexts);
        expect(faults).toEqual([]);
      };
      await check();
      if (path.startsWith('operations/')) {
        const console = await openConsole(page, 'http://127.0.0.1:1');
        await console.getByRole('button', { name: 'Send' }).click();
        await console.getByText('To use the mock').waitFor();
        await check();
      }
    },
  );

  test.each([1440, 390])(
    'the search at %i px: axe has no findings',
    async (width) => {
      const { page } = await open('index.html', {
        viewport: { width, height: 900 },
      });
      await page.keyboard.press('/');
      const dialog = page.getByRole('dialog', { name: 'Search' });
      await dialog.locator('li').first().waitFor();
      for (const query of ['', 'sandbox', 'xqzwv']) {
        await dialog.getByRole('searchbox').fill(query);
        expect(
          await browser.faultsIn(page, [
            { width, colorScheme: 'light' },
            { width, colorScheme: 'dark' },
          ]),
        ).toEqual([]);
      }
    },
  );

  test('a text that is cut and a name that is broken are reported', async () => {
    const { page } = await open('lifecycles.html');
    await page.evaluate(() => {
      const [brand, heading] = ['.brand', 'h2'].map((it) =>
        document.querySelector<HTMLElement>(it)!,
      );
      Object.assign(brand!.style, {
        width: '50px',
        overflow: 'hidden',
        whiteSpace: 'nowrap',
      });
      heading!.style.width = '50px';
    });
    const reported = await browser.cutTexts(page);
    expect(reported).toHaveLength(2);
    expect(reported[0]).toMatch(/^cut: A Agent/);
    expect(reported[1]).toBe('cut: H2 SandboxStatus');
  });

  test('an operation is printed on at most 8 pages of A4', async () => {
    const { page } = await open('index.html');
    for (const { operationId } of operations) {
      await page.goto(`${root()}operations/${operationId}.html`);
      const margin = {
        top: '15mm',
        bottom: '15mm',
        left: '15mm',
        right: '15mm',
      };
      const pdf = await page.pdf({ format: 'A4', margin });
      const count = pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)!.length;
      expect(count, operationId).toBeGreaterThan(1);
      expect(count, operationId).toBeLessThanOrEqual(8);
    }
  });

  test.each(windows)(
    'Redoc at $width px, $colorScheme: old addresses, search, axe',
    async (it) => {
      const { width, colorScheme } = it;
      const viewport = { width, height: 900 };
      const from = docsDirectory.href;
      const route = 'reference.html#/app-conversations/startappconversation';
      const { page, faults } = await open(route, {
        from,
        viewport,
        colorScheme,
      });
      await page.getByText('Expand all').first().click();
      await page.getByText('Collapse all').first().waitFor();
      const found = [...(await axe(page)), ...(await overflowing(page))];
      await page.keyboard.press('Control+k');
      await page.keyboard.type('pause');
      const link = page
        .getByRole('dialog', { name: 'Search' })
        .getByRole('link')
        .first();
      await link.waitFor();
      expect([...found, ...(await axe(page))]).toEqual([]);
      // A dialog that closes returns the focus; the first link of the page leads to its content.
      await page.keyboard.press('Escape');
      await link.waitFor({ state: 'hidden' });
      const isFocused = (selector: string) =>
        page.evaluate(
          (text) => document.activeElement?.matches(text),
          selector,
        );
      await expect
        .poll(() => isFocused('#redoc *'), browser.timeout)
        .toBe(true);
      await page.locator('.skip-link').focus();
      await page.keyboard.press('Enter');
      await expect.poll(() => isFocused('main'), browser.timeout).toBe(true);
      await page.keyboard.press('Control+k');
      await page.keyboard.type('pause');
      await link.click();
      await page.waitForFunction(() =>
        document.title.startsWith('Pause a sandbox'),
      );
      expect(faults()).toEqual([]);
      for (const [id, path] of Object.entries({
        Sandbox: 'schemas/sandboxes.html#Sandbox',
        startSandbox: 'operations/startSandbox.html',
      })) {
        await page.goto(`${from}reference.html#${id}`);
        await page.waitForURL(from + path);
      }
    },
  );
});

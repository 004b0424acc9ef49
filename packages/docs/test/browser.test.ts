/** The built documentation in a real browser: search, tabs, theme, menu, keyboard, accessibility. */
import { fencedBlocks } from '@agent-conversation/cli/markdown';
import {
  browserProgram,
  demandBrowser,
} from '@agent-conversation/testing/browser';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { docsDirectory } from '../src/index.ts';
import * as browser from './support/browser.ts';
import { files, samplesOf } from './support/files.ts';

const {
  axe,
  clipboardOf,
  openConsole,
  overflowing,
  send,
  startMock,
  stopsOf,
  timeout,
} = browser;

demandBrowser('THE DOCS WERE NOT USED IN A BROWSER');

const focused = (page: Page) =>
  page.evaluate(() => document.activeElement!.textContent);

describe.runIf(browserProgram)('the documentation', () => {
  const { root, open } = browser.openDocs();

  test.each([
    ['a server', root],
    ['a disk', () => docsDirectory.href],
  ])('from %s: an operation is found, copied and sent', async (_, from) => {
    const service = await startMock({ examples: true, clock: 'manual' });
    const { page, faults } = await open('index.html', {
      from: from(),
      service,
    });
    await page.keyboard.press('/');
    await page.keyboard.type('pausesandbox');
    await page.locator('dialog a[href*="pauseSandbox"]').first().waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL(/pauseSandbox/);
    await page.getByRole('button', { name: 'Copy sh' }).first().click();
    const code = samplesOf('pauseSandbox')[0]!.programs[0]!.code;
    await expect.poll(() => clipboardOf(page), timeout).toBe(code.trimEnd());
    await page.getByRole('button', { name: 'Copy as Markdown' }).click();
    await expect
      .poll(() => clipboardOf(page), timeout)
      .toBe(files.get('operations/pauseSandbox.md'));

    const console = await openConsole(page, service);
    await send(console);
    await console
      .getByText('200, and the body conforms to the contract.')
      .waitFor();
    expect(faults()).toEqual([]);
  });

  test('a copied diff is a whole patch, with what it has at its end', async () => {
    const { page } = await open('guides/changing-the-contract.html');
    const [diff = ''] = fencedBlocks(
      files.get('guides/changing-the-contract.md')!,
      'diff',
    );
    await page.getByRole('button', { name: 'Copy diff' }).first().click();
    await expect.poll(() => clipboardOf(page), timeout).toBe(diff);
  });

  test('tabs are chosen by keyboard; the language is kept on the next page', async () => {
    const { page } = await open('operations/pauseSandbox.html');
    // The request that fails is folded, and follows all the same.
    const tabs = (name: string) =>
      page.getByRole('radio', { name, exact: true, includeHidden: true });
    const selected = (name: string) =>
      tabs(name).evaluateAll((all) =>
        all.map((it) => (it as HTMLInputElement).checked),
      );
    await tabs('curl').first().focus();
    await page.keyboard.press('ArrowRight');
    expect(await selected('TypeScript')).toEqual([true, true]);
    await page.keyboard.press('ArrowRight');
    const samples = page.getByRole('group', { name: 'Language' }).first();
    expect(await samples.innerText()).toContain('await fetch(');
    expect(await samples.innerText()).not.toContain('createClient');
    await page.getByText('404', { exact: true }).click();
    const response = page.getByRole('group', { name: 'Status' });
    expect(await response.innerText()).toContain('404 Not Found');
    expect(await response.innerText()).not.toContain('200 OK');
    await page.goto(`${root()}operations/resumeSandbox.html`);
    expect(await selected('fetch')).toEqual([true, true]);
  });

  test('the note of a decision opens beside the text, and closes', async () => {
    const { page } = await open('operations/pauseSandbox.html');
    const button = page.locator('button.decision').first();
    const name = `Decision ${await button.innerText()}`;
    const note = page.getByRole('complementary', { name });
    await button.press('Enter');
    await note.getByText('Chosen:').waitFor();
    expect(await overflowing(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await note.waitFor({ state: 'hidden' });
    await button.press('Enter');
    await note.getByRole('button', { name: 'Close' }).click();
    await note.waitFor({ state: 'hidden' });
    expect(page.url()).toMatch(/pauseSandbox\.html$/);
  });

  test('the former address of something that has moved to another page leads there', async () => {
    const { page, faults } = await open('index.html');
    // The page of an operation that was renamed.
    const gone = `${root()}operations/stopSandbox.html`;
    const moved =
      '<ul class="moved"><li id="stopSandbox.200"><a href="pauseSandbox.html#pauseSandbox.200">Pause</a></li></ul>';
    const body = files
      .get('operations/resumeSandbox.html')!
      .replace('</main>', `${moved}</main>`);
    await page.route(gone, (route) =>
      route.fulfill({ body, contentType: 'text/html' }),
    );
    await page.goto(`${gone}#stopSandbox.200`);
    await page.waitForURL(/operations\/pauseSandbox\.html#pauseSandbox\.200$/);
    expect(faults()).toEqual([]);
  });

  test('the theme has three states, which are kept, also by the search', async () => {
    const { page } = await open('index.html', { colorScheme: 'light' });
    const button = page.getByRole('button', { name: 'Theme' });
    const look = async () => [
      await button.getAttribute('aria-label'),
      await page.evaluate(
        () => getComputedStyle(document.body).backgroundColor,
      ),
    ];
    const [first, light] = await look();
    expect(first).toBe('Theme: system');
    await button.click();
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await look()).toEqual(['Theme: light', light]);
    await button.click();
    await page.emulateMedia({ colorScheme: 'light' });
    const [third, dark] = await look();
    expect([third, dark === light]).toEqual(['Theme: dark', false]);
    await page.keyboard.press('/');
    await page.keyboard.type('pause');
    await page.locator('dialog a').first().waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/pauseSandbox/);
    expect(await look()).toEqual(['Theme: dark', dark]);
    await button.click();
    expect(await look()).toEqual(['Theme: system', light]);
  });

  test('the menu of a narrow window opens and closes; groups unfold', async () => {
    const { page } = await open('index.html', {
      viewport: { width: 390, height: 800 },
    });
    const menu = page.getByRole('navigation', { name: 'Contents' });
    const link = menu.getByRole('link', { name: 'Errors', exact: true });
    expect(await link.isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Menu' }).click();
    await link.waitFor();
    await menu.getByText('Legacy (V0)', { exact: true }).click();
    await menu
      .getByRole('link', { name: /^Get the settings/ })
      .waitFor({ state: 'hidden' });
    await page.keyboard.press('Escape');
    await link.waitFor({ state: 'hidden' });
    expect(await focused(page)).toBe('Menu');
  });

  test('the menu of a narrow window closes for a section of the page, and for a wider window', async () => {
    const { page } = await open('guides/paging.html', {
      viewport: { width: 390, height: 800 },
    });
    const link = page
      .locator('#menu')
      .getByRole('link', { name: 'Cursors', exact: true });
    const menu = page.getByRole('button', { name: 'Menu' });
    await menu.click();
    await link.click();
    await link.waitFor({ state: 'hidden' });
    await menu.click();
    await link.waitFor();
    await page.setViewportSize({ width: 1440, height: 800 });
    const { x } = (await page.locator('main').boundingBox())!;
    expect(x).toBeGreaterThan(200);
    expect(await link.isVisible()).toBe(true);
  });

  test.each([
    { name: 'base-url', value: 'javascript:alert(1)' },
    { name: 'base-url', value: 'api.example' },
    { name: 'base-url', value: "http://x/';id;'" },
    { name: 'theme', value: 'a b' },
    { name: 'theme', value: 'toString' },
    { name: 'menu', value: 'x' },
  ])(
    'what is stored as $name is ignored if it is "$value"',
    async ({ name, value }) => {
      const { page, faults } = await open('guides/paging.html');
      await page.evaluate(
        ([key, text]) =>
          localStorage.setItem(`agent-conversation.${key}`, text!),
        [name, value],
      );
      await page.reload();
      expect(await page.locator('.base-url-button').innerText()).toBe(
        '127.0.0.1:4010',
      );
      expect(
        await page.getByRole('button', { name: 'Theme: system' }).isVisible(),
      ).toBe(true);
      expect(faults()).toEqual([]);
    },
  );

  test('the section that is read is marked in the menu', async () => {
    const { page } = await open('guides/errors-and-retries.html');
    const marked = () =>
      page.locator('.on-this-page [aria-current]').allInnerTexts();
    expect(await marked()).toEqual([]);
    await page.evaluate(() =>
      document.getElementById('rate-limits')!.scrollIntoView(),
    );
    await expect.poll(marked, timeout).toEqual(['Rate limits']);
  });

  test('all programs have the base URL that the reader has chosen, also on the next page', async () => {
    const { page, faults } = await open('operations/pauseSandbox.html');
    const programs = () =>
      page.locator('.code:not([data-language="text"])').allTextContents();
    const [first = ''] = await programs();
    expect(first).toContain('curl http://127.0.0.1:4010/api/v1/');
    const button = page.locator('.base-url-button');
    expect(await button.innerText()).toBe('127.0.0.1:4010');
    await button.click();
    const dialog = page.getByRole('dialog', { name: 'Base URL' });
    for (const wrong of [
      'api.example',
      'ftp://api.example',
      'https://api.example/?a=b',
      'https://api.example/(a)',
    ]) {
      await dialog.getByLabel('Base URL').fill(wrong);
      await page.keyboard.press('Enter');
      await dialog.getByText(`“${wrong}” is not a base URL`).waitFor();
    }
    await dialog.getByLabel('Base URL').fill('https://api.example/base/');
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'hidden' });
    expect((await programs())[0]).toContain(
      'curl https://api.example/base/api/v1/',
    );
    await page.goto(`${root()}guides/getting-started.html`);
    expect(await button.innerText()).toBe('api.example');
    expect((await programs()).join('\n')).not.toContain(
      'http://127.0.0.1:4010',
    );
    await button.click();
    await dialog.getByRole('button', { name: 'Use the mock' }).click();
    expect((await programs()).join('\n')).not.toContain('api.example');
    expect(faults()).toEqual([]);
  });

  test('a program that only the mock understands keeps the base URL of the mock, and the dialog says so', async () => {
    const { page } = await open('guides/testing-with-the-mock.html');
    await page.locator('.base-url-button').click();
    const dialog = page.getByRole('dialog', { name: 'Base URL' });
    await dialog
      .getByText('except for those that only the mock understands')
      .waitFor();
    await dialog.getByLabel('Base URL').fill('https://api.example');
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'hidden' });
    const programs = await page.locator('.mock pre').allTextContents();
    expect(programs.length).toBeGreaterThan(0);
    for (const program of programs)
      expect(program).toContain('http://127.0.0.1:4010');
  });

  test('Tab walks the page', async () => {
    const { page } = await open('operations/pauseSandbox.html');
    const stops = await stopsOf(page);
    expect(stops[0]!.name).toBe('A #content');
    const inMenu = stops.filter(({ part }) => part === 'A');
    expect(inMenu).toHaveLength(await page.locator('#menu a').count());
    expect(stops.filter(({ isSeen }) => !isSeen)).toEqual([]);
  });

  // `npm run check` looks at every kind of page.
  test('an operation: axe has no findings', async () => {
    const { page } = await open('operations/pauseSandbox.html');
    expect(await axe(page)).toEqual([]);
  });
});

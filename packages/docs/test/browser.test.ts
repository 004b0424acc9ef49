/** The built documentation in a real browser: search, console, tabs, theme, menu, keyboard, accessibility. */
import { createMock, type MockOptions } from '@agent-conversation/mock';
import { browserProgram, demandBrowser } from '@agent-conversation/testing/browser';
import { listen, type Server } from '@agent-conversation/testing/listen';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, onTestFinished, test } from 'vitest';
import { docsDirectory } from '../src/index.ts';
import * as browser from './support/browser.ts';
import { files, operations, samplesOf } from './support/site.ts';

const { axe, openConsole, overflowing, timeout } = browser;

demandBrowser('THE DOCS WERE NOT USED IN A BROWSER');

async function startMock(options: MockOptions): Promise<string> {
  const mock = await createMock(options).listen();
  onTestFinished(() => mock.close());
  return mock.url;
}

/** Starts a server that keeps method, path, key and body of what it receives. */
async function startRecorder(response: unknown = {}) {
  const received: string[] = [];
  const server: Server = await listen(async (request) => {
    const { method, url, headers } = request;
    const parts = [method, url.replace(server.url, ''), headers.get('X-Session-API-Key')];
    if (method !== 'OPTIONS') received.push([...parts, await request.text()].join(' '));
    const names = ['Origin', 'Headers', 'Methods'].map((name) => `Access-Control-Allow-${name}`);
    const allow = Object.fromEntries(names.map((name) => [name, '*']));
    return Response.json(response, { headers: allow });
  });
  onTestFinished(() => server.close());
  return { service: server.url, received };
}

const send = (console: Locator) => console.getByRole('button', { name: 'Send' }).click();
const focused = (page: Page) => page.evaluate(() => document.activeElement!.textContent);

/** Presses Tab until the focus leaves the page, and returns where it was. */
async function stopsOf(page: Page) {
  const stops: { name: string; part: string | undefined; isSeen: boolean }[] = [];
  while (stops.length < 1000) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate(() => {
      const it = document.activeElement!;
      const { outlineStyle, boxShadow } = getComputedStyle(it);
      const isMarked = outlineStyle !== 'none' || boxShadow !== 'none';
      return {
        name: `${it.tagName} ${it.getAttribute('href') ?? it.textContent}`,
        part: it.closest('#menu a, dialog')?.tagName,
        isSeen: isMarked && it.getBoundingClientRect().width > 0,
      };
    });
    if (stop.name.startsWith('BODY')) break;
    stops.push(stop);
  }
  return stops;
}

describe.runIf(browserProgram)('the documentation', () => {
  const { root, open } = browser.openDocs();

  test.each([
    ['a server', root],
    ['a disk', () => docsDirectory.href],
  ])('from %s: an operation is found, copied and sent', async (_, from) => {
    const service = await startMock({ examples: true, clock: 'manual' });
    const { page, faults } = await open('index.html', { from: from(), service });
    await page.keyboard.press('/');
    await page.keyboard.type('pausesandbox');
    await page.locator('dialog a[href*="pauseSandbox"]').first().waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL(/pauseSandbox/);
    const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
    await page.getByRole('button', { name: 'Copy curl' }).first().click();
    const code = samplesOf('pauseSandbox')[0]!.programs[0]!.code;
    await expect.poll(clipboard, timeout).toBe(code.trimEnd());
    await page.getByRole('button', { name: 'Copy as Markdown' }).click();
    await expect.poll(clipboard, timeout).toBe(files.get('operations/pauseSandbox.md'));

    const console = await openConsole(page, service);
    await send(console);
    await console.getByText('Conforms to the contract.').waitFor();
    await console.getByText(/^200 OK, \d+ ms$/).waitFor();
    expect(faults()).toEqual([]);
  });

  test('the console sends the requests of the samples, and what is edited', async () => {
    const { service, received } = await startRecorder();
    const { page } = await open('index.html', { service });
    const openAt = async (operationId: string) => {
      await page.goto(`${root()}operations/${operationId}.html`);
      return openConsole(page, service);
    };
    const expectSent = async (console: Locator, request: string) => {
      received.splice(0);
      await send(console);
      await expect.poll(() => received, timeout).toContain(request);
    };
    for (const { operationId, method } of operations) {
      const console = await openAt(operationId);
      const [success, failure] = samplesOf(operationId);
      for (const { outcome, request } of [failure!, success!]) {
        const option = `A request that ${outcome === 'success' ? 'succeeds' : 'fails'}`;
        await console.getByLabel('Start from').selectOption(option);
        const { path, headers, body, rawBody } = request;
        const text = rawBody ?? (body ? JSON.stringify(body, null, 2) : '');
        const parts = [method.toUpperCase(), path, headers?.['X-Session-API-Key'], text];
        await expectSent(console, parts.join(' '));
      }
    }
    let console = await openAt('startSandbox');
    await console.getByLabel('API key').fill('other');
    await console.getByLabel('sandbox_spec_id').fill('a b&c/ü');
    const query = 'sandbox_spec_id=a+b%26c%2F%C3%BC';
    await expectSent(console, `POST /api/v1/sandboxes?${query} other `);
    console = await openAt('listAppConversations');
    await console.getByLabel('ids').fill('one\ntwo');
    await expectSent(console, 'GET /api/v1/app-conversations?ids=one&ids=two any ');
    console = await openAt('startAppConversation');
    await console.getByLabel('Body').fill('{"title": 7}');
    await console.getByText('body /title').waitFor();
    await expectSent(console, 'POST /api/v1/app-conversations any {"title": 7}');
  });

  test('the console offers the ids that exist for the key, and takes one', async () => {
    const service = await startMock({ clock: 'requests', startupTimeInMs: 1 });
    const headers = { 'X-Session-API-Key': 'other' };
    const started = await fetch(`${service}/api/v1/sandboxes`, { method: 'POST', headers });
    const { id } = (await started.json()) as { id: string };
    const { page } = await open('operations/pauseSandbox.html', { service });
    const console = await openConsole(page, service);
    await console.getByLabel('API key').fill('other');
    await console.getByLabel('API key').press('Tab');
    expect(await page.locator('datalist option').getAttribute('value')).toBe(id);
    expect(await console.getByLabel('sandbox_id').inputValue()).toBe(id);
    await send(console);
    await console.getByText(/^200 OK/).waitFor();
    // What a reader has typed stays, whether it exists or not.
    await console.getByLabel('sandbox_id').fill('sbx-of-the-reader');
    const options = page.locator('datalist option');
    for (const [key, count] of [
      ['another', 0],
      ['other', 1],
    ] as const) {
      await console.getByLabel('API key').fill(key);
      await console.getByLabel('API key').press('Tab');
      await expect.poll(() => options.count(), timeout).toBe(count);
    }
    expect(await console.getByLabel('sandbox_id').inputValue()).toBe('sbx-of-the-reader');
    await console.getByLabel('sandbox_id').fill(' ');
    await send(console);
    await console.getByText('sandbox_id is required.').waitFor();
    expect(await page.evaluate(() => document.activeElement!.id)).toBe('field-sandbox_id');
  });

  test('a server of --connect is chosen first, and has no key of its own', async () => {
    const { page } = await open('operations/getSettings.html');
    await page.evaluate(() => {
      document.documentElement.dataset['connect'] = 'https://api.example https://other.example';
    });
    await page.getByRole('button', { name: 'Try it' }).click();
    const console = page.getByRole('dialog');
    expect(await console.getByLabel('Server').inputValue()).toBe('https://api.example');
    expect(await console.getByLabel('API key').inputValue()).toBe('');
  });

  test('a broken response is reported; secrets and the key are kept nowhere', async () => {
    const [secret, key] = ['secret-of-a-sandbox', 'sk-of-the-reader'];
    const { service, received } = await startRecorder({
      items: [{ id: 7, session_api_key: secret }],
    });
    const { page } = await open('operations/searchSandboxes.html', { service });
    const console = await openConsole(page, service);
    await console.getByLabel('API key').fill(key);
    await send(console);
    await console.getByText(/^Violates the contract: \d violations/).waitFor();
    await console.getByText('/items/0/id').waitFor();
    await console.getByText('"[secret]"').waitFor();
    expect(received.join()).toContain(key);
    const kept = await page.evaluate(() => {
      const { cookie, URL: url } = document;
      return JSON.stringify([localStorage, sessionStorage, cookie, url, history.state]);
    });
    expect(kept + (await page.content())).not.toMatch(new RegExp(`${secret}|${key}`));
  });

  test.each([
    ['http://127.0.0.1:1', 'npm exec --no -- agent-conversation-mock --port 1'],
    ['https://127.0.0.1:1', 'This page may call this machine only'],
    ['http://api.example', 'This page may call this machine only'],
  ])('the console says of the server %s: %s', async (service, message) => {
    const { page, faults } = await open('operations/startSandbox.html', { service });
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    const console = await openConsole(page, service);
    await send(console);
    await console.getByText(message).waitFor();
    const isCalled = requests.some((url) => url.startsWith(service));
    expect(isCalled).toBe(message.startsWith('npm exec'));
    expect(faults().filter((it) => !it.includes('ERR_'))).toEqual([]);
  });

  test('tabs are chosen by keyboard; the language is kept on the next page', async () => {
    const { page } = await open('operations/pauseSandbox.html');
    const tabs = (name: string) => page.getByRole('radio', { name, exact: true });
    const selected = (name: string) =>
      tabs(name).evaluateAll((all) => all.map((it) => (it as HTMLInputElement).checked));
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
    expect(page.url()).toMatch(/pauseSandbox\.html$/);
  });

  test('the former address of something that has moved to another page leads there', async () => {
    const { page, faults } = await open('index.html');
    // The page of an operation that was renamed.
    const gone = `${root()}operations/stopSandbox.html`;
    const moved =
      '<ul class="moved"><li id="stopSandbox.200"><a href="pauseSandbox.html#pauseSandbox.200">Pause</a></li></ul>';
    const body = files.get('operations/resumeSandbox.html')!.replace('</main>', `${moved}</main>`);
    await page.route(gone, (route) => route.fulfill({ body, contentType: 'text/html' }));
    await page.goto(`${gone}#stopSandbox.200`);
    await page.waitForURL(/operations\/pauseSandbox\.html#pauseSandbox\.200$/);
    expect(faults()).toEqual([]);
  });

  test('the theme has three states, which are kept, also by the search', async () => {
    const { page } = await open('index.html', { colorScheme: 'light' });
    const button = page.getByRole('button', { name: 'Theme' });
    const look = async () => [
      await button.getAttribute('aria-label'),
      await page.evaluate(() => getComputedStyle(document.body).backgroundColor),
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
    const { page } = await open('index.html', { viewport: { width: 390, height: 800 } });
    const menu = page.getByRole('navigation', { name: 'Contents' });
    const link = menu.getByRole('link', { name: 'Errors' });
    expect(await link.isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Contents' }).click();
    await link.waitFor();
    await menu.getByText('Schemas', { exact: true }).click();
    await menu.getByRole('link', { name: 'All schemas' }).waitFor();
    await page.keyboard.press('Escape');
    await link.waitFor({ state: 'hidden' });
    expect(await focused(page)).toBe('Contents');
  });

  test('Tab walks the page, and the console until Escape closes it', async () => {
    const { page } = await open('operations/pauseSandbox.html');
    const stops = await stopsOf(page);
    expect(stops[0]!.name).toBe('A #content');
    const inMenu = stops.filter(({ part }) => part === 'A');
    expect(inMenu).toHaveLength(await page.locator('#menu a').count());
    expect(stops.filter(({ isSeen }) => !isSeen)).toEqual([]);

    await page.getByRole('button', { name: 'Try it' }).press('Enter');
    const console = page.getByRole('dialog');
    await console.waitFor();
    const inside = await stopsOf(page);
    expect(inside.length).toBeGreaterThan(4);
    expect(inside.filter(({ part, isSeen }) => part !== 'DIALOG' || !isSeen)).toEqual([]);
    await page.keyboard.press('Escape');
    await console.waitFor({ state: 'hidden' });
    expect(await focused(page)).toBe('Try it');
  });

  // `npm run check` looks at every kind of page.
  test('an operation and its console: axe has no findings', async () => {
    const { page } = await open('operations/pauseSandbox.html');
    expect(await axe(page)).toEqual([]);
    await openConsole(page, 'http://127.0.0.1:1');
    expect(await axe(page)).toEqual([]);
  });
});

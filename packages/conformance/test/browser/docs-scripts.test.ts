import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { createMock } from '@agent-conversation/mock';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { browserProgram, demandBrowser, type Visit, visit } from '@agent-conversation/cli/browser';
import { writeSite } from './docs-scripts-site.ts';

demandBrowser('THE SCRIPTS OF THE DOCS WERE NOT RUN');

const samples = [
  {
    operation: 'searchSandboxes',
    method: 'GET',
    path: '/api/v1/sandboxes/search?limit=1',
    status: 200,
  },
  {
    operation: 'pauseSandbox',
    method: 'POST',
    path: '/api/v1/sandboxes/sbx-unknown/pause',
    status: 200,
  },
  { operation: 'renamed', method: 'GET', path: '/api/settings', status: 200 },
];

/** What a service answers that does not keep to the contract. */
const wrongAnswer = { items: [{ id: 7, session_api_key: 'hidden-7c1f' }], next_page_id: null };

describe.runIf(browserProgram)('the scripts of the docs', () => {
  const folder = mkdtempSync(join(tmpdir(), 'agent-conversation-docs-scripts-'));
  const complaints: string[] = [];
  let site: Visit;
  let context: BrowserContext | undefined;
  let mock: { readonly url: string; readonly close: () => Promise<void> };
  let wrong: Server;
  let answerNow: () => void = () => {};
  let wrongRequests: string[];

  beforeAll(async () => {
    await writeSite(folder, samples);
    const app = new Hono().use(
      '/docs/*',
      serveStatic({ root: folder, rewriteRequestPath: (path) => path.slice('/docs'.length) }),
    );
    site = await visit(app.get('/', ({ text }) => text('')).fetch);
    mock = await createMock({ examples: true, clock: 'manual' }).listen();
    wrong = createServer((request, response) => {
      const headers = {
        'Access-Control-Allow-Origin': request.headers.origin,
        'Access-Control-Allow-Headers': 'x-session-api-key',
        'Content-Type': request.url === '/api/settings' ? 'text/plain' : 'application/json',
      };
      if (request.method === 'OPTIONS') {
        response.writeHead(204, headers).end();
        return;
      }
      wrongRequests.push(request.url!);
      answerNow = () => response.writeHead(200, headers).end(JSON.stringify(wrongAnswer));
    }).listen(0, '127.0.0.1');
    await once(wrong, 'listening');
  });
  afterAll(async () => {
    await site.leave();
    await mock.close();
    wrong.close();
    rmSync(folder, { recursive: true });
  });
  afterEach(() => context?.close());

  const hostOf = (address: string) => new URL(address).host;
  const wrongHost = () => `127.0.0.1:${(wrong.address() as AddressInfo).port}`;

  const onServer = (path: string) => `${site.origin}/docs/${path}`;
  const onDisk = (path: string) => new URL(path, pathToFileURL(`${folder}/`)).href;

  /** Opens a page of the site in a browser that knows nothing yet. */
  async function open(
    address: string,
    options: BrowserContextOptions & { mock?: string; prepare?: () => void } = {},
  ): Promise<Page> {
    const { mock: host, prepare, ...rest } = options;
    const browser = site.page.context().browser()!;
    context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...rest });
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    if (host) {
      await context.addInitScript((value) => {
        localStorage.setItem('agent-conversation.mock', value);
      }, host);
    }
    if (prepare) await context.addInitScript(prepare);
    const page = await context.newPage();
    page.on('pageerror', ({ message }) => complaints.push(message));
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
    });
    await page.goto(address);
    return page;
  }

  describe.each([
    ['from a server', onServer],
    ['from file:', onDisk],
  ])('%s', (_, addressOf) => {
    const focused = (page: Page) =>
      page.evaluate(() => {
        const { id, className, tagName } = document.activeElement!;
        return id || className || tagName;
      });

    test('the theme follows the system until one is chosen, which then holds', async () => {
      const page = await open(addressOf('index.html'), { colorScheme: 'dark' });
      const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
      const dark = await background();
      await page.emulateMedia({ colorScheme: 'light' });
      await eventually(background).not.toBe(dark);

      await page.getByRole('button', { name: 'Switch to the dark theme' }).click();
      expect(await background()).toBe(dark);
      await page.emulateMedia({ colorScheme: 'dark' });
      await page.emulateMedia({ colorScheme: 'light' });
      await eventually(async () => {
        await page.goto(addressOf('operations/pauseSandbox.html'));
        return background();
      }).toBe(dark);
      await page.getByRole('button', { name: 'Switch to the light theme' }).waitFor();
    });

    test('the language of the samples is chosen for all of them, and kept', async () => {
      const page = await open(addressOf('index.html'));
      const visible = () => page.locator('.sample code:visible').allInnerTexts();
      expect((await visible()).every((text) => text.startsWith('curl'))).toBe(true);
      await page.getByRole('button', { name: 'TypeScript' }).nth(1).click();
      await eventually(async () => {
        await page.goto(addressOf('operations/pauseSandbox.html'));
        return visible();
      }).toEqual(samples.map(({ path }) => `// ${path}\n`));
      expect(await page.getByRole('button', { name: 'TypeScript', pressed: true }).count()).toBe(3);
      expect(await page.getByRole('button', { name: 'curl', pressed: true }).count()).toBe(0);
    });

    test.each([
      ['with a clipboard', 0, () => {}],
      [
        'without one',
        1,
        () => Object.defineProperty(Navigator.prototype, 'clipboard', { value: undefined }),
      ],
    ])('copies code %s, and says so', async (__, index, prepare) => {
      const page = await open(addressOf('index.html'), { prepare });
      const button = page.locator('.copy:visible').nth(index);
      await button.focus();
      await page.keyboard.press('Enter');
      await eventually(() => page.locator('.announcement').textContent()).toBe('Copied');
      expect(await button.textContent()).toBe('Copied');
      await eventually(() => button.textContent()).toBe('Copy');
      await page.keyboard.press('/');
      const input = page.getByRole('combobox', { name: 'Search' });
      await input.press('ControlOrMeta+V');
      expect(await input.inputValue()).toBe(`curl ${samples[index]!.path}`);
    });

    test('nothing breaks where nothing may be stored', async () => {
      const page = await open(addressOf('index.html'), {
        colorScheme: 'light',
        prepare: () =>
          Object.defineProperty(globalThis, 'localStorage', {
            get: () => {
              throw new DOMException('forbidden', 'SecurityError');
            },
          }),
      });
      await page.getByRole('button', { name: 'Switch to the dark theme' }).click();
      await page.emulateMedia({ colorScheme: 'dark' });
      await page.emulateMedia({ colorScheme: 'light' });
      await page.getByRole('button', { name: 'TypeScript' }).first().click();
      expect(await page.locator('html').getAttribute('class')).toBe('js dark');
      expect(await page.locator('html').getAttribute('data-language')).toBe('typescript');
    });

    test('the menu of a narrow screen opens and closes, by keyboard too', async () => {
      const page = await open(addressOf('index.html'), { viewport: { width: 390, height: 800 } });
      const button = page.locator('.menu-button');
      const menu = page.locator('#menu');
      expect(await menu.isVisible()).toBe(false);

      await button.focus();
      await page.keyboard.press('Enter');
      expect(await button.getAttribute('aria-expanded')).toBe('true');
      expect(await menu.isVisible()).toBe(true);
      const stops: string[] = [];
      for (let step = 0; step < 5; step += 1) {
        await page.keyboard.press('Tab');
        stops.push(
          await page.evaluate(
            () => document.activeElement!.closest('header, #menu')?.tagName ?? '',
          ),
        );
      }
      expect(stops).toEqual(['HEADER', 'HEADER', 'NAV', 'NAV', 'NAV']);
      await page.keyboard.press('Escape');
      expect(await menu.isVisible()).toBe(false);
      expect(await focused(page)).toContain('menu-button');
      await page.keyboard.press('Escape');
      expect(await button.getAttribute('aria-expanded')).toBe('false');

      await button.click();
      await menu.getByRole('link', { name: 'Lower' }).click();
      expect(await menu.isVisible()).toBe(false);
      await eventually(() => focused(page)).toBe('lower');
      await button.click();
      await page.setViewportSize({ width: 1280, height: 800 });
      await eventually(() => page.locator('[inert]').count()).toBe(0);
    });

    test('a link into a page leads there, also into what is folded', async () => {
      const page = await open(addressOf('operations/pauseSandbox.html#lower'));
      expect(await focused(page)).toBe('lower');
      expect(await page.locator('#lower').isVisible()).toBe(true);
      const current = () => page.locator('[aria-current="location"]').allInnerTexts();
      expect(await current()).toEqual(['Lower', 'Lower']);
      await page.getByLabel('On this page').getByRole('link', { name: 'Pause' }).click();
      await eventually(() => focused(page)).toBe('pauseSandbox');
      expect(await current()).toEqual(['Pause']);
      expect(await page.locator('#lower').getAttribute('tabindex')).toBeNull();

      // Not every browser unfolds by itself.
      await page.locator('details').evaluate((details) => details.removeAttribute('open'));
      await page.evaluate(() => {
        history.replaceState(null, '', '#lower');
        dispatchEvent(new HashChangeEvent('hashchange'));
      });
      expect(await page.locator('#lower').isVisible()).toBe(true);
      expect(await focused(page)).toBe('lower');
      await page.evaluate(() => (location.hash = '#%E0%A4%A'));
      await eventually(current).toEqual([]);
    });

    test('the search is steered by the keyboard alone', async () => {
      const page = await open(addressOf('operations/pauseSandbox.html'));
      const requested: string[] = [];
      page.on('request', (request) => requested.push(request.url()));
      await page.locator('.search-button').focus();
      await eventually(() => requested.map((url) => url.split('/').at(-1))).toEqual([
        'search.js',
        'search-index.js',
      ]);
      await page.keyboard.press('Enter');
      const input = page.getByRole('combobox', { name: 'Search', expanded: false });
      expect(await focused(page)).toBe('search-input');
      expect(await page.locator('.search-status').textContent()).toMatch(/^Type part of/);

      await page.keyboard.type('sandbox id');
      await page.getByRole('combobox', { expanded: true }).waitFor();
      expect(await page.locator('.search-status').textContent()).toMatch(/^3 results/);
      expect(await page.getByRole('listbox').getByRole('group').count()).toBe(2);
      const member = page.getByRole('group', { name: 'Members' }).getByRole('option');
      expect(await member.locator('.search-title mark').allTextContents()).toEqual(['sandbox_id']);
      expect(await member.locator('.search-text').textContent()).toMatch(/^….*sandbox/);

      const active = () =>
        page.evaluate(() => {
          const selected = document.querySelectorAll('[aria-selected="true"]');
          const id = document.activeElement!.getAttribute('aria-activedescendant');
          return selected.length === 1 && selected[0]!.id === id
            ? selected[0]!.querySelector('.search-title')!.textContent
            : selected.length;
        });
      const press = async (key: string) => {
        await page.keyboard.press(key);
        return active();
      };
      expect(await active()).toBe(0);
      const titles = await page.locator('.search-title').allTextContents();
      expect(await press('ArrowDown')).toBe(titles[0]);
      expect(await press('ArrowDown')).toBe(titles[1]);
      expect(await press('End')).toBe(titles[2]);
      expect(await press('ArrowDown')).toBe(titles[0]);
      expect(await press('ArrowUp')).toBe(titles[2]);
      expect(await press('Home')).toBe(titles[0]);
      expect(await focused(page)).toBe('search-input');

      await page.keyboard.press('Escape');
      expect(await focused(page)).toContain('search-button');
      await page.keyboard.press('ControlOrMeta+k');
      await page.keyboard.type('xqz');
      expect(await page.locator('.search-status').textContent()).toMatch(
        /^Nothing found for “xqz”/,
      );
      expect(await input.getAttribute('aria-expanded')).toBe('false');
      await page.keyboard.press('Enter');
      await page.keyboard.press('ControlOrMeta+A');
      await page.keyboard.type('resmue');
      await page.keyboard.press('Enter');
      await page.waitForURL(addressOf('index.html#resumeSandbox'));
    });

    test('a result on the same page closes the search and takes the focus along', async () => {
      const page = await open(addressOf('index.html'));
      await page.keyboard.press('/');
      await page.getByRole('combobox').fill('app conversation');
      await page.getByRole('option', { name: 'sandbox_id' }).click();
      await eventually(() => focused(page)).toBe('lower');
      expect(await page.locator('dialog').isVisible()).toBe(false);
      await page.keyboard.press('/');
      await page.emulateMedia({ media: 'print' });
      expect(await page.locator('dialog').isVisible()).toBe(false);
    });

    test('what is typed before the search is there is not lost', async () => {
      const page = await open(addressOf('index.html'));
      let answer = (): void => {};
      const typed = new Promise<void>((resolve) => (answer = resolve));
      await page.route('**/search.js', async (route) => {
        await typed;
        await route.continue();
      });
      await page.keyboard.press('/');
      await page.keyboard.type('resume sandbox');
      answer();
      await page.getByRole('option').first().waitFor();
      expect(await page.getByRole('combobox').inputValue()).toBe('resume sandbox');
    });

    test('a sign in a text is not a shortcut', async () => {
      const page = await open(addressOf('index.html'), { mock: hostOf(mock.url) });
      await page.locator('.run').first().click();
      const input = page.getByLabel('Address of the mock');
      await input.press('/');
      expect(await input.inputValue()).toContain('/');
      expect(await page.locator('dialog[open]').count()).toBe(0);
    });

    test('a sample is sent to the mock, and its answer judged', async () => {
      const page = await open(addressOf('operations/pauseSandbox.html'), {
        mock: hostOf(mock.url),
      });
      const [search, pause] = [page.locator('#sample-0'), page.locator('#sample-1')];
      await search.locator('.run').focus();
      await page.keyboard.press('Enter');
      const result = search.getByRole('status');
      await eventually(() => result.textContent()).toMatch(
        /^200 OK after \d+ ms\.The contract holds\.$/,
      );
      const body = JSON.parse((await search.locator('.run-details code').textContent())!) as {
        items: { id: string; session_api_key: string }[];
      };
      expect(body.items).toMatchObject([{ id: 'sbx-4kq7m2xw', session_api_key: '[secret]' }]);

      await pause.locator('.run').click();
      await eventually(() => pause.getByRole('status').textContent()).toMatch(
        /^404 Not Found after \d+ ms\.The contract holds\.The sample shows 200\.$/,
      );
    });

    test('an answer that breaks the contract is told place by place; no secret is shown', async () => {
      wrongRequests = [];
      const page = await open(addressOf('index.html'), { mock: wrongHost() });
      const sample = page.locator('#sample-0');
      const button = sample.locator('.run');
      await button.click();
      await eventually(() => wrongRequests.length).toBe(1);
      expect(await button.getAttribute('aria-disabled')).toBe('true');
      await button.click({ force: true });
      answerNow();
      await eventually(() => sample.getByRole('status').textContent()).toMatch(
        /The contract does not hold, in \d places\./,
      );
      expect(wrongRequests).toHaveLength(1);
      expect(await button.getAttribute('aria-disabled')).toBe('false');
      expect(await sample.locator('.run-violations li').allTextContents()).toContain(
        'body /items/0/id must be a string',
      );
      expect(await page.content()).not.toContain('hidden-7c1f');
    });

    test('nobody answers: it says how to start the mock', async () => {
      const free = createServer().listen(0, '127.0.0.1');
      await once(free, 'listening');
      const { port } = free.address() as AddressInfo;
      free.close();
      const page = await open(addressOf('index.html'), { mock: `localhost:${port}` });
      const sample = page.locator('#sample-0');
      await sample.locator('.run').click();
      await eventually(() => sample.getByRole('status').textContent()).toContain(
        `answered at localhost:${port}. Start the mock`,
      );
      const command = sample.locator('.run-details figure');
      expect(await command.locator('code').textContent()).toBe(
        `npx agent-conversation-mock --examples --port ${port}`,
      );
      await command.getByRole('button', { name: 'Copy' }).click();
      await eventually(() => page.evaluate(() => navigator.clipboard.readText())).toBe(
        `npx agent-conversation-mock --examples --port ${port}`,
      );
    });

    test('other machines are refused, and an address is kept', async () => {
      const page = await open(addressOf('index.html'), { mock: hostOf(mock.url) });
      const sample = page.locator('#sample-0');
      const requested: string[] = [];
      await sample.locator('.run').click();
      await eventually(() => sample.getByRole('status').textContent()).toMatch(/^200/);
      page.on('request', (request) => requested.push(request.url()));
      const input = sample.getByLabel('Address of the mock');
      await input.fill('evil.example:80');
      await sample.locator('.run').click();
      await eventually(() => sample.getByRole('status').textContent()).toMatch(
        /^Samples are sent to this machine only/,
      );
      expect(await input.getAttribute('aria-invalid')).toBe('true');
      expect(await input.evaluate((element) => element === document.activeElement)).toBe(true);
      expect(requested).toEqual([]);

      await input.fill(wrongHost());
      await page.keyboard.press('Enter');
      expect(await input.getAttribute('aria-invalid')).toBe('false');
      expect(await page.evaluate(() => localStorage.getItem('agent-conversation.mock'))).toBe(
        wrongHost(),
      );
    });
  });

  describe.each(['light', 'dark'] as const)('in the %s theme', (colorScheme) => {
    test.each([1280, 390])('axe finds nothing at %d px', async (width) => {
      wrongRequests = [];
      const viewport = { width, height: 800 };
      const page = await open(onServer('index.html'), { colorScheme, viewport, mock: wrongHost() });
      await page.locator('#sample-0 .run').click();
      await eventually(() => wrongRequests.length).toBe(1);
      answerNow();
      await page.locator('.run-violations').waitFor();
      await page.locator('.run-address input').fill('evil.example:1');
      await page.keyboard.press('Tab');
      expect(await violations(page)).toEqual([]);
      expect(await overflow(page)).toBe(0);

      await page.keyboard.press('/');
      await page.getByRole('combobox').waitFor();
      expect(await violations(page)).toEqual([]);
      await page.getByRole('combobox').fill('sandbox');
      await page.getByRole('option').first().waitFor();
      await page.keyboard.press('ArrowDown');
      expect(await page.getByRole('option', { selected: true }).count()).toBe(1);
      expect(await violations(page)).toEqual([]);
      expect(await overflow(page)).toBe(0);
      await page.keyboard.press('Escape');
    });

    test('axe finds nothing in the open menu', async () => {
      const viewport = { width: 390, height: 800 };
      const page = await open(onServer('index.html'), { colorScheme, viewport });
      await page.locator('.menu-button').click();
      expect(await page.locator('#menu').isVisible()).toBe(true);
      expect(await violations(page)).toEqual([]);
    });
  });

  test('nothing of this makes the browser complain', () => {
    // Those of the network are not the page's own.
    expect(complaints.filter((text) => !text.includes('Failed to load resource'))).toEqual([]);
  });
});

/** Waits for a value: the machine may be busy, and from `file:` each page has a process of its own. */
function eventually<T>(read: () => T) {
  return expect.poll(read, { timeout: 10_000 });
}

const axe = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** What axe complains of, with the elements. */
async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  const found = await page.evaluate('axe.run({ preload: false })');
  return (found as { violations: { id: string; nodes: { html: string }[] }[] }).violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`,
  );
}

/** By how many pixels the page is wider than its window. */
function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
}

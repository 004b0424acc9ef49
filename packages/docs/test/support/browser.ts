/** The built documentation in a real browser: served below `/docs/`, or from the disk. */
import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { launchBrowser } from '@agent-conversation/testing/browser';
import { createMock, type Listening } from '@agent-conversation/mock';
import type * as Axe from 'axe-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { listen, type Server } from '@agent-conversation/testing/listen';
import { files } from './site.ts';

/** Long enough for any machine: a test does not fail because it is slow. */
export const timeout = { timeout: 120_000 };

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.json': 'application/json',
};

function respond({ url }: Request): Response {
  const path = new URL(url).pathname.slice('/docs/'.length);
  const type = types[posix.extname(path)] ?? 'text/plain';
  return new Response(files.get(path) ?? null, {
    status: files.has(path) ? 200 : 404,
    headers: {
      'Content-Type': `${type}; charset=utf-8`,
      ...(type !== 'text/html' && { 'Cache-Control': 'max-age=600' }),
    },
  });
}

/**
 * Starts a browser, a server of the documentation, and a mock for the tests of a suite.
 *
 * @returns where they are, and a function that opens a page until the end of a test
 */
export function openDocs() {
  let browser: Browser;
  let mock: Listening;
  let server: Server;
  let close = async (): Promise<void> => {};
  const root = () => `${server.url}/docs/`;

  beforeAll(async () => {
    server = await listen(respond);
    mock = await createMock({ examples: true, clock: 'manual' }).listen();
    browser = await launchBrowser();
  });
  afterEach(() => close());
  afterAll(async () => {
    await browser.close();
    await mock.close();
    server.close();
  });

  /** Opens a window of its own, which remembers where the mock is and nothing else. */
  async function open(
    path: string,
    options: BrowserContextOptions & { from?: string; service?: string } = {},
  ) {
    const { from = root(), service = mock.url, ...rest } = options;
    const context = await browser.newContext({
      viewport: { width: 1280, height: 800 },
      reducedMotion: 'reduce',
      ...rest,
    });
    close = () => context.close();
    context.setDefaultTimeout(timeout.timeout);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    if (rest.javaScriptEnabled !== false)
      await context.addInitScript((host) => {
        // When the page's own scripts look for it, and not before: a page from a disk has no storage until then.
        const set = () => localStorage.setItem('agent-conversation.mock', host);
        document.addEventListener('readystatechange', set, { once: true });
      }, new URL(service).host);
    const page = await context.newPage();
    const faults = watch(page, [from, service]);
    await page.goto(from + path);
    return { page, faults };
  }

  return { root, service: () => mock.url, open };
}

/**
 * Collects what goes wrong while pages are open in a tab: errors and warnings in the console, which has failed requests
 * too, errors of scripts, and requests to an address that does not begin with an allowed one.
 *
 * @returns what went wrong since the last call
 */
function watch(page: Page, allowed: readonly string[]): () => string[] {
  const found: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) found.push(message.text());
  });
  page.on('pageerror', (error) => found.push(`error: ${error.message}`));
  page.on('request', (request) => {
    const url = request.url();
    if (!['data:', ...allowed].some((start) => url.startsWith(start)))
      found.push(`request to elsewhere: ${url}`);
  });
  return () => found.splice(0);
}

const axeSource = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/**
 * Returns what axe-core reports of a page as it is now: the rule and some elements of each violation.
 *
 * @param rules the rules to apply; by default all that axe applies by itself
 */
export async function axe(page: Page, ...rules: readonly string[]): Promise<string[]> {
  // What a test evaluates is not bound by the policy of the page.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeSource);
  return page.evaluate(async (values) => {
    const { axe: run } = globalThis as unknown as { axe: typeof Axe };
    const options: Axe.RunOptions = { resultTypes: ['violations'] };
    if (values.length > 0) options.runOnly = { type: 'rule', values: [...values] };
    const { violations } = await run.run(document, options);
    return violations.map(({ id, nodes }) =>
      [id, ...nodes.slice(0, 5).map(({ target }) => target.join(' '))].join(' | '),
    );
  }, rules);
}

/** Returns elements that are wider than the window, if the page is. */
export function overflowing(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    return [...document.body.querySelectorAll('*')]
      .filter((it) => it.getBoundingClientRect().right + scrollX > clientWidth + 0.5)
      .slice(0, 5)
      .map((it) => `${it.tagName}#${it.id}.${it.getAttribute('class')}`);
  });
}

/** Opens everything that a click opens without a script. */
export async function unfold(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const details of document.querySelectorAll('details')) details.open = true;
  });
}

/** Returns the texts in the content of a page that are not visible. Buttons need scripts, and drawings have names. */
export function hiddenTexts(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('main *')].flatMap((element) => {
      const own = [...element.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE);
      const texts = own.map(({ textContent }) => textContent!.trim()).filter((it) => it !== '');
      const options = { opacityProperty: true, visibilityProperty: true };
      return element.closest('button, title, desc') || element.checkVisibility(options)
        ? []
        : texts;
    }),
  );
}

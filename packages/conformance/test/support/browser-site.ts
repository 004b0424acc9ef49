/** The built documentation, open in a real browser: served below `/docs/`, or from the disk. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { posix } from 'node:path';
import { launchBrowser } from '@agent-conversation/testing/browser';
import { createMock, type Listening } from '@agent-conversation/mock';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { watch } from './browser-page.ts';
import { attribute, elements, type Site } from './docs-site.ts';

/** Long enough for any machine: a test does not fail because it is slow. */
export const patience = { timeout: 120_000 };

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.json': 'application/json',
};

/** Serves a site, with the policy of each page also as a header. */
function serverOf(site: Site) {
  return createServer(({ url = '' }, response) => {
    const path = new URL(url, 'http://site').pathname.slice('/docs/'.length) || 'index.html';
    const text = site.texts.get(path);
    const page = site.pages.get(path);
    const [policy] = page ? elements(page, 'meta[http-equiv=Content-Security-Policy]') : [];
    response.writeHead(text === undefined ? 404 : 200, {
      ...(page ? {} : { 'Cache-Control': 'max-age=600' }),
      'Content-Type': `${types[posix.extname(path)] ?? 'text/plain'}; charset=utf-8`,
      ...(policy && { 'Content-Security-Policy': attribute(policy, 'content') }),
    });
    response.end(text);
  });
}

/**
 * Starts a browser, a server of the site, and a mock for the tests of a suite.
 *
 * @returns where they are, and a function that opens a page until the end of a test
 */
export function openedSite(site: Site) {
  const server = serverOf(site);
  let browser: Browser;
  let mock: Listening;
  let root: string;
  let close = async (): Promise<void> => {};

  beforeAll(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    root = `http://127.0.0.1:${(server.address() as AddressInfo).port}/docs/`;
    mock = await createMock({ examples: true, clock: 'manual' }).listen();
    browser = await launchBrowser();
  });
  afterEach(() => close());
  afterAll(async () => {
    await browser.close();
    await mock.close();
    server.closeAllConnections();
    server.close();
  });

  /** Opens a window of its own, which remembers where the mock is and nothing else. */
  async function open(
    path: string,
    options: BrowserContextOptions & { from?: string; service?: string } = {},
  ) {
    const { from = root, service = mock.url, ...rest } = options;
    const context = await browser.newContext({
      viewport: { width: 1280, height: 800 },
      reducedMotion: 'reduce',
      ...rest,
    });
    close = () => context.close();
    context.setDefaultTimeout(patience.timeout);
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

  return { root: () => root, service: () => mock.url, open };
}

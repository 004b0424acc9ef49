import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { type Browser, chromium, type Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { findBrowser, howToInstall } from './find-browser.ts';

/** The browser of this machine; undefined if there is none. */
export const browserProgram: string | undefined = findBrowser(process.env);

/**
 * Adds a test that there is a browser: without one the other tests of a file are left out, which is told
 * here, and fails in CI.
 *
 * @param omission what is not done then, such as `THE DOCS WERE NOT LOOKED AT`
 */
export function demandBrowser(omission: string): void {
  test('there is a browser', (context) => {
    if (!browserProgram && !process.env['CI']) {
      console.error(`\n${omission}. ${howToInstall}\n`);
      context.skip(howToInstall);
    }
    expect(browserProgram, howToInstall).toBeDefined();
  });
}

/** Starts the browser of this machine. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: browserProgram!,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
  });
}

/** A page in a real browser, and the site on loopback that it is of. */
export interface Visit {
  readonly page: Page;
  readonly origin: string;
  /** Ends browser and site. */
  readonly leave: () => Promise<void>;
}

/**
 * Opens the first page of a site.
 *
 * @param fetch answers as the site
 * @param listen is given the page before anything is loaded
 */
export async function visit(
  fetch: (request: Request) => Response | Promise<Response>,
  listen: (page: Page) => void = () => {},
): Promise<Visit> {
  const site = createAdaptorServer({ fetch });
  site.listen(0, '127.0.0.1');
  await once(site, 'listening');
  const origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  const browser = await launchBrowser();
  const page = await browser.newPage();
  listen(page);
  await page.goto(`${origin}/`, { waitUntil: 'networkidle' });
  return {
    page,
    origin,
    async leave() {
      await browser.close();
      site.close();
    },
  };
}

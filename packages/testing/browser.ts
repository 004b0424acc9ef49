import { once } from 'node:events';
import { accessSync, constants } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { delimiter, join } from 'node:path';
import { createAdaptorServer } from '@hono/node-server';
import { type Browser, chromium, type Page } from 'playwright-core';
import { expect, test } from 'vitest';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** What to do where there is no browser. */
export const howToInstall =
  'No Chromium or Chrome was found. Install one (on Debian: `apt-get install chromium`), or name the ' +
  'program in the environment variable CHROME_PATH.';

/**
 * The path of a Chromium or Chrome: the one named by CHROME_PATH, or the first on the PATH.
 *
 * @returns undefined where there is none
 * @throws {Error} when CHROME_PATH names something that cannot be run
 */
export function findBrowser(env: NodeJS.ProcessEnv): string | undefined {
  const named = env['CHROME_PATH'];
  if (named) {
    if (!isProgram(named))
      throw new Error(`CHROME_PATH names no program that can be run: ${named}`);
    return named;
  }
  const folders = (env['PATH'] ?? '').split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isProgram);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The browser of this machine; undefined if there is none. */
export const browserProgram: string | undefined = findBrowser(process.env);

/**
 * Adds a test that there is a browser. Without one, the other tests of a file are to be skipped: this one says
 * so, and fails in CI.
 *
 * @param omission what is not tested then, such as `THE DOCS WERE NOT TESTED`
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

const flags = '--no-sandbox --disable-gpu --disable-background-networking --no-first-run'.split(
  ' ',
);

/** Launches the browser of this machine. Host names that end with `.example` lead to this machine. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: browserProgram!,
    args: [...flags, '--host-resolver-rules=MAP *.example 127.0.0.1'],
  });
}

/** A page in a real browser, and the loopback site that it shows. */
export interface Visit {
  readonly page: Page;
  readonly origin: string;
  /** Closes the browser and the site. */
  readonly leave: () => Promise<void>;
}

/**
 * Opens the first page of a site.
 *
 * @param fetch responds to the requests of the page
 * @param listen receives the page before anything is loaded
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

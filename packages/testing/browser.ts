import { once } from 'node:events';
import { accessSync, constants } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { delimiter, join } from 'node:path';
import { createAdaptorServer } from '@hono/node-server';
import { type Browser, chromium, type Page } from 'playwright-core';
import { isDemanded } from './left-out.ts';
import { expect, test } from 'vitest';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

export const howToInstall =
  'No Chromium or Chrome was found. Install one (on Debian: `apt-get install chromium`), or name the ' +
  'program in the environment variable CHROME_PATH.';

/** The path of a Chromium or Chrome: the one that CHROME_PATH names, or the first on the PATH. */
export function findBrowser(env: NodeJS.ProcessEnv): string | undefined {
  const named = env['CHROME_PATH'];
  if (named && isProgram(named)) return named;
  if (named) throw new Error(`CHROME_PATH names no program that can be run: ${named}`);
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
 * Adds a test that there is a browser: it fails in CI, unless `.ci/run` leaves the browser out, and is
 * skipped elsewhere, with a message.
 *
 * @param omission what is not tested then, such as `THE DOCS WERE NOT TESTED`
 */
export function demandBrowser(omission: string): void {
  test('there is a browser', (context) => {
    if (!browserProgram && !isDemanded('chromium')) {
      console.error(`\n${omission}. ${howToInstall}\n`);
      context.skip(howToInstall);
    }
    expect(browserProgram, howToInstall).toBeDefined();
  });
}

/** Launches the browser of this machine. Host names that end with `.example` lead to this machine. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: browserProgram!,
    args: ['--disable-gpu', '--host-resolver-rules=MAP *.example 127.0.0.1'],
  });
}

/**
 * Opens the first page of a site on this machine in a real browser.
 *
 * @param fetch responds to the requests of the page
 * @param listen receives the page before anything is loaded
 */
export async function visit(
  fetch: (request: Request) => Response | Promise<Response>,
  listen: (page: Page) => void = () => {},
) {
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
    /** Closes the browser and the site. */
    leave: async () => {
      await browser.close();
      site.close();
    },
  };
}

export type Visit = Awaited<ReturnType<typeof visit>>;

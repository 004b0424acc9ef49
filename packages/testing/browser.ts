/** A browser for tests and the bench. */
import { findBrowser } from './find-browser.ts';
import { type Browser, chromium, type Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { isDemanded } from './left-out.ts';
import { listen as listenTo } from './listen.ts';

export const howToInstall =
  'No Chromium or Chrome was found. Install one (on Debian: `apt-get install chromium`), or name the ' +
  'program in the environment variable CHROME_PATH.';

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
  const site = await listenTo(fetch);
  const browser = await launchBrowser();
  const page = await browser.newPage();
  listen(page);
  await page.goto(`${site.url}/`, { waitUntil: 'networkidle' });
  return {
    page,
    origin: site.url,
    /** Closes the browser and the site. */
    leave: async () => {
      await browser.close();
      site.close();
    },
  };
}

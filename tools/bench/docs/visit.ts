/// <reference lib="dom" />
import { setTimeout as wait } from 'node:timers/promises';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { type Load, sumUp } from './load.ts';
import type { Profile } from './profiles.ts';
import { countTraffic, type Traffic } from './traffic.ts';
import { type Landmark, type Report, reportName, watch } from './watch.ts';

/** The size of the window, in CSS pixels. */
export const viewport = { width: 1280, height: 800 };
/** How long nothing may happen until a load is over, in milliseconds. */
export const quiet = 1000;
/** The same, where the text is not in view, and may come yet. */
const quietWithoutText = 5000;
/** After how many milliseconds a load is over in any case. */
export const patience = 60_000;
/** Between two looks at the page, in milliseconds. */
const interval = 250;

/**
 * Loads a page with nothing in the cache, until it is readable and at rest; or at rest all the same, or
 * waited for in vain.
 *
 * @throws {Error} when nothing answers
 */
export async function visit(
  browser: Browser,
  url: string,
  landmark: Landmark,
  profile: Profile,
): Promise<Load> {
  const context = await browser.newContext({ viewport });
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    const traffic = await countTraffic(session);
    await session.send('Performance.enable');
    await slowDown(session, profile);
    await page.addInitScript(watch, [landmark, reportName] as const);
    await page.goto(url, { waitUntil: 'commit', timeout: patience });
    const start = await navigationStart(session);
    return sumUp(await rest(page, traffic), traffic, start);
  } catch (error) {
    throw new Error(`${url}: ${(error as Error).message}`, { cause: error });
  } finally {
    await context.close();
  }
}

async function slowDown(session: CDPSession, { slowdown, line }: Profile): Promise<void> {
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  if (!line) return;
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: line.latency,
    downloadThroughput: line.down / 8,
    uploadThroughput: line.up / 8,
  });
}

/** Waits until the page is readable, has loaded, asks for nothing and works on nothing for long. */
async function rest(page: Page, traffic: Traffic): Promise<Report> {
  const end = performance.now() + patience;
  let report: Report = { longTasks: [], shift: 0 };
  let since = performance.now();
  let before = '';
  while (performance.now() < end) {
    // A page that works without a pause does not answer.
    const asked = ask(page);
    // Nobody waits for it any more when the page is closed.
    asked.catch(() => {});
    const answer = await Promise.race([
      asked,
      wait(end - performance.now(), undefined, { ref: false }),
    ]);
    if (answer === undefined) return report;
    report = answer;
    const now = `${report.readable} ${report.longTasks.length} ${traffic.requests}`;
    if (report.loaded === undefined || traffic.open > 0 || now !== before) {
      since = performance.now();
    }
    const enough = report.readable === undefined ? quietWithoutText : quiet;
    if (performance.now() - since >= enough) return report;
    before = now;
    await wait(interval);
  }
  return report;
}

function ask(page: Page): Promise<Report> {
  return page.evaluate(
    (name) => (window as unknown as Record<string, unknown>)[name] as Report,
    reportName,
  );
}

/** When the navigation began, in the clock of the browser's protocol, in seconds. */
async function navigationStart(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'NavigationStart')!.value;
}

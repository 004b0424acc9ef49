/** The docs beside Redoc and Scalar: time to the text, what is transferred, and builds of larger contracts. */
import { globSync, mkdirSync, mkdtempDisposableSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { serveStatic } from '@hono/node-server/serve-static';
import { findBrowser } from '@agent-conversation/cli/browser';
import { howToInstall, visit } from '@agent-conversation/testing/browser';
import { Hono } from 'hono';
import type { Browser } from 'playwright-core';
import { stringify } from 'yaml';
import { columnOf, contractOf, type Size, sizes } from './build.ts';
import { type Plan, type Result, Table } from './results.ts';
import { pauseSandbox, type SiteId, sites } from './sites.ts';

const compared = ['Redoc', 'Scalar', 'ours'] as const;
/** Those whose builds are measured: Scalar has none. */
const built = ['Redoc', 'ours'] as const;

/** Slow: a processor slowed down 4 times, 1.6 Mbit/s, and a latency of 150 ms. */
const profiles = ['fast', 'slow'] as const;
type Profile = (typeof profiles)[number];

const pages = {
  'Start page': { address: () => 'index.html', text: () => 'h1' },
  Operation: {
    address: (id: SiteId) => sites[id].address(pauseSandbox),
    text: (id: SiteId) => `${sites[id].section(pauseSandbox)} p`,
  },
} as const;

/** Compares the docs with Redoc and Scalar in Chromium. @throws {Error} when there is no browser */
export async function benchDocs({ rounds, report }: Plan): Promise<Result> {
  if (findBrowser(process.env) === undefined) throw new Error(howToInstall);
  using folder = mkdtempDisposableSync(join(tmpdir(), 'bench-docs-'));
  const builds = new Table('Docs', report);
  for (const size of sizes) {
    for (const id of size === 9 ? compared : built) {
      const build = () => buildSite(id, size, folder.path);
      await (id === 'Scalar' ? build() : builds.addTime(id, columnOf(size), build));
    }
  }
  for (const file of globSync(join(folder.path, '**/*.{html,css,js,json}')))
    writeFileSync(`${file}.gz`, gzipSync(readFileSync(file)));
  const site = new Hono()
    .get('/', (c) => c.text('bench'))
    .use(serveStatic({ root: folder.path, precompressed: true }));
  const views: Record<string, Table> = {};
  const opened = new Table('Docs', report);
  const { page, origin, leave } = await visit((request) => site.fetch(request));
  const browser = page.context().browser()!;
  try {
    // The first round warms the browser up.
    for (let round = 0; round <= rounds; round++) {
      for (const profile of profiles) {
        for (const [name, { address, text }] of Object.entries(pages)) {
          const table = (views[`${name}, ${profile}`] ??= new Table('Docs', report));
          for (const id of compared) {
            const url = `${origin}/9/${id}/${address(id)}`;
            const view = await measure(browser, url, text(id), profile);
            for (const [column, value] of Object.entries(view))
              if (round > 0) table.add(id, column, value);
          }
        }
      }
      for (const size of sizes) {
        for (const id of built) {
          const url = `${origin}/${size}/${id}/${sites[id].address(pauseSandbox)}`;
          const view = await measure(browser, url, pages.Operation.text(id), 'fast');
          if (round > 0) opened.add(id, columnOf(size), view[text]);
        }
      }
    }
  } finally {
    await leave();
  }
  const largest = (column: string) =>
    Math.max(...Object.values(views).map((table) => table.median('ours', column)));
  const goal = (kind: string, column: string, most: number) =>
    profiles.map((profile) => ({
      name: `${kind}, ${profile}: ${column.replace(', ms', '')}, ratio to Redoc`,
      figure: views[`${kind}, ${profile}`]!.ratio(column, 'ours', 'Redoc'),
      most,
    }));
  const open = (size: Size) => opened.median('ours', columnOf(size));
  const buildOf = (size: Size) => builds.median('ours', columnOf(size)) / size;
  for (const column of sizes.map(columnOf))
    builds.add('ours, ratio to Redoc', column, builds.ratio(column, 'ours', 'Redoc'));
  return {
    title: 'The docs compared with Redoc and Scalar',
    method:
      `The sites are served with gzip on loopback and opened in Chromium with empty caches; medians of ${rounds} interleaved rounds, after one that does not count. ` +
      'Redoc is `redocly build-docs --inlineBundle`; Scalar is its script beside a page with the contract. The operation is `pauseSandbox`, by its address. ' +
      'Slow is a processor slowed down 4 times and a network of 1.6 Mbit/s with a latency of 150 ms. ' +
      'Times are ms from the start of the navigation. Text is the first frame in which the heading of the start page, or the first paragraph of the operation, is in view. ' +
      'Blocking is the sum of what long tasks take over 50 ms until then. Transferred and requests count everything until the network is idle. ' +
      'Larger contracts are made from ours by adding copies of its paths under other names.',
    goals: [
      ...goal('Start page', paint, 0.9),
      ...goal('Start page', text, 0.9),
      ...goal('Operation', text, 0.2),
      { name: 'Transferred for a first view, kB', figure: largest(transferred), most: 40 },
      { name: 'Blocking until the text, ms', figure: largest(blocking), most: 0 },
      {
        name: 'Operation by its address, 1,000 operations, ratio to 9',
        figure: open(1000) / open(9),
        most: 1.3,
      },
      {
        name: 'Build time of an operation, 1,000 operations, ratio to 200',
        figure: buildOf(1000) / buildOf(200),
        most: 1,
      },
    ],
    tables: { ...views, 'Operation by its address, text, ms': opened, 'Build, s': builds },
  };
}

/** Builds a site from a contract of a size, in a folder of its own, with options of Redoc. */
export async function buildSite(
  id: SiteId,
  size: Size,
  folder: string,
  ...options: string[]
): Promise<void> {
  const file = join(folder, `${size}/openapi.json`);
  const output = join(folder, `${size}/${id}`);
  mkdirSync(output, { recursive: true });
  const contract = contractOf(size);
  writeFileSync(file, JSON.stringify(contract, null, 2));
  // The docs offer both formats for download, side by side.
  writeFileSync(file.replace('.json', '.yaml'), stringify(contract));
  await sites[id].build(file, output, ...options);
}

const paint = 'First paint, ms';
const text = 'Text, ms';
const blocking = 'Blocking, ms';
const transferred = 'Transferred, kB';

/** Opens a page in a context of its own: nothing of an earlier load is in its caches. */
async function measure(browser: Browser, url: string, selector: string, profile: Profile) {
  const page = await browser.newPage();
  try {
    const tools = await page.context().newCDPSession(page);
    let bytes = 0;
    let requests = 0;
    tools.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
    tools.on('Network.requestWillBeSent', ({ request }) => {
      if (request.url.startsWith('http')) requests += 1;
    });
    await tools.send('Network.enable');
    if (profile === 'slow') {
      const [latency, throughput] = [150, 1_600_000 / 8];
      const speeds = { latency, downloadThroughput: throughput, uploadThroughput: throughput };
      await tools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
      await tools.send('Network.emulateNetworkConditions', { offline: false, ...speeds });
    }
    await page.addInitScript(watchText, selector);
    await page.goto(url, { waitUntil: 'networkidle', timeout: 120_000 });
    const seen = await page.waitForFunction(() => {
      const [first] = performance.getEntriesByName('first-contentful-paint');
      return first && window.seen && { ...window.seen, painted: first.startTime };
    });
    const { time, tasks, painted } = (await seen.jsonValue())!;
    const over = tasks.map(([from, to]) => Math.max(0, Math.min(to, time) - from - 50));
    return {
      [paint]: painted,
      [text]: time,
      [blocking]: over.reduce((sum, it) => sum + it, 0),
      [transferred]: bytes / 1000,
      Requests: requests,
    } as const;
  } finally {
    await page.close();
    // The next page does not share the processor with the end of this one.
    await wait(500);
  }
}

declare global {
  interface Window {
    seen?: { readonly time: number; readonly tasks: readonly (readonly [number, number])[] };
  }
}

/** Runs in the page from its beginning: notes when an element is in view, and the long tasks. */
function watchText(selector: string): void {
  const tasks: [number, number][] = [];
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries())
      tasks.push([startTime, startTime + duration]);
  }).observe({ type: 'longtask', buffered: true });
  const observer = new IntersectionObserver((entries) => {
    const isSeen = entries.some((it) => it.isIntersecting && it.boundingClientRect.height > 0);
    if (isSeen) window.seen ??= { time: performance.now(), tasks };
  });
  let observed: Element | null = null;
  // Frames of its own would be work that the page does not have.
  new MutationObserver((_, changes) => {
    // Scripts may replace it.
    const element = document.querySelector(selector);
    if (element && element !== observed) observer.observe((observed = element));
    if (window.seen) changes.disconnect();
  }).observe(document, { childList: true, subtree: true });
}

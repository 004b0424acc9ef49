/** The docs beside Redoc: time to the text, and what is transferred for it. */
import {
  cpSync,
  globSync,
  mkdtempDisposableSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { serveStatic } from '@hono/node-server/serve-static';
import { repository } from '@agent-conversation/shared/process';
import {
  browserProgram,
  howToInstall,
  visit,
} from '@agent-conversation/testing/browser';
import { Hono } from 'hono';
import type { CDPSession, Page } from 'playwright-core';
import { runNode } from './run-node.ts';
import { type Plan, type Result, Table } from './results.ts';

const redocly = fileURLToPath(import.meta.resolve('@redocly/cli/bin/cli.js'));

/** The pages that are opened: their addresses, and what selects their text. */
const pages = {
  'Start page': {
    Redoc: { address: 'index.html', text: 'h1' },
    ours: { address: 'index.html', text: 'h1' },
  },
  Operation: {
    Redoc: {
      address: 'index.html#/sandboxes/pausesandbox',
      text: '[data-section-id="/sandboxes/pausesandbox"] p',
    },
    ours: { address: 'operations/pauseSandbox.html', text: '#content p' },
  },
};
const profiles = ['fast', 'slow'];
/** Of the slow network: 1.6 Mbit/s. */
const bytesPerSecond = 200_000;

const paint = 'First paint, ms';
const text = 'Text, ms';
const transferred = 'Transferred, kB';

/** Compares the docs with Redoc in Chromium. @throws {Error} when there is no browser */
export async function benchDocs({ rounds }: Plan): Promise<Result> {
  if (browserProgram === undefined) throw new Error(howToInstall);
  using folder = mkdtempDisposableSync(join(tmpdir(), 'bench-docs-'));
  await buildSites(folder.path);

  const server = new Hono()
    .get('/', (context) => context.text('bench'))
    .use(serveStatic({ root: folder.path, precompressed: true }));
  const tables: Record<string, Table> = {};
  const {
    page: home,
    origin,
    leave,
  } = await visit((request) => server.fetch(request));
  const browser = home.context().browser()!;
  try {
    // The first round warms the browser up.
    for (let round = 0; round <= rounds; round++) {
      for (const profile of profiles) {
        for (const [kind, sites] of Object.entries(pages)) {
          const table = (tables[`${kind}, ${profile}`] ??= new Table('Docs'));
          for (const [site, { address, text: selector }] of Object.entries(
            sites,
          )) {
            // In a context of its own: nothing of an earlier load is in its caches.
            const page = await browser.newPage();
            await page.addInitScript(markText, selector);
            const url = `${origin}/${site}/${address}`;
            const view = await measure(page, url, profile === 'slow');
            await page.close();
            // The next page does not share the processor with the end of this one.
            await wait(500);
            if (round === 0) continue;
            for (const [column, value] of Object.entries(view))
              table.add(site, column, value);
          }
        }
      }
    }
  } finally {
    await leave();
  }

  const sizes = Object.values(tables).map((table) =>
    table.median('ours', transferred),
  );
  const ratioGoals = (kind: string, column: string, most: number) =>
    profiles.map((profile) => ({
      name: `${kind}, ${profile}: ${column.replace(', ms', '')}, ratio to Redoc`,
      figure: tables[`${kind}, ${profile}`]!.ratio(column, 'ours', 'Redoc'),
      most,
    }));
  return {
    title: 'The docs compared with Redoc',
    method:
      'The sites are served with gzip on loopback and opened in Chromium with empty caches; ' +
      `medians of ${rounds} interleaved rounds, after one that does not count. ` +
      'Redoc is `redocly build-docs --inlineBundle`: a prerendered page with its script inlined, which on a slow ' +
      'line shows its text before it responds to a click. The operation is `pauseSandbox`, by its address. ' +
      'Slow is a processor slowed down 4 times and a network of 1.6 Mbit/s with a latency of 150 ms. ' +
      'Text is the first frame in which the heading of the start page, or the first paragraph of the operation, ' +
      'is in view.',
    goals: [
      ...ratioGoals('Start page', paint, 0.9),
      ...ratioGoals('Start page', text, 0.9),
      ...ratioGoals('Operation', text, 0.2),
      {
        name: 'Transferred for a first view, kB',
        figure: Math.max(...sizes),
        most: 40,
      },
    ],
    tables,
  };
}

/** Writes the compared sites to a folder, with compressed files beside the files. */
async function buildSites(folder: string): Promise<void> {
  cpSync(join(repository, 'packages/docs/dist'), join(folder, 'ours'), {
    recursive: true,
  });
  const contract = join(repository, 'openapi/dist/openapi.json');
  // In the folder, where the configuration of the repository does not apply.
  await runNode(
    [
      redocly,
      'build-docs',
      contract,
      '--inlineBundle',
      '-o',
      'Redoc/index.html',
    ],
    folder,
  );
  for (const file of globSync(join(folder, '**/*.{html,css,js,json}'))) {
    writeFileSync(`${file}.gz`, gzipSync(readFileSync(file)));
  }
}

async function slowDown(tools: CDPSession): Promise<void> {
  await tools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await tools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  });
}

/** Opens a page, and returns its figures by their columns. */
async function measure(page: Page, url: string, isSlow: boolean) {
  const tools = await page.context().newCDPSession(page);
  let bytes = 0;
  tools.on(
    'Network.loadingFinished',
    ({ encodedDataLength }) => (bytes += encodedDataLength),
  );
  await tools.send('Network.enable');
  if (isSlow) await slowDown(tools);
  await page.goto(url, { waitUntil: 'networkidle', timeout: 120_000 });
  const times = await page.waitForFunction(() => {
    const [firstPaint] = performance.getEntriesByName('first-contentful-paint');
    const [firstText] = performance.getEntriesByName('text');
    return (
      firstPaint && firstText && [firstPaint.startTime, firstText.startTime]
    );
  });
  const [firstPaint, firstText] = (await times.jsonValue())!;
  return {
    [paint]: firstPaint!,
    [text]: firstText!,
    [transferred]: bytes / 1000,
  };
}

/** Runs in the page from its beginning: marks the first frame in which an element is in view. */
function markText(selector: string): void {
  const box = document.querySelector(selector)?.getBoundingClientRect();
  if (box && box.height > 0 && box.bottom > 0 && box.top < innerHeight)
    performance.mark('text');
  else requestAnimationFrame(() => markText(selector));
}

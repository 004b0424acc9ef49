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
import { CommandError } from '@agent-conversation/cli';
import { repository } from '@agent-conversation/shared/process';
import {
  browserProgram,
  howToInstall,
  launchBrowser,
} from '@agent-conversation/testing/browser';
import { listen } from '@agent-conversation/testing/listen';
import { Hono } from 'hono';
import type { Page } from 'playwright-core';
import { runNode } from './run-node.ts';
import { type Result, Table } from './results.ts';

const redocly = fileURLToPath(import.meta.resolve('@redocly/cli/bin/cli.js'));

/** The pages that are opened, and what selects their text. */
const views = [
  { page: 'Start page', site: 'Redoc', address: 'index.html', text: 'h1' },
  { page: 'Start page', site: 'ours', address: 'index.html', text: 'h1' },
  {
    page: 'Operation',
    site: 'Redoc',
    address: 'index.html#/sandboxes/pausesandbox',
    text: '[data-section-id="/sandboxes/pausesandbox"] p',
  },
  {
    page: 'Operation',
    site: 'ours',
    address: 'operations/pauseSandbox.html',
    text: '#content p',
  },
];
const profiles = ['fast', 'slow'];
/** 1.6 Mbit/s. */
const slowNetwork = {
  offline: false,
  latency: 150,
  downloadThroughput: 200_000,
  uploadThroughput: 200_000,
};

const paint = 'First paint, ms';
const text = 'Text, ms';
const transferred = 'Transferred, kB';

/** Compares the docs with Redoc in Chromium. @throws {CommandError} when there is no browser */
export async function benchDocs(rounds: number): Promise<Result> {
  if (browserProgram === undefined) throw new CommandError(howToInstall);
  using folder = mkdtempDisposableSync(join(tmpdir(), 'bench-docs-'));
  await buildSites(folder.path);

  const sites = new Hono().use(
    serveStatic({ root: folder.path, precompressed: true }),
  );
  const server = await listen((request) => sites.fetch(request));
  const browser = await launchBrowser();
  const figures = new Table('Page');
  try {
    // The first round warms the browser up.
    for (let round = 0; round <= rounds; round++) {
      for (const profile of profiles) {
        for (const view of views) {
          // In a context of its own: nothing of an earlier load is in its caches.
          const page = await browser.newPage();
          await page.addInitScript(markText, view.text);
          const url = `${server.url}/${view.site}/${view.address}`;
          const measured = await measure(page, url, profile === 'slow');
          await page.close();
          // The next page does not share the processor with the end of this one.
          await wait(500);
          if (round === 0) continue;
          const row = `${view.page}, ${profile}, ${view.site}`;
          for (const [column, value] of Object.entries(measured))
            figures.add(row, column, value);
        }
      }
    }
  } finally {
    await browser.close();
    server.close();
  }

  const ratioGoals = (page: string, column: string, most: number) =>
    profiles.map((profile) => {
      const view = `${page}, ${profile}`;
      return {
        name: `${view}: ${column.replace(', ms', '')}, ratio to Redoc`,
        figure: figures.ratio(column, `${view}, ours`, `${view}, Redoc`),
        most,
      };
    });
  const sizeGoals = ['Start page', 'Operation'].map((page) => ({
    name: `${page}, fast: ${transferred}`,
    figure: figures.median(`${page}, fast, ours`, transferred),
    most: 40,
  }));
  return {
    title: 'The docs compared with Redoc',
    goals: [
      ...ratioGoals('Start page', paint, 0.9),
      ...ratioGoals('Start page', text, 0.9),
      ...ratioGoals('Operation', text, 0.2),
      ...sizeGoals,
    ],
    figures,
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

/** Opens a page, and returns its figures by their columns. */
async function measure(page: Page, url: string, isSlow: boolean) {
  const tools = await page.context().newCDPSession(page);
  let bytes = 0;
  tools.on(
    'Network.loadingFinished',
    ({ encodedDataLength }) => (bytes += encodedDataLength),
  );
  await tools.send('Network.enable');
  if (isSlow) {
    await tools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    await tools.send('Network.emulateNetworkConditions', slowNetwork);
  }
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

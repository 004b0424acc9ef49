/** The docs beside Redoc: time to an operation by its address, and builds of larger contracts. */
import { mkdirSync, mkdtempDisposableSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serveStatic } from '@hono/node-server/serve-static';
import { findBrowser, howToInstall, visit } from '@agent-conversation/testing/browser';
import { Hono } from 'hono';
import { stringify } from 'yaml';
import { columnOf, contractOf, type Size, sizes } from './build.ts';
import { runNode } from './processes.ts';
import { type Plan, type Result, Table } from './results.ts';

const redocly = fileURLToPath(import.meta.resolve('@redocly/cli/bin/cli.js'));
const subjects = {
  Redoc: {
    address: 'index.html#/sandboxes/pausesandbox',
    heading: '[data-section-id="/sandboxes/pausesandbox"] h2',
    // In the folder, where the configuration of the repository does not apply.
    build: (contract: string, folder: string) =>
      runNode([redocly, 'build-docs', contract, '--inlineBundle', '-o', 'index.html'], folder),
  },
  ours: {
    address: 'operations/pauseSandbox.html',
    heading: '#content h1',
    build: (contract: string, folder: string) =>
      runNode(['packages/docs/scripts/build.ts', '--contract', contract, '--output', folder]),
  },
} as const;

/** Compares the docs with Redoc in Chromium. @throws {Error} when there is no browser */
export async function benchDocs({ rounds, report }: Plan): Promise<Result> {
  if (findBrowser(process.env) === undefined) throw new Error(howToInstall);
  using folder = mkdtempDisposableSync(join(tmpdir(), 'bench-docs-'));
  const builds = new Table('Docs', report);
  for (const size of sizes) await buildAll(size, folder.path, builds);
  const opened = new Table('Docs', report);
  const site = new Hono().use(serveStatic({ root: folder.path })).get('/', (c) => c.text('bench'));
  const { page, origin, leave } = await visit((request) => site.fetch(request));
  try {
    for (let round = 0; round <= rounds; round++) {
      for (const size of sizes) {
        for (const [id, { address, heading }] of Object.entries(subjects)) {
          // A new context: nothing of an earlier load is in its caches.
          const tab = await page.context().browser()!.newPage();
          await tab.goto(`${origin}/${size}/${id}/${address}`, { waitUntil: 'commit' });
          const seen = await tab.waitForFunction(timeInView, heading);
          const time = Number(await seen.jsonValue());
          await tab.close();
          // The first round warms the browser up.
          if (round > 0) opened.add(id, columnOf(size), time);
        }
      }
    }
  } finally {
    await leave();
  }
  const open = (size: Size) => opened.median('ours', columnOf(size));
  const buildOf = (size: Size) => builds.median('ours', columnOf(size)) / size;
  return {
    title: 'The docs compared with Redoc',
    method: `Time from the start of the navigation to the first frame in which the heading of \`pauseSandbox\` is in view, in Chromium on loopback, with empty caches; medians of ${rounds} rounds, after one that does not count. Larger contracts are made from ours by adding copies of its paths under other names.`,
    goals: [
      {
        name: 'Operation by its address, ratio to Redoc',
        figure: opened.ratio(columnOf(9), 'ours', 'Redoc'),
        most: 0.3,
      },
      {
        name: 'Operation by its address, 1,000 operations, ratio to 9',
        figure: open(1000) / open(9),
        most: 1.3,
      },
      {
        name: 'Build time of an operation, 1,000 operations, ratio to 200',
        figure: buildOf(1000) / buildOf(200),
        most: 1.3,
      },
    ],
    tables: { 'Operation by its address, ms': opened, 'Build, s': builds },
  };
}

/** Builds the docs of one size with each subject, below a folder. */
async function buildAll(size: Size, folder: string, builds: Table): Promise<void> {
  const file = join(folder, `${size}/openapi.json`);
  mkdirSync(join(folder, `${size}`));
  const contract = contractOf(size);
  writeFileSync(file, JSON.stringify(contract, null, 2));
  // The docs offer both formats for download, side by side.
  writeFileSync(file.replace('.json', '.yaml'), stringify(contract));
  for (const [id, { build }] of Object.entries(subjects)) {
    const output = join(folder, `${size}/${id}`);
    mkdirSync(output);
    await builds.addTime(id, columnOf(size), () => build(file, output));
  }
}

/** Runs in the page before each frame: the ms since the navigation began, when an element is in view. */
function timeInView(selector: string): number | false {
  const box = document.querySelector(selector)?.getBoundingClientRect();
  const isInView = box && box.height > 0 && box.top >= 0 && box.top < window.innerHeight;
  return isInView ? performance.now() : false;
}

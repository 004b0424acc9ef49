/** The docs beside Redoc: time to an operation by its address, and builds of larger contracts. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serveStatic } from '@hono/node-server/serve-static';
import { findBrowser, howToInstall, visit } from '@agent-conversation/testing/browser';
import { type Contract, enlarge } from '@agent-conversation/testing/enlarge';
import { Hono } from 'hono';
import { stringify } from 'yaml';
import { root, runNode } from './processes.ts';
import { format, type Plan, type Result, Samples } from './results.ts';

const sizes = [9, 200, 1000] as const;

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
  const folder = mkdtempSync(join(tmpdir(), 'bench-docs-'));
  const samples = new Samples();
  try {
    buildAll(folder, samples, report);
    const site = new Hono().use(serveStatic({ root: folder })).get('/', (c) => c.text('bench'));
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
            if (round > 0) samples.add(id, `open ${size}`, time);
            report(`round ${round}/${rounds}  ${size} operations  ${id}  ${format(time)} ms`);
          }
        }
      }
    } finally {
      await leave();
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  const open = (size: number) => samples.median('ours', `open ${size}`);
  const buildOf = (size: number) => samples.median('ours', `build ${size}`) / size;
  const tableOf = (measure: string) => [
    ['Docs', ...sizes.map((size) => `${size} operations`)],
    ...Object.keys(subjects).map((id) => [
      id,
      ...sizes.map((size) => samples.median(id, `${measure} ${size}`)),
    ]),
  ];
  return {
    title: 'The docs compared with Redoc',
    method: `Time from the start of the navigation to the first frame in which the heading of \`pauseSandbox\` is in view, in Chromium on loopback, with empty caches; medians of ${rounds} rounds, after one that does not count. Larger contracts are made from ours by adding copies of its paths under other names.`,
    goals: [
      {
        name: 'Operation by its address, ratio to Redoc',
        figure: samples.ratio('open 9', 'ours', 'Redoc'),
        bound: { most: 0.3 },
      },
      {
        name: 'Operation by its address, 1,000 operations, ratio to 9',
        figure: open(1000) / open(9),
        bound: { most: 1.3 },
      },
      {
        name: 'Build time of an operation, 1,000 operations, ratio to 200',
        figure: buildOf(1000) / buildOf(200),
        bound: { most: 1.3 },
      },
    ],
    tables: { 'Operation by its address, ms': tableOf('open'), 'Build, s': tableOf('build') },
  };
}

/** Builds the docs of each size with each subject, below a folder. */
function buildAll(folder: string, samples: Samples, report: Plan['report']): void {
  const bundle = readFileSync(join(root, 'openapi/dist/openapi.json'), 'utf8');
  for (const size of sizes) {
    const file = join(folder, `${size}/openapi.json`);
    mkdirSync(join(folder, `${size}`));
    const enlarged = enlarge(JSON.parse(bundle) as Contract, size);
    writeFileSync(file, JSON.stringify(enlarged, null, 2));
    // The docs offer both formats for download, side by side.
    writeFileSync(file.replace('.json', '.yaml'), stringify(enlarged));
    for (const [id, { build }] of Object.entries(subjects)) {
      const output = join(folder, `${size}/${id}`);
      mkdirSync(output);
      const begin = performance.now();
      build(file, output);
      const seconds = (performance.now() - begin) / 1000;
      samples.add(id, `build ${size}`, seconds);
      report(`build  ${size} operations  ${id}  ${format(seconds)} s`);
    }
  }
}

/** Runs in the page before each frame: the ms since the navigation began, when an element is in view. */
function timeInView(selector: string): number | false {
  const box = document.querySelector(selector)?.getBoundingClientRect();
  const isInView = box && box.height > 0 && box.top >= 0 && box.top < window.innerHeight;
  return isInView ? performance.now() : false;
}

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serveStatic } from '@hono/node-server/serve-static';
import { findBrowser, howToInstall, visit } from '@agent-conversation/testing/browser';
import { type Contract, enlarge } from './enlarge.ts';
import { root, runNode } from './processes.ts';
import { format, median, type Plan, type Result } from './results.ts';
import { Hono } from 'hono';
import { stringify } from 'yaml';

const sizes = [9, 200, 1000] as const;

const subjects = [
  {
    id: 'redoc',
    name: 'Redoc',
    address: 'index.html#/sandboxes/pausesandbox',
    heading: '[data-section-id="/sandboxes/pausesandbox"] h2',
    build: (contract: string, folder: string): void => {
      const redocly = fileURLToPath(import.meta.resolve('@redocly/cli/bin/cli.js'));
      // In the folder, where the configuration of the repository does not apply.
      runNode([redocly, 'build-docs', contract, '--inlineBundle', '-o', 'index.html'], folder);
    },
  },
  {
    id: 'ours',
    name: 'ours',
    address: 'operations/pauseSandbox.html',
    heading: '#content h1',
    build: (contract: string, folder: string): void => {
      runNode(['packages/docs/scripts/build.ts', '--contract', contract, '--output', folder]);
    },
  },
] as const;

/** Compares the docs with Redoc: time to an operation by its address, and builds of larger contracts. */
export async function benchDocs({ rounds, report }: Plan): Promise<Result> {
  if (findBrowser(process.env) === undefined) throw new Error(howToInstall);
  const contract = JSON.parse(
    readFileSync(join(root, 'openapi/dist/openapi.json'), 'utf8'),
  ) as Contract;
  const folder = mkdtempSync(join(tmpdir(), 'bench-docs-'));
  const builds = new Map<string, number>();
  const times = new Map<string, number[]>();
  try {
    for (const size of sizes) {
      const file = join(folder, `${size}/openapi.json`);
      mkdirSync(join(folder, `${size}`));
      const enlarged = enlarge(contract, size);
      writeFileSync(file, JSON.stringify(enlarged, null, 2));
      // The docs offer both formats for download, side by side.
      writeFileSync(file.replace('.json', '.yaml'), stringify(enlarged));
      for (const { id, build } of subjects) {
        mkdirSync(join(folder, `${size}/${id}`));
        const begin = performance.now();
        build(file, join(folder, `${size}/${id}`));
        builds.set(`${size} ${id}`, performance.now() - begin);
        report(`build  ${size} operations  ${id}  ${format(performance.now() - begin)} ms`);
      }
    }
    const site = new Hono().use(serveStatic({ root: folder })).get('/', (c) => c.text('bench'));
    const { page, origin, leave } = await visit((request) => site.fetch(request));
    try {
      for (let round = 0; round <= rounds; round++) {
        for (const size of sizes) {
          for (const { id, address, heading } of subjects) {
            await page.goto('about:blank');
            const begin = performance.now();
            await page.goto(`${origin}/${size}/${id}/${address}`, { waitUntil: 'commit' });
            await page.locator(heading).first().waitFor({ state: 'visible' });
            await page.waitForFunction(isInView, heading);
            const time = performance.now() - begin;
            // The first round warms the browser up.
            if (round > 0)
              times.set(`${size} ${id}`, [...(times.get(`${size} ${id}`) ?? []), time]);
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
  const timeOf = (size: number, id: string) => median(times.get(`${size} ${id}`)!);
  const buildOf = (size: number) => builds.get(`${size} ours`)! / size;
  return {
    title: 'The docs compared with Redoc',
    method: `Time from the navigation until the heading of \`pauseSandbox\` is in view, in Chromium on loopback; medians of ${rounds} rounds, after one that does not count. Larger contracts are made from ours by adding copies of its paths under other names.`,
    goals: [
      {
        name: 'Operation by its address, ratio to Redoc',
        figure: timeOf(9, 'ours') / timeOf(9, 'redoc'),
        bound: { most: 0.3 },
      },
      {
        name: 'Operation by its address, 1,000 operations, ratio to 9',
        figure: timeOf(1000, 'ours') / timeOf(9, 'ours'),
        bound: { most: 1.3 },
      },
      {
        name: 'Build time of an operation, 1,000 operations, ratio to 200',
        figure: buildOf(1000) / buildOf(200),
        bound: { most: 1.3 },
      },
    ],
    tables: [
      {
        title: 'Operation by its address, ms',
        head: ['Docs', ...sizes.map((size) => `${size} operations`)],
        rows: subjects.map(({ id, name }) => [name, ...sizes.map((size) => timeOf(size, id))]),
      },
      {
        title: 'Build, s',
        head: ['Docs', ...sizes.map((size) => `${size} operations`)],
        rows: subjects.map(({ id, name }) => [
          name,
          ...sizes.map((size) => builds.get(`${size} ${id}`)! / 1000),
        ]),
      },
    ],
  };
}

/** Runs in the page. */
function isInView(selector: string): boolean {
  const box = document.querySelector(selector)?.getBoundingClientRect();
  return box !== undefined && box.height > 0 && box.top >= 0 && box.top < window.innerHeight;
}

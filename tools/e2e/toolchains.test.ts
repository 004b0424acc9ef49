/**
 * The packed mock in bundlers and test runners: the page of its README about them is executed from top to bottom, and
 * what it builds is opened in a browser; then once more with MSW.
 */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  browserProgram,
  demandBrowser,
  visit,
} from '@agent-conversation/testing/browser';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { Block } from './code/blocks.ts';
import { peer } from './install.ts';
import { installedBy, Reader, readReadme } from './readmes/readme.ts';

demandBrowser('WHAT BUNDLERS MAKE OF THE MOCK WAS NOT RUN IN A BROWSER');

const project = inject('installed');
const folder = join(project, 'node_modules/@agent-conversation/mock');
const text = readFileSync(join(folder, 'TOOLCHAINS.md'), 'utf8');
const blocks = readReadme(text);

let reader: Reader;
beforeAll(async () => {
  reader = await Reader.in(project, 'http://127.0.0.1:9');
});
afterAll(() => reader.leave());

test('the README leads to the page, which is executed as a whole', () => {
  expect(readFileSync(join(folder, 'README.md'), 'utf8')).toContain(
    '](TOOLCHAINS.md)',
  );
  const fences = text.split('\n').filter((line) => /^\s*(```|~~~)/.test(line));
  expect(blocks.length * 2).toBe(fences.length);
  const names = installedBy(blocks).filter((name) => !inject('tarballs')[name]);
  expect(
    names.filter((name) => !existsSync(peer(join(name, 'package.json')))),
  ).toEqual([]);
});

const startOf = (name: string) =>
  blocks.findIndex(({ code }) => code.startsWith(`// ${name}\n`));

/** The blocks that bundle the program. */
const bundling = blocks.slice(startOf('main.js') + 1, startOf('msw.js'));

/** Returns a block for the other program. */
function withMsw(block: Block): Block {
  const code = block.code
    .replaceAll('main.js', 'msw.js')
    .replaceAll('dist/', 'dist-msw/')
    .replaceAll('4011', '4012');
  return { ...block, code };
}

interface Program {
  readonly name: string;
  readonly steps: readonly Block[];
  readonly dist: string;
  readonly devServer: string;
}

const programs: readonly Program[] = [
  {
    name: 'main.js',
    steps: blocks,
    dist: 'dist',
    devServer: 'http://127.0.0.1:4011',
  },
  {
    name: 'msw.js',
    steps: bundling.map(withMsw),
    dist: 'dist-msw',
    devServer: 'http://127.0.0.1:4012',
  },
];

describe.each(programs)('$name', ({ name, steps, dist, devServer }) => {
  test.each(steps)('line $line ($language) works', async (block) => {
    await expect(reader.take(block as Block<never>)).resolves.toBeUndefined();
  });

  const bundles = [
    { bundler: 'vite', script: undefined },
    { bundler: 'webpack', script: 'main.js' },
    { bundler: 'esbuild', script: name },
    { bundler: 'rollup', script: name },
  ];

  test.each(bundles)(
    'what $bundler builds imports no module of Node, and no Prism',
    ({ bundler }) => {
      const bundle = join(project, dist, bundler);
      const scripts = globSync('**/*.js', { cwd: bundle });
      expect(scripts.length).toBeGreaterThan(0);
      const imported =
        /\b(?:import|from|require)\s*\(?\s*["'](?:node:|@stoplight\/)/;
      const read = (file: string) => readFileSync(join(bundle, file), 'utf8');
      expect(scripts.filter((file) => imported.test(read(file)))).toEqual([]);
    },
  );

  test.runIf(browserProgram).each(bundles)(
    'what $bundler builds runs in Chromium',
    async ({ bundler, script }) => {
      const bundle = join(project, dist, bundler);
      await expectSandbox((request) => respondWith(request, bundle, script));
    },
  );

  test.runIf(browserProgram)(
    'what the server of Vite serves runs in Chromium',
    async () => {
      const page = reader.address(`${devServer}/`);
      await expectSandbox(() => Response.redirect(page));
    },
  );
});

/** Serves a bundle, with a page for it if the bundler makes none. */
function respondWith(
  request: Request,
  bundle: string,
  script: string | undefined,
): Response {
  const { pathname } = new URL(request.url);
  const own = join(bundle, 'index.html');
  if (pathname === '/') {
    const page = `<!doctype html><body></body><script type="module" src="/${script}"></script>`;
    const html = script === undefined ? readFileSync(own, 'utf8') : page;
    return new Response(html, { headers: { 'Content-Type': 'text/html' } });
  }
  const file = [bundle, join(project, 'public')]
    .map((parent) => join(parent, pathname))
    .find((it) => existsSync(it));
  if (file === undefined) return new Response('', { status: 404 });
  return new Response(readFileSync(file), {
    headers: { 'Content-Type': 'text/javascript' },
  });
}

/** Expects that a site shows the sandbox that its page has started, and that nothing fails in it. */
async function expectSandbox(
  site: (request: Request) => Response,
): Promise<void> {
  const problems: string[] = [];
  const { page, leave } = await visit(site, (opened) => {
    opened.on('pageerror', ({ message }) => problems.push(message));
  });
  try {
    await page.getByText('The sandbox is STARTING').waitFor();
    expect(problems).toEqual([]);
  } finally {
    await leave();
  }
}

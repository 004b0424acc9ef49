/** The packed client and the mock without a port in each runtime, and in a page. */
import { cpSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  browserProgram,
  demandBrowser,
  visit,
} from '@agent-conversation/testing/browser';
import { rolldown } from 'rolldown';
import { beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { peer } from './install.ts';
import { startMock } from './mock.ts';
import { run, startServer } from './run.ts';

demandBrowser('THE CLIENT AND THE MOCK WERE NOT RUN IN A BROWSER');

const isLinux = process.platform === 'linux' && process.arch === 'x64';
const expectedOfMock = {
  started: 'RUNNING',
  found: 1,
  url: 'http://mock/api/v1/sandboxes/search',
  redirected: true,
  hasRequestId: true,
  aborted: 'after the headers',
  generated: 400,
};
const expected = {
  afterReset: true,
  started: 'STARTING',
  paused: 200,
  pages: [1, 1],
  found: 2,
  title: 'Grüße',
  notFound: true,
  timedOut: true,
  rejected: 'ConnectionError',
  mock: expectedOfMock,
};

const project = inject('installed');
beforeAll(() =>
  cpSync(join(import.meta.dirname, 'consumer'), project, { recursive: true }),
);

/** One for each test, as its faults are used up. */
async function start(): Promise<string> {
  const faults = [
    '--fault=getSettings:reset:1',
    '--fault=searchSandboxSpecs:delay=600s',
  ];
  const { url, stop } = await startMock(...faults);
  onTestFinished(stop);
  return url;
}

const deno = ['run', '--no-prompt', '--no-remote', '--allow-net=127.0.0.1'];

test
  .runIf(isLinux)
  .each<[name: string, program: string, args: readonly string[]]>([
    ['this Node', process.execPath, []],
    ['Node 22', peer('node22/bin/node'), []],
    ['Node 26', peer('node26/bin/node'), []],
    ['Deno', peer('@deno/linux-x64-glibc/deno'), deno],
    ['Bun', peer('@oven/bun-linux-x64-baseline/bin/bun'), ['--no-install']],
  ])('client and mock work in %s', async (_, program, args) => {
  expect(existsSync(program)).toBe(true);
  const url = await start();
  const ended = await run(program, [...args, 'main.js', url, 'any'], {
    cwd: project,
    env: { DENO_NO_UPDATE_CHECK: '1', DENO_DIR: join(project, '.deno') },
  });
  expect(ended).toMatchObject({ code: 0, stderr: '' });
  expect(JSON.parse(ended.stdout)).toEqual(expected);
});

const workerd = peer('@cloudflare/workerd-linux-64/bin/workerd');

test.runIf(isLinux)('client and mock work in workerd', async () => {
  const url = await start();
  writeFileSync(
    join(project, 'bundle.js'),
    await bundle('worker.js', ['workerd', 'import']),
  );
  const text = `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "worker", worker = .worker),
    (name = "internet", network = (allow = ["private"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "worker")],
);
const worker :Workerd.Worker = (
  modules = [(name = "worker", esModule = embed "bundle.js")],
  bindings = [(name = "BASE_URL", text = "${url}"), (name = "API_KEY", text = "any")],
  compatibilityDate = "2024-09-01",
);
`;
  const config = join(project, 'workerd.capnp');
  writeFileSync(config, text);
  const worker = await startServer(
    workerd,
    ['serve', '--control-fd=1', config],
    project,
  );
  onTestFinished(worker.stop);
  const { port } = worker.greeting as { readonly port: number };
  const response = await fetch(`http://127.0.0.1:${port}/`);
  expect(await response.json()).toEqual(expected);
});

test.runIf(browserProgram)(
  'client and mock work in a page of Chromium',
  async () => {
    const url = await start();
    const script = await bundle('page.js', ['browser', 'import']);
    const problems: string[] = [];
    const html =
      '<!doctype html><script type="module" src="/page.js"></script>';
    const site = async (request: Request) => {
      const [text, type] = request.url.endsWith('/page.js')
        ? [script, 'javascript']
        : [html, 'html'];
      return new Response(text, {
        headers: { 'Content-Type': `text/${type}` },
      });
    };
    const { page, leave } = await visit(site, (opened) => {
      opened.on('pageerror', ({ message }) => problems.push(message));
    });
    try {
      const options = JSON.stringify({ baseUrl: url, apiKey: 'any' });
      const used = `Promise.all([consume(${options}), useMock()])`;
      const [consumed, mock] = (await page.evaluate(used)) as [object, object];
      expect({ ...consumed, mock }).toEqual(expected);
      expect(problems).toEqual([]);
    } finally {
      await leave();
    }
  },
);

/** Bundles a file of the project, with warnings as errors. */
async function bundle(file: string, conditionNames: string[]): Promise<string> {
  const built = await rolldown({
    input: join(project, file),
    cwd: project,
    platform: 'browser',
    resolve: { conditionNames },
    onwarn: ({ message }) => {
      throw new Error(message);
    },
  });
  const { output } = await built.generate({ format: 'esm', minify: true });
  return output[0].code;
}

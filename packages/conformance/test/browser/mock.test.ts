import { Hono } from 'hono';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { browserProgram, demandBrowser, type Visit, visit } from '@agent-conversation/cli/browser';

demandBrowser('THE MOCK WAS NOT RUN IN A BROWSER');

/** What the page does. */
const script = `
  import { createMock } from '@agent-conversation/mock';

  const mock = createMock({ clock: 'manual' });
  const headers = { 'X-Session-API-Key': 'any' };
  const started = await mock.fetch('http://mock/api/v1/sandboxes', { method: 'POST', headers });
  mock.advance(2000);
  const found = await mock.fetch('http://mock/api/v1/sandboxes/search?limit=1', { headers });
  globalThis.results = [(await started.json()).status, (await found.json()).items[0].status];
`;

/** The files of the script and all that it imports, as a front end would bundle them. */
async function bundle(): Promise<Map<string, string>> {
  const built = await rolldown({
    input: 'script',
    platform: 'browser',
    cwd: import.meta.dirname,
    // Only loaded where they are asked for: a server of Node, and Prism.
    external: [/^node:/, /^@stoplight\//],
    plugins: [
      {
        name: 'script',
        resolveId: (id) => (id === 'script' ? id : null),
        load: (id) => (id === 'script' ? script : null),
      },
    ],
    logLevel: 'silent',
  });
  const { output } = await built.generate({ format: 'esm' });
  return new Map(output.map((file) => [`/${file.fileName}`, 'code' in file ? file.code : '']));
}

describe.runIf(browserProgram)('the mock in a browser', () => {
  const complaints: string[] = [];
  let site: Visit;

  beforeAll(async () => {
    const files = await bundle();
    const app = new Hono()
      .get('/', (context) => context.html('<script type="module" src="/script.js"></script>'))
      .get('*', ({ req, body, notFound }) => {
        const code = files.get(req.path);
        return code ? body(code, 200, { 'Content-Type': 'text/javascript' }) : notFound();
      });
    site = await visit(app.fetch, (page) => {
      page.on('pageerror', (error) => complaints.push(error.message));
    });
  });
  afterAll(() => site.leave());

  test('behaves as elsewhere', async () => {
    expect(await site.page.evaluate('globalThis.results')).toEqual(['STARTING', 'RUNNING']);
    expect(complaints).toEqual([]);
  });
});

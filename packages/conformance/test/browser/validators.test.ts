import { fileURLToPath } from 'node:url';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { browserProgram, demandBrowser, type Visit, visit } from '@agent-conversation/cli/browser';

demandBrowser('THE VALIDATORS WERE NOT RUN IN A BROWSER');

const dist = fileURLToPath(new URL('.', import.meta.resolve('@agent-conversation/validators')));

const script = `
  import { startAppConversation, startSandbox } from '/dist/index.js';

  const isCodeRefused = () => {
    try {
      return new Function('return false')();
    } catch {
      return true;
    }
  };
  const body = { detail: 'Invalid or missing API key' };
  globalThis.results = {
    isCodeRefused: isCodeRefused(),
    good: startSandbox.validateAnswer({ status: 401, contentType: 'application/json', body }),
    bad: startAppConversation.validateRequest({ body: { agent_type: 'swift' } }),
  };
`;

describe.runIf(browserProgram)('the validators in a browser', () => {
  const app = new Hono()
    .use(async (context, next) => {
      await next();
      context.header('Content-Security-Policy', "default-src 'none'; script-src 'self'");
    })
    .get('/', (context) => context.html('<script type="module" src="/script.js"></script>'))
    .get('/script.js', (context) =>
      context.body(script, 200, { 'Content-Type': 'text/javascript' }),
    )
    .use(
      '/dist/*',
      serveStatic({ root: dist, rewriteRequestPath: (path) => path.slice('/dist'.length) }),
    );
  const complaints: string[] = [];
  let site: Visit;

  beforeAll(async () => {
    site = await visit(app.fetch, (page) => {
      page.on('pageerror', (error) => complaints.push(error.message));
    });
  });
  afterAll(() => site.leave());

  test('judge messages where no code may be made from text', async () => {
    const results: unknown = await site.page.evaluate('globalThis.results');
    expect(complaints).toEqual([]);
    expect(results).toEqual({
      isCodeRefused: true,
      good: { valid: true, status: 401, body: { detail: 'Invalid or missing API key' } },
      bad: {
        valid: false,
        violations: [
          {
            part: 'body',
            pointer: '/agent_type',
            keyword: 'enum',
            message: 'must be one of default, plan',
            params: { allowed: ['default', 'plan'] },
          },
        ],
      },
    });
  });
});

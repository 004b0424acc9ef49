import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  browserProgram,
  demandBrowser,
  visit,
} from '@agent-conversation/testing/browser';
import { createDocsSite } from './docs-site.ts';

const policy = (own: string) =>
  `default-src 'none'; script-src ${own}; img-src data:; connect-src http://127.0.0.1:9`;
let site: ReturnType<typeof createDocsSite>;
beforeEach(() => {
  site = createDocsSite();
});

describe('over HTTP', () => {
  test('each page is live, with its own policy, and other files are as they are', async () => {
    site.show(
      new Map([
        ['index.html', page('Start')],
        ['operations/pause.html', page('Pause', '', policy("'sha256-x'"))],
        ['operations/pause.md', '# Pause'],
      ]),
    );
    for (const path of ['/', '/index.html']) {
      const { status, text, type } = await get(path);
      expect({ status, type }).toEqual({
        status: 200,
        type: 'text/html; charset=utf-8',
      });
      expect(text).toContain(
        `${policy("'self'").replace('connect-src', "connect-src 'self'")}"`,
      );
      expect(text).toMatch(
        /<title>Start<.*src="\/_live\.js\?build=[^"]+"><\/script><\/head>/,
      );
    }
    expect((await get('/operations/pause.html')).text).toContain(
      "script-src 'self' 'sha256-x';",
    );
    const { text, type } = await get('/operations/pause.md');
    expect({ text, type }).toEqual({
      text: '# Pause',
      type: 'text/markdown; charset=utf-8',
    });
    expect((await get('/_live.js')).text).toContain('EventSource');
  });

  test.each(['/operations/pause', '/operations/', '/%3Cb%3E/<b>.html'])(
    'an address without a page gets the error page of the site: %s',
    async (path) => {
      site.show(new Map([['404.html', page('Page not found')]]));
      const { status, text } = await get(path);
      expect(status).toBe(404);
      expect(text).toContain('<title>Page not found<');
      expect(text).not.toContain('<b>');
      expect(text).toContain('_live.js');
    },
  );

  test('before the first build every address waits for it', async () => {
    const { status, text } = await get('/operations/pause.html');
    expect(status).toBe(503);
    expect(text).toMatch(/_live\.js.*The docs are being built\./s);
  });

  test('an open page receives failures and builds, those included that it has missed', async () => {
    site.show(new Map([['index.html', page('Start')]]));
    const [, build] = /build=([^"]+)/.exec((await get('/')).text)!;
    const live = listen(`/_live?build=${build}`);
    site.fail('two\nlines');
    const failed = 'event: failed\ndata: two\ndata: lines\n\n';
    expect(await live()).toBe(failed);
    expect(await listen(`/_live?build=${build}`)()).toBe(failed);
    site.show(new Map([['index.html', page('Later')]]));
    expect(await live()).toBe('event: built\ndata: \n\n');
    expect(await listen(`/_live?build=${build}`)()).toBe(
      'event: built\ndata: \n\n',
    );
  });
});

demandBrowser('NO LIVE PAGE WAS LOOKED AT');

describe.runIf(browserProgram)('in a browser', () => {
  const options = { timeout: 30_000 };
  let visited: Awaited<ReturnType<typeof visit>>;
  afterEach(() => visited.leave());

  test('a page shows why a build failed, then loads again, at the same scroll position', async () => {
    const tall = (title: string) =>
      new Map([['index.html', page(title, '<br>'.repeat(300))]]);
    site.fail('paths/x.yaml:1:2 is wrong');
    const errors: string[] = [];
    visited = await visit(
      (request) => site.fetch(request),
      (it) => {
        it.on('pageerror', ({ message }) => errors.push(message));
        it.on(
          'console',
          (entry) => entry.type() === 'error' && errors.push(entry.text()),
        );
      },
    );
    const tab = visited.page;
    await tab
      .getByRole('alert')
      .getByText('paths/x.yaml:1:2 is wrong')
      .waitFor();
    site.show(tall('Before'));
    await expect.poll(() => tab.title(), options).toBe('Before');
    expect(await tab.getByRole('alert').count()).toBe(0);
    // The title is there before the rest of the page, which is as tall as that.
    const scroll = () => tab.evaluate(() => (scrollTo(0, 1234), scrollY));
    await expect.poll(scroll, options).toBe(1234);
    site.show(tall('After'));
    await expect.poll(() => tab.title(), options).toBe('After');
    await expect.poll(() => tab.evaluate(() => scrollY), options).toBe(1234);

    // As after a restart of the server, whose builds have other names.
    site = createDocsSite();
    site.show(tall('Restarted'));
    await tab.evaluate(() =>
      document.dispatchEvent(new Event('visibilitychange')),
    );
    await expect.poll(() => tab.title(), options).toBe('Restarted');
    // The page that waits has the status 503.
    expect(errors.filter((text) => !text.includes('503'))).toEqual([]);
  }, 100_000);
});

function page(title: string, body = '', csp = policy("'self'")): string {
  return (
    `<!doctype html><html lang="en"><head><meta charset="utf-8">` +
    `<meta http-equiv="Content-Security-Policy" content="${csp}"><link rel="icon" href="data:,">` +
    `<title>${title}</title></head><body>${body}</body></html>`
  );
}

async function get(path: string) {
  const response = await site.fetch(new Request(`http://docs${path}`));
  const type = response.headers.get('content-type');
  return { status: response.status, type, text: await response.text() };
}

/** Listens to events; the returned function waits for the next. */
function listen(path: string): () => Promise<string | undefined> {
  const reader = (async () => {
    const { body } = await site.fetch(new Request(`http://docs${path}`));
    return body!.pipeThrough(new TextDecoderStream()).getReader();
  })();
  return async () => (await (await reader).read()).value;
}

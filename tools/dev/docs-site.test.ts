import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { browserProgram, demandBrowser, launchBrowser } from '@agent-conversation/cli/browser';
import { createDocsSite, type DocsSite } from './docs-site.ts';
import { listen, type Server } from './listen.ts';

const policy =
  "default-src 'none'; script-src 'self'; img-src data:; connect-src http://127.0.0.1:9";
const patience = { timeout: 15_000 };
let directory: string;
let site: DocsSite;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'docs-site-'));
  site = createDocsSite(directory);
  return () => rmSync(directory, { recursive: true });
});

describe('over HTTP', () => {
  test('every page is live, also in folders, and other files are as they are', async () => {
    write('index.html', page('Start'));
    write('operations/pause.html', page('Pause'));
    write('operations/pause.md', '# Pause');
    write('scripts/site.js', 'site()');
    for (const [path, title] of [
      ['/', 'Start'],
      ['/index.html', 'Start'],
      ['/operations/pause.html', 'Pause'],
    ] as const) {
      const { text, type } = await get(path);
      expect(text).toContain(`<title>${title}</title>`);
      expect(text).toContain('src="/_live.js?build=');
      expect(text).toContain(`${policy} 'self'"`);
      expect(type).toBe('text/html; charset=utf-8');
    }
    expect(await get('/operations/pause.md')).toEqual({
      status: 200,
      type: 'text/markdown; charset=utf-8',
      text: '# Pause',
    });
    expect(await get('/scripts/site.js')).toMatchObject({ text: 'site()' });
    expect(await get('/_live.js')).toMatchObject({
      type: 'text/javascript; charset=utf-8',
      text: expect.stringContaining('EventSource'),
    });
  });

  test.each([
    ['/operations/pause', ['operations/pause.html']],
    ['/operations/pauze.html', ['operations/pause.html', 'operations/start.html']],
    ['/operations/', ['operations/pause.html', 'operations/start.html']],
    ['/nowhere', ['index.html']],
    ['/%3Cb%3E/<b>.html', ['index.html']],
  ])('an address without a page names those near it: %s', async (path, near) => {
    write('index.html', page('Start'));
    write('operations/pause.html', page('Pause'));
    write('operations/start.html', page('Start a sandbox'));
    const { status, text } = await get(path);
    expect(status).toBe(404);
    expect([...text.matchAll(/<a href="\/([^"]+)"/g)].map(([, href]) => href)).toEqual(near);
    expect(text).not.toContain('<b>');
    expect(text).toContain('_live.js');
  });

  test('before the first build every address waits for it', async () => {
    for (const path of ['/', '/operations/pause.html']) {
      const { status, text } = await get(path);
      expect(status).toBe(503);
      expect(text).toContain('The docs are being built.');
      expect(text).toContain('_live.js');
    }
  });

  test('whoever listens hears of failures and builds, those in the past included', async () => {
    write('index.html', page('Start'));
    const [, build] = /build=([^"]+)/.exec((await get('/')).text)!;
    const live = await hear(`/_live?build=${build}`);
    site.fail('two\nlines');
    expect(await live()).toBe('event: failed\ndata: two\ndata: lines\n\n');
    const late = await hear(`/_live?build=${build}`);
    expect(await late()).toBe('event: failed\ndata: two\ndata: lines\n\n');
    site.reload();
    expect(await live()).toBe('event: built\ndata: \n\n');
    expect(await (await hear(`/_live?build=${build}`))()).toBe('event: built\ndata: \n\n');
  });
});

demandBrowser('NO LIVE PAGE WAS LOOKED AT');

describe.runIf(browserProgram)('in a browser', () => {
  let browser: Browser;
  let tab: Page;
  let docs: Server;
  let complaints: string[];
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser.close());
  // Another tab for each: one that still follows the site before would load itself again in the midst.
  beforeEach(async () => {
    docs = await listen('docs', '--docs-port', 0, site.fetch);
    tab = await browser.newPage();
    complaints = [];
    tab.on('pageerror', (error) => complaints.push(error.message));
    tab.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    return async () => {
      await tab.close();
      await docs.close();
    };
  });

  test('the error of a first build shows, and the page follows when it is mended', async () => {
    await tab.goto(`${docs.url}/operations/pause.html`);
    site.fail('paths/x.yaml:1:2 is wrong');
    await tab.getByRole('alert').getByText('paths/x.yaml:1:2 is wrong').waitFor();
    write('index.html', page('Start'));
    write('operations/pause.html', page('Pause'));
    site.reload();
    await expect.poll(() => tab.title(), patience).toBe('Pause');
    expect(await tab.getByRole('alert').count()).toBe(0);
  });

  test('a reload under a policy keeps the place, whatever the anchor is, and complains of nothing', async () => {
    const end = '<b id="end">end</b><script src="site.js"></script>';
    const tall = (title: string) => page(title, '<br>'.repeat(300) + end);
    write('site.js', 'document.querySelector(location.hash).scrollIntoView()');
    write('index.html', tall('Before'));
    await tab.goto(`${docs.url}/#end`);
    await tab.evaluate(() => scrollTo(0, 1234));
    site.fail('a mistake');
    await tab.getByRole('alert').waitFor();
    write('index.html', tall('After'));
    site.reload();
    await expect.poll(() => tab.title(), patience).toBe('After');
    await expect.poll(() => tab.evaluate(() => scrollY), patience).toBe(1234);
    expect(tab.url()).toBe(`${docs.url}/#end`);
    expect(complaints).toEqual([]);
  });

  test('a page that outlived the server loads again', async () => {
    write('index.html', page('Before'));
    await tab.goto(docs.url);
    write('index.html', page('After'));
    await docs.close();
    const port = Number(new URL(docs.url).port);
    docs = await listen('docs', '--docs-port', port, createDocsSite(directory).fetch);
    await expect.poll(() => tab.title(), patience).toBe('After');
  });
});

function page(title: string, body = ''): string {
  return (
    `<!doctype html><html lang="en"><head><meta charset="utf-8">` +
    `<meta http-equiv="Content-Security-Policy" content="${policy}"><link rel="icon" href="data:,">` +
    `<title>${title}</title></head><body>${body}</body></html>`
  );
}

function write(path: string, text: string): void {
  mkdirSync(join(directory, path, '..'), { recursive: true });
  writeFileSync(join(directory, path), text);
}

async function get(path: string) {
  const response = await site.fetch(new Request(`http://docs${path}`));
  const text = await response.text();
  const length = response.headers.get('content-length') ?? String(Buffer.byteLength(text));
  expect(length, 'the length that is told').toBe(String(Buffer.byteLength(text)));
  return { status: response.status, type: response.headers.get('content-type'), text };
}

/** Listens to events; the returned function waits for the next. */
async function hear(path: string): Promise<() => Promise<string | undefined>> {
  const response = await site.fetch(new Request(`http://docs${path}`));
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  return async () => (await reader.read()).value;
}

/** The built documentation in a real browser: served below `/docs/`, or from the disk. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createMock, type MockOptions } from '@agent-conversation/mock';
import { launchBrowser } from '@agent-conversation/testing/browser';
import type * as Axe from 'axe-core';
import type {
  Browser,
  BrowserContextOptions,
  Locator,
  Page,
} from 'playwright-core';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { listen, type Server } from '@agent-conversation/testing/listen';
import { files } from './files.ts';

/** Long enough for any machine: a test does not fail because it is slow. */
export const timeout = { timeout: 120_000 };

const types: Readonly<Record<string, string>> = {
  css: 'text/css',
  js: 'text/javascript',
};

/** What the console calls first. Nothing has to be there. */
const defaultServer = 'http://127.0.0.1:4010';

/** The error page is shown at any depth, with links from the root. */
function respond({ url }: Request): Response {
  const path = new URL(url).pathname.replace(/^\/(docs\/)?/, '');
  const type = types[path.split('.').at(-1)!];
  const caching = type && { 'Cache-Control': 'max-age=600' };
  return new Response(files.get(path) ?? files.get('404.html'), {
    status: files.has(path) ? 200 : 404,
    headers: {
      'Content-Type': `${type ?? 'text/html'}; charset=utf-8`,
      ...caching,
    },
  });
}

/** Starts a browser and a server of the documentation for the tests of a suite. */
export function openDocs() {
  let browser: Browser;
  let server: Server;
  const root = () => `${server.url}/docs/`;

  beforeAll(async () => {
    server = await listen(respond);
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser.close();
    server.close();
  });

  /** Opens a window of its own. @param service what the page calls in addition to the documentation */
  async function open(
    path: string,
    options: BrowserContextOptions & { from?: string; service?: string } = {},
  ) {
    const { from = root(), service = defaultServer, ...rest } = options;
    const context = await browser.newContext({
      viewport: { width: 1440, height: 900 },
      reducedMotion: 'reduce',
      ...rest,
    });
    onTestFinished(() => context.close());
    context.setDefaultTimeout(timeout.timeout);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const page = await context.newPage();
    const faults = watch(page, [from, service]);
    await page.goto(from + path);
    return { page, faults };
  }

  return { root, open };
}

/** Starts a mock for a test, and returns its URL. */
export async function startMock(options: MockOptions): Promise<string> {
  const mock = await createMock(options).listen();
  onTestFinished(() => mock.close());
  return mock.url;
}

/** Opens the console of the page's operation. @param service the server that it calls */
export async function openConsole(
  page: Page,
  service: string,
): Promise<Locator> {
  await page.getByRole('button', { name: 'Try it' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Server').fill(service);
  await dialog.getByLabel('Server').press('Tab');
  return dialog;
}

/** Sends the request of a console. */
export async function send(console: Locator): Promise<void> {
  await console.getByRole('button', { name: 'Send' }).click();
}

/** Returns what was copied last. */
export function clipboardOf(page: Page): Promise<string> {
  return page.evaluate(() => navigator.clipboard.readText());
}

/** Presses Tab until the focus leaves the page, and returns where it was. */
export async function stopsOf(page: Page) {
  const stops: { name: string; part: string | undefined; isSeen: boolean }[] =
    [];
  while (stops.length < 1000) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate(() => {
      const it = document.activeElement!;
      const { outlineStyle, boxShadow } = getComputedStyle(it);
      const isMarked = outlineStyle !== 'none' || boxShadow !== 'none';
      return {
        name: `${it.tagName} ${it.getAttribute('href') ?? it.textContent}`,
        part: it.closest('#menu a, dialog')?.tagName,
        isSeen: isMarked && it.getBoundingClientRect().width > 0,
      };
    });
    if (stop.name.startsWith('BODY')) break;
    stops.push(stop);
  }
  return stops;
}

/** Collects messages of the console, errors of scripts, and requests to addresses that are not allowed. */
function watch(page: Page, allowed: readonly string[]): () => string[] {
  const found: string[] = [];
  page.on('console', (message) => {
    const isOfDefault = [message.text(), message.location().url]
      .join()
      .includes(defaultServer);
    if (['error', 'warning'].includes(message.type()) && !isOfDefault)
      found.push(message.text());
  });
  page.on('pageerror', (error) => found.push(`error: ${error.message}`));
  page.on('request', (request) => {
    const url = request.url();
    if (
      !['data:', defaultServer, ...allowed].some((start) =>
        url.startsWith(start),
      )
    )
      found.push(`request to elsewhere: ${url}`);
  });
  return () => found.splice(0);
}

const axeSource = readFileSync(
  fileURLToPath(import.meta.resolve('axe-core/axe.min.js')),
  'utf8',
);

/** Returns what axe-core reports of a page: the rule and some elements of each violation. */
export async function axe(page: Page): Promise<string[]> {
  // What a test evaluates is not bound by the policy of the page.
  if (!(await page.evaluate(() => 'axe' in globalThis)))
    await page.evaluate(axeSource);
  return page.evaluate(async () => {
    // What fades in has too little contrast until it is there.
    const passing = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(passing.map(({ finished }) => finished));
    // Without all that is right, a long page takes an eighth less time.
    const { violations } = await (
      globalThis as unknown as { axe: typeof Axe }
    ).axe.run({
      resultTypes: ['violations'],
    });
    return violations.map(({ id, nodes }) => {
      const targets = nodes.slice(0, 5).map(({ target }) => target.join(' '));
      return [id, ...targets].join(' | ');
    });
  });
}

/** Returns elements that are wider than the window, if the page is. */
export function overflowing(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    return [...document.body.querySelectorAll('*')]
      .filter(
        (it) => it.getBoundingClientRect().right + scrollX > clientWidth + 0.5,
      )
      .slice(0, 5)
      .map((it) => `${it.tagName}#${it.id}.${it.getAttribute('class')}`);
  });
}

/** Returns visible texts that are cut off, and names in the content of a page that are broken over two lines. */
export function cutTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isCut = (element: Element) => {
      const { overflowX, overflowY, clipPath } = getComputedStyle(element);
      const isTooWide =
        overflowX === 'hidden' && element.scrollWidth > element.clientWidth + 1;
      const isTooHigh =
        overflowY === 'hidden' &&
        element.scrollHeight > element.clientHeight + 1;
      // What is for screen readers alone is clipped.
      return clipPath === 'none' && (isTooWide || isTooHigh);
    };
    const isBroken = (element: Element) => {
      const { textContent } = element;
      if (!element.matches('main :is(code, h1, h2, h3):not(pre *)'))
        return false;
      if (!/^\w+#?$/.test(textContent)) return false;
      const range = document.createRange();
      range.selectNodeContents(element.firstChild!);
      return (
        new Set([...range.getClientRects()].map(({ top }) => top)).size > 1
      );
    };
    const visible = [...document.querySelectorAll('body *')].filter((it) =>
      it.checkVisibility(),
    );
    const found = visible.filter(
      (element) => isCut(element) || isBroken(element),
    );
    return found.map(
      (element) =>
        `cut: ${element.tagName} ${element.textContent.trim().slice(0, 60)}`,
    );
  });
}

/** The size and the colors of a window. */
export interface Window {
  readonly width: number;
  readonly colorScheme: 'light' | 'dark';
}

/** Returns what is wrong with a page in some windows, and with forced colors. @param checks beyond axe and the width */
export async function faultsIn(
  page: Page,
  windows: readonly Window[],
  ...checks: readonly ((page: Page) => Promise<string[]>)[]
): Promise<string[]> {
  const found: string[] = [];
  for (const { width, colorScheme } of windows) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    for (const check of [overflowing, axe, ...checks]) {
      const faults = await check(page);
      found.push(...faults.map((it) => `${width} px, ${colorScheme}: ${it}`));
    }
  }
  await page.emulateMedia({ forcedColors: 'active' });
  found.push(...(await invisible(page)));
  await page.emulateMedia({ forcedColors: 'none' });
  return found;
}

/** Opens everything that a click opens without a script. */
export async function unfold(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const details of document.querySelectorAll('details'))
      details.open = true;
  });
}

/** Returns the texts in the content of a page that are not visible. Drawings have names. */
export function hiddenTexts(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('main *')].flatMap((element) => {
      const own = [...element.childNodes].filter(
        ({ nodeType }) => nodeType === Node.TEXT_NODE,
      );
      const texts = own
        .map(({ textContent }) => textContent!.trim())
        .filter((it) => it !== '');
      const options = { opacityProperty: true, visibilityProperty: true };
      return element.closest('.needs-js, title, desc, script') ||
        element.checkVisibility(options)
        ? []
        : texts;
    }),
  );
}

/** Returns visible texts and shapes that have the color of what is behind them. */
export function invisible(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const canvas = document.body.appendChild(document.createElement('p'));
    canvas.style.color = 'Canvas';
    const paper = getComputedStyle(canvas).color;
    canvas.remove();
    const isClear = (color: string) =>
      color === 'none' || /^rgba.*, 0\)$/.test(color);
    const behind = (element: Element | null): string => {
      const color = element ? getComputedStyle(element).backgroundColor : paper;
      return isClear(color) ? behind(element!.parentElement) : color;
    };
    return [...document.querySelectorAll('body *')].flatMap((it) => {
      const hasText = [...it.childNodes].some(
        (node) => node.nodeType === 3 && node.nodeValue!.trim(),
      );
      const isShape = it.matches(
        'svg :is(line, path, polyline, polygon, rect, circle):not(defs *)',
      );
      if (
        !(hasText || isShape) ||
        !it.checkVisibility({ visibilityProperty: true })
      )
        return [];
      const { color, fill, stroke } = getComputedStyle(it);
      const colors = it instanceof SVGElement ? [fill, stroke] : [color];
      const isSeen = colors.some(
        (each) => each !== behind(it) && !isClear(each),
      );
      return isSeen
        ? []
        : [`${it.tagName}.${it.getAttribute('class')}: ${colors.join()}`];
    });
  });
}

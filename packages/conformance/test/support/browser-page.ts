import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type * as Axe from 'axe-core';
import type { Page } from 'playwright-core';

const axeSource = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/**
 * Collects what goes wrong while pages are open in a tab: errors and warnings in the console, mistakes of scripts,
 * requests that fail, and those to an address that the page should not know.
 *
 * @param allowed what the address of a request may begin with
 * @returns what went wrong since the last call
 */
export function watch(page: Page, allowed: readonly string[]): () => string[] {
  const found: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) found.push(message.text());
  });
  page.on('pageerror', (error) => found.push(`error: ${error.message}`));
  page.on('request', (request) => {
    const url = request.url();
    if (!['data:', ...allowed].some((start) => url.startsWith(start)))
      found.push(`request to elsewhere: ${url}`);
  });
  page.on('requestfailed', (it) => found.push(`failed: ${it.url()}: ${it.failure()?.errorText}`));
  page.on('response', (it) => {
    if (it.status() >= 400) found.push(`${it.status()}: ${it.url()}`);
  });
  return () => found.splice(0);
}

/**
 * Returns what axe-core reports of a page as it is now: the rule and some elements of each violation.
 *
 * @param rules the rules to apply; by default all that axe applies by itself
 */
export async function axe(page: Page, rules?: readonly string[]): Promise<string[]> {
  // What a test evaluates is not bound by the policy of the page.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeSource);
  return page.evaluate(async (values) => {
    const { axe: run } = globalThis as unknown as { axe: typeof Axe };
    const options: Axe.RunOptions = { resultTypes: ['violations'] };
    if (values) options.runOnly = { type: 'rule', values: [...values] };
    const { violations } = await run.run(document, options);
    return violations.map(({ id, nodes }) =>
      [id, ...nodes.slice(0, 5).map(({ target }) => target.join(' '))].join(' | '),
    );
  }, rules);
}

/** Returns the elements that make a page wider than its window. */
export function overflowing(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const scrolls = (element: Element | null): boolean =>
      element !== null &&
      (/auto|scroll|hidden|clip/.test(getComputedStyle(element).overflowX) ||
        scrolls(element.parentElement));
    const wide = [...document.body.querySelectorAll('*')].filter(
      (it) =>
        it.getBoundingClientRect().right + scrollX > clientWidth + 0.5 &&
        !scrolls(it.parentElement),
    );
    const names = wide.map((it) => `${it.tagName}#${it.id}.${it.getAttribute('class')}`);
    return [`${scrollWidth} px in ${clientWidth} px`, ...names.slice(0, 5)];
  });
}

/** Opens everything that a click opens without a script. */
export async function unfold(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const details of document.querySelectorAll('details')) details.open = true;
  });
}

/** Returns the texts in the content of a page that are visible, element by element. */
export function visibleTexts(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('main *')].flatMap((element) => {
      const own = [...element.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE);
      const isVisible = element.checkVisibility({
        opacityProperty: true,
        visibilityProperty: true,
      });
      return isVisible ? own.map(({ textContent }) => textContent ?? '') : [];
    }),
  );
}

/** Returns the addresses of the visible links of a page, without their anchors. */
export function visibleLinks(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const links = [...document.querySelectorAll('body a[href]')]
      .filter((link) => link.checkVisibility({ visibilityProperty: true }))
      // In a drawing, `href` is no text.
      .map((link) => new URL(link.getAttribute('href')!, document.baseURI));
    return [...new Set(links.map(({ href, hash }) => href.slice(0, href.length - hash.length)))];
  });
}

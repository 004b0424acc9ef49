import type { Page } from 'playwright-core';

/** Opens all that a click opens without a script. */
export async function unfold(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const details of document.querySelectorAll('details')) details.open = true;
  });
}

/** What is shown in the content of a page, element by element. */
export function readableTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const texts: string[] = [];
    for (const element of document.querySelectorAll('main *')) {
      const own = [...element.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE);
      if (own.length === 0) continue;
      if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      texts.push(...own.map(({ textContent }) => textContent ?? ''));
    }
    return texts;
  });
}

/** The addresses that the links of a page lead to and that somebody can click, without their anchors. */
export function clickableLinks(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const links = [...document.querySelectorAll('body a[href]')];
    const shown = links.filter((link) => link.checkVisibility({ visibilityProperty: true }));
    // In a drawing, `href` is no text.
    const addresses = shown.map((link) => new URL(link.getAttribute('href')!, document.baseURI));
    return [
      ...new Set(addresses.map(({ href, hash }) => href.slice(0, href.length - hash.length))),
    ];
  });
}

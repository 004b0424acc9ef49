import type { Page } from 'playwright-core';

/** What has the focus. */
export interface Focused {
  /** Its tag, and what tells it from others of the same; `body` where nothing has the focus. */
  readonly name: string;
  readonly isInMenu: boolean;
  /** Whether it is in the window and has an outline or a shadow that it has not at rest. */
  readonly isSeen: boolean;
}

/** Remembers how the elements of a page look while nothing has the focus. */
export async function rememberLooks(page: Page): Promise<void> {
  await page.evaluate(() => {
    const looks = new Map<Element, string>();
    const look = (element: Element): string => {
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
      return `${outlineStyle} ${outlineWidth} ${boxShadow}`;
    };
    for (const element of document.querySelectorAll('*')) looks.set(element, look(element));
    Object.assign(globalThis, { looksAtRest: looks, look });
  });
}

/** What has the focus now, compared with how it was remembered. */
export function focusedElement(page: Page): Promise<Focused> {
  return page.evaluate(() => {
    const { looksAtRest, look } = globalThis as unknown as {
      looksAtRest: Map<Element, string>;
      look: (element: Element) => string;
    };
    const element = document.activeElement ?? document.body;
    const { top, bottom, width, height } = element.getBoundingClientRect();
    const isShown = element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    const isInWindow = bottom > 0 && top < innerHeight && width > 0 && height > 0;
    const what = element.id || element.getAttribute('href') || element.className;
    return {
      name: element === document.body ? 'body' : `${element.tagName} ${what}`,
      isInMenu: element.closest('#menu') !== null && element.tagName === 'A',
      isSeen: isShown && isInWindow && look(element) !== looksAtRest.get(element),
    };
  });
}

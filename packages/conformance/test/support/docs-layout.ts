import type { Page } from 'playwright-core';

/** The elements that make a page wider than its window; none if nothing does. */
export function overflowing(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const isIn = (box: DOMRect) => box.right + scrollX <= clientWidth + 0.5;
    const scrolls = (element: Element | null): boolean =>
      element !== null &&
      (/auto|scroll|hidden|clip/.test(getComputedStyle(element).overflowX) ||
        scrolls(element.parentElement));
    const found = [...document.body.querySelectorAll('*')].filter(
      (element) => !isIn(element.getBoundingClientRect()) && !scrolls(element.parentElement),
    );
    const names = found.map(
      (element) => `${element.tagName}#${element.id}.${element.getAttribute('class')}`,
    );
    return [`${scrollWidth} px in ${clientWidth} px`, ...names.slice(0, 5)];
  });
}

/** How far the page has moved while it was loaded (Layout Instability, section 4.2): 0 for not at all. */
export function layoutShift(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0;
        const add = (entries: PerformanceEntryList): void => {
          for (const entry of entries as unknown as { value: number }[]) sum += entry.value;
        };
        const observer = new PerformanceObserver((list) => add(list.getEntries()));
        observer.observe({ type: 'layout-shift', buffered: true });
        // What was drawn last is told after the next frame.
        requestAnimationFrame(() =>
          requestAnimationFrame(() => {
            add(observer.takeRecords());
            resolve(sum);
          }),
        );
      }),
  );
}

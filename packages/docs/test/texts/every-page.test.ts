/** The built documentation in a real browser: every page, and what it shows without scripts. */
import { browserProgram, demandBrowser } from '@agent-conversation/testing/browser';
import { describe, expect, test } from 'vitest';
import { hiddenTexts, openDocs, overflowing, unfold } from '../support/browser.ts';
import { pages } from '../support/site.ts';

demandBrowser('THE DOCS WERE NOT OPENED IN A BROWSER');

describe.runIf(browserProgram)('the documentation', () => {
  const { root, open } = openDocs();

  test('no page has an error, or is wider than its window', async () => {
    const { page, faults } = await open('index.html');
    const wide: string[] = [];
    for (const [index, path] of [...pages.keys()].entries()) {
      await page.goto(root() + path);
      await unfold(page);
      // The window has the last one's width: its content is laid out twice, not three times.
      for (const width of index % 2 === 0 ? [1280, 390] : [390, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        wide.push(...(await overflowing(page)).map((it) => `${path}, ${width} px: ${it}`));
      }
    }
    expect({ wide, faults: faults() }).toEqual({ wide: [], faults: [] });
  });

  test('without scripts every page is reached by links, and shows all of it but buttons', async () => {
    const { page } = await open('index.html', { javaScriptEnabled: false });
    const reached = ['index.html'];
    const faults: string[] = [];
    for (const path of reached) {
      await page.goto(root() + path);
      await unfold(page);
      // In a drawing, `href` is no text.
      const hrefs = await page
        .locator('a:visible')
        .evaluateAll((all) => all.map((it) => it.getAttribute('href') ?? ''));
      const links = hrefs
        .map((href) => new URL(href, root() + path).href.split('#')[0]!)
        .filter((link) => link.startsWith(root()) && link.endsWith('.html'))
        .map((link) => link.slice(root().length));
      reached.push(...new Set(links.filter((link) => !reached.includes(link))));
      if (path !== 'reference.html')
        faults.push(...(await hiddenTexts(page)).map((text) => `${path}: ${text}`));
      // A button would do nothing.
      const buttons = await page.locator('button:visible').allInnerTexts();
      faults.push(...buttons.map((text) => `${path}: the button ${text}`));
    }
    expect(reached.toSorted()).toEqual([...pages.keys()].toSorted());
    expect(faults).toEqual([]);
  });
});

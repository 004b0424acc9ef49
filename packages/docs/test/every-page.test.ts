/** The built documentation in a real browser: every page, and what it shows without scripts. */
import {
  browserProgram,
  demandBrowser,
} from '@agent-conversation/testing/browser';
import { describe, expect, test } from 'vitest';
import {
  hiddenTexts,
  openDocs,
  overflowing,
  unfold,
} from './support/browser.ts';
import { pages } from './support/site.ts';

demandBrowser('THE DOCS WERE NOT OPENED IN A BROWSER');

describe.runIf(browserProgram)('the documentation', () => {
  const { root, open } = openDocs();

  const paths = [...pages.keys()].filter((path) => path !== '404.html');

  test('no page has an error, or is wider than its window', async () => {
    const { page, faults } = await open('index.html');
    const wide: string[] = [];
    for (const path of paths) {
      await page.goto(root() + path);
      await unfold(page);
      for (const width of [1440, 1024, 390]) {
        await page.setViewportSize({ width, height: 800 });
        wide.push(
          ...(await overflowing(page)).map(
            (it) => `${path}, ${width} px: ${it}`,
          ),
        );
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
      const hrefs = await page
        .locator('a:visible')
        .evaluateAll((all) =>
          all.map((it) => (it as HTMLAnchorElement).href.split('#')[0]!),
        );
      const links = hrefs
        .filter((href) => href.startsWith(root()) && href.endsWith('.html'))
        .map((href) => href.slice(root().length));
      reached.push(...new Set(links.filter((link) => !reached.includes(link))));
      if (path === 'reference.html') continue;
      faults.push(
        ...(await hiddenTexts(page)).map((text) => `${path}: ${text}`),
      );
      // Those of decisions open a note; any other button would do nothing.
      const buttons = await page
        .locator('button:not([popovertarget]):visible')
        .allInnerTexts();
      faults.push(...buttons.map((text) => `${path}: the button ${text}`));
    }
    expect(reached.toSorted()).toEqual([...paths, 'reference.html'].toSorted());
    expect(faults).toEqual([]);
  });

  test('without scripts the note of a decision opens', async () => {
    const { page } = await open('operations/pauseSandbox.html', {
      javaScriptEnabled: false,
    });
    await page.locator('button.decision').first().click();
    expect(await page.locator('aside.note:popover-open').innerText()).toContain(
      'Chosen:',
    );
  });
});

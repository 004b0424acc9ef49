/** The built documentation in a real browser: every page, and what it shows without scripts. */
import { browserProgram, demandBrowser } from '@agent-conversation/testing/browser';
import { describe, expect, test } from 'vitest';
import { operations } from '../../src/contract.ts';
import { overflowing, unfold, visibleLinks, visibleTexts } from '../support/browser-page.ts';
import { openedSite } from '../support/browser-site.ts';
import { operationFacts, missingFacts } from '../support/docs-facts.ts';
import { builtSite } from '../support/docs-site.ts';

demandBrowser('THE DOCS WERE NOT OPENED IN A BROWSER');

const site = builtSite();
const pages = [...site.pages.keys()];

describe.runIf(browserProgram)('the documentation', () => {
  const { root, open } = openedSite(site);

  test('no page has an error, or is wider than its window', async () => {
    const { page, faults } = await open('index.html');
    const wide: string[] = [];
    for (const [index, path] of pages.entries()) {
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

  test('without scripts every page is reached by links, and every operation can be read', async () => {
    const { page } = await open('index.html', { javaScriptEnabled: false });
    const reached = new Map<string, { links: string[]; texts: string[] }>();
    const queue = ['index.html'];
    const isRead = (path: string) => /^(operations|schemas)\//.test(path);
    for (const path of queue) {
      if (!isRead(path) && queue.length === pages.length) continue;
      await page.goto(root() + path);
      await unfold(page);
      const links = (await visibleLinks(page))
        .filter((link) => link.startsWith(root()) && link.endsWith('.html'))
        .map((link) => link.slice(root().length));
      reached.set(path, { links, texts: await visibleTexts(page) });
      queue.push(...links.filter((link) => !queue.includes(link)));
    }
    expect(queue.toSorted()).toEqual(pages.toSorted());
    for (const operation of operations) {
      const shown = [`operations/${operation.operationId}.html`];
      for (const path of shown) {
        const links = reached.get(path)!.links.filter((link) => link.startsWith('schemas/'));
        shown.push(...links.filter((link) => !shown.includes(link)));
      }
      const texts = shown.flatMap((path) => reached.get(path)!.texts);
      expect(missingFacts(operationFacts(operation), texts), operation.operationId).toEqual([]);
    }
    await page.goto(`${root()}operations/pauseSandbox.html`);
    // A button would do nothing.
    for (const button of await page.locator('button').all())
      expect(await button.isVisible()).toBe(false);
  });
});

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type * as Axe from 'axe-core';
import type { Page } from 'playwright-core';

const source = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** The rules of axe whose verdict depends on colours. */
export const colourRules: readonly string[] = ['color-contrast', 'link-in-text-block'];

/**
 * What axe-core objects to on a page as it is now, of whatever impact.
 *
 * @param rules to look for; all that are on by default if none are given
 * @returns the rule and the elements of each violation
 */
export async function violations(page: Page, rules?: readonly string[]): Promise<string[]> {
  // The policy of the page does not hold for what the tools of the browser run.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source);
  return page.evaluate(async (values) => {
    const { axe } = globalThis as unknown as { axe: typeof Axe };
    const options: Axe.RunOptions = { resultTypes: ['violations'] };
    if (values) options.runOnly = { type: 'rule', values: [...values] };
    const found = await axe.run(document, options);
    return found.violations.map(
      ({ id, nodes }) =>
        `${id}: ${nodes
          .map(({ target }) => target.join(' '))
          .slice(0, 5)
          .join(' | ')}`,
    );
  }, rules);
}

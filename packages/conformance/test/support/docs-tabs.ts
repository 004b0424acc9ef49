import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { type Complaints, noteComplaints } from './docs-complaints.ts';

/** A tab with what it complains of. */
export interface Tab {
  readonly page: Page;
  readonly complaints: Complaints;
}

/** A few tabs of one browser, for tests that run at the same time. */
export interface Tabs {
  /** Waits for a tab that nobody uses, and gives it back afterwards. */
  readonly use: <T>(look: (tab: Tab) => Promise<T>) => Promise<T>;
}

/**
 * Opens tabs that share storage and settings.
 *
 * @param allowed what the addresses of requests may begin with
 */
export async function openTabs(
  browser: Browser,
  count: number,
  allowed: readonly string[],
  options: BrowserContextOptions = {},
): Promise<Tabs> {
  const context = await browser.newContext(options);
  const free: Tab[] = [];
  for (let opened = 0; opened < count; opened += 1) {
    const page = await context.newPage();
    free.push({ page, complaints: noteComplaints(page, allowed) });
  }
  const waiting: ((tab: Tab) => void)[] = [];
  return {
    async use(look) {
      const tab = free.pop() ?? (await new Promise<Tab>((resolve) => waiting.push(resolve)));
      try {
        return await look(tab);
      } finally {
        const next = waiting.shift();
        if (next) next(tab);
        else free.push(tab);
      }
    },
  };
}

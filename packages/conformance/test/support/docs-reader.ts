import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { type Complaints, noteComplaints } from './docs-complaints.ts';

/** How long a page may take to do what it is asked for, in milliseconds. */
export const patience = { timeout: 15_000 };

/** Somebody who reads the documentation in a window, with a clipboard and a mock. */
export interface Reader {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly complaints: Complaints;
}

/** What a reader brings along. */
export interface ReaderOptions extends BrowserContextOptions {
  /** What the addresses of requests may begin with. */
  readonly allowed: readonly string[];
  /** The address of the mock that samples are sent to, such as `http://127.0.0.1:4010`. */
  readonly mock: string;
}

/** Opens a window that remembers nothing but where the mock is. */
export async function newReader(browser: Browser, options: ReaderOptions): Promise<Reader> {
  const { allowed, mock, ...rest } = options;
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...rest });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await context.addInitScript((host) => {
    // When the pages' own scripts look, and not at once: see `document` of the docs about pages from a disk.
    document.addEventListener(
      'readystatechange',
      () => localStorage.setItem('agent-conversation.mock', host),
      { once: true },
    );
  }, new URL(mock).host);
  const page = await context.newPage();
  return { page, context, complaints: noteComplaints(page, [...allowed, mock]) };
}

/** An address of this machine at which nobody answers. */
export async function silentAddress(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return `http://127.0.0.1:${port}`;
}

/** What the reader has copied last. */
export function clipboard(page: Page): Promise<string> {
  return page.evaluate(() => navigator.clipboard.readText());
}

/** The part of an operation's page with its sample that succeeds. */
export function successSample(page: Page, operationId: string) {
  return page.locator(`.sample[data-operation="${operationId}"][data-outcome="success"]`);
}

/** The program of that sample, in the language that a new reader is shown. */
export function shownCode(page: Page, operationId: string) {
  return successSample(page, operationId).locator('[data-language="curl"] figure').first();
}

/** Waits until the dialog of the search takes what is typed. */
export async function searchIsOpen(page: Page): Promise<void> {
  await page.locator('[role="combobox"]:focus').waitFor();
}

import type { Page } from 'playwright-core';

/** Notes what goes wrong while pages are open in a tab. */
export interface Complaints {
  /** What went wrong since this was called last. */
  readonly take: () => string[];
}

/**
 * Notes what a tab complains of from now on: errors and warnings in its console, mistakes of scripts, requests
 * that fail, and those to an address that none of the pages should know.
 *
 * @param allowed what an address may begin with
 */
export function noteComplaints(page: Page, allowed: readonly string[]): Complaints {
  let complaints: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(`error: ${error.message}`));
  page.on('request', (request) => {
    const url = request.url();
    if (!['data:', ...allowed].some((start) => url.startsWith(start))) {
      complaints.push(`request to elsewhere: ${url}`);
    }
  });
  page.on('requestfailed', (request) => {
    complaints.push(`failed: ${request.url()}: ${request.failure()?.errorText}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400) complaints.push(`${response.status()}: ${response.url()}`);
  });
  return {
    take() {
      const taken = complaints;
      complaints = [];
      return taken;
    },
  };
}

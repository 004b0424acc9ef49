/** The client, as it is published, in pages that bundlers make. */
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { browserProgram, demandBrowser, visit } from '@agent-conversation/cli/browser';
import { esbuild, vite } from './bundlers.ts';
import { type RunningMock, startFaultyMock } from './mock.ts';
import { makeProject } from './project.ts';
import { siteOf } from './site.ts';
import { expectedSummary } from './summary.ts';

demandBrowser('THE CLIENT WAS NOT RUN IN A BROWSER');

describe.runIf(browserProgram)('a page with the client', () => {
  let mock: RunningMock;
  beforeAll(async () => {
    mock = await startFaultyMock();
  });
  afterAll(() => mock.stop());

  test.each([
    { name: 'esbuild', build: buildWithEsbuild },
    { name: 'Vite', build: vite },
  ])('works as $name makes it', async ({ name, build }) => {
    const project = makeProject('withClient', 'consumer');
    await build(project);
    const complaints: string[] = [];
    const { page, leave } = await visit(siteOf(join(project, 'dist')), (opened) => {
      opened.on('pageerror', ({ message }) => complaints.push(message));
      opened.on('console', (message) => complaints.push(message.text()));
    });
    try {
      const options = JSON.stringify({ baseUrl: mock.url, apiKey: name });
      expect(await page.evaluate(`start(${options})`)).toEqual(
        expectedSummary({ tellsUnsent: false, tellsLocation: false }),
      );
      expect(complaints.filter((complaint) => !isOfBrowser(complaint))).toEqual([]);
    } finally {
      await leave();
    }
  });
});

async function buildWithEsbuild(project: string): Promise<void> {
  await esbuild(project, ['page.js', '--outdir=dist', '--minify']);
  cpSync(join(project, 'index.html'), join(project, 'dist/index.html'));
}

/** The browser itself writes of every answer that is no success, and of every connection that fails. */
function isOfBrowser(complaint: string): boolean {
  return complaint.startsWith('Failed to load resource: ');
}

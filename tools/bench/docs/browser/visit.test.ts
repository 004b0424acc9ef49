import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { browserProgram, demandBrowser } from '@agent-conversation/cli/browser';
import { serve, type Service } from '../../processes.ts';
import { profiles } from '../profiles.ts';
import { visit } from '../visit.ts';

demandBrowser('THE BENCH OF THE DOCUMENTATION WAS NOT TRIED');

const service = fileURLToPath(new URL('../service.ts', import.meta.url));
const [fast, slow] = profiles;
const landmark = {
  heading: 'h1',
  headingText: 'Pause',
  text: 'main',
  openings: ['Stops the', 'Pauses the'],
};
const text = '<main><h1>Pause a sandbox</h1><p>Pauses the sandbox.</p></main>';
const work = (time: number) =>
  `const end = performance.now() + ${time}; while (performance.now() < end);`;
/** Runs after the frame in which what is there already is found. */
const inNextFrame = (script: string) => `requestAnimationFrame(() => ${script})`;
const filler = Array.from({ length: 20_000 }, (_, index) => (index * 7919).toString(36)).join(' ');

/** The pages that are tried, by their names. */
const pages = {
  plain: text,
  late: `<script>setTimeout(() => { document.body.innerHTML = '${text}'; }, 400)</script>`,
  below: `<div style="height: 5000px">A long way</div>${text}`,
  covered: `${text}<div style="position: fixed; inset: 0; background: white">Please wait</div>`,
  faint: `<p>Here it is:</p><div style="opacity: 0">${text}</div>`,
  busy: `${text}<script>addEventListener('load', () => ${inNextFrame(inNextFrame(`setTimeout(() => { ${work(300)} })`))})</script>`,
  busyBefore: `<script>setTimeout(() => { ${work(300)} document.body.innerHTML = '${text}'; })</script>`,
  heavy: `${text}<!-- ${filler} -->`,
};

describe.runIf(browserProgram)('a visit', () => {
  let folder: string;
  let server: Service;
  let browser: Browser;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'bench-docs-'));
    for (const [name, body] of Object.entries(pages)) {
      const page = `<!doctype html><title>${name}</title><link rel="icon" href="data:,"><body>${body}</body>`;
      await writeFile(join(folder, `${name}.html`), page);
    }
    server = await serve([service, folder]);
    browser = await chromium.launch({ executablePath: browserProgram!, args: ['--no-sandbox'] });
  });
  afterAll(async () => {
    await browser.close();
    await server.stop();
    await rm(folder, { recursive: true });
  });

  const load = (name: keyof typeof pages, profile = fast!) =>
    visit(browser, `${server.url}/${name}.html`, landmark, profile);

  test('tells when the text is in view, and what came until then', async () => {
    const plain = await load('plain');
    expect(plain.readable).toBeLessThan(Infinity);
    expect(plain.firstPaint).toBeLessThan(Infinity);
    expect(plain.requests).toBe(1);
    expect(plain.bytes).toBeGreaterThan(100);
    expect(plain.bytesBefore).toBeCloseTo(plain.bytes);
  });

  test('waits for text that a script makes', async () => {
    expect((await load('late')).readable).toBeGreaterThanOrEqual(400);
  });

  test.each(['below', 'covered', 'faint'] as const)(
    'does not take for readable: %s',
    async (name) => {
      const lost = await load(name);
      expect(lost.readable).toBe(Infinity);
      expect(lost.loaded).toBeLessThan(Infinity);
    },
  );

  // A browser on a busy machine now and then tells nothing of a long task.
  test('tells blocking apart: after the text, and before it', { retry: 3 }, async () => {
    const after = await load('busy');
    expect(after.blocking - after.blockingBefore).toBeGreaterThanOrEqual(200);
    const before = await load('busyBefore');
    expect(before.blockingBefore).toBeGreaterThanOrEqual(200);
  });

  test('counts compressed bytes, at the pace of the line', async () => {
    const heavy = await load('heavy', slow);
    expect(heavy.bytes).toBeGreaterThan(10_000);
    expect(heavy.bytes).toBeLessThan(filler.length);
    const seconds = (heavy.bytes * 8) / slow!.line!.down;
    expect(heavy.loaded).toBeGreaterThan(1000 * seconds);
  });
});

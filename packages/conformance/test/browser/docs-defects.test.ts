import { Hono } from 'hono';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { violations } from '../support/docs-accessibility.ts';
import { type Complaints, noteComplaints } from '../support/docs-complaints.ts';
import { focusedElement, rememberLooks } from '../support/docs-focus.ts';
import { layoutShift, overflowing } from '../support/docs-layout.ts';
import { clickableLinks, readableTexts, unfold } from '../support/docs-readable.ts';
import { browserProgram, demandBrowser, type Visit, visit } from '@agent-conversation/cli/browser';

demandBrowser('THE CHECKS OF THE DOCS WERE NOT TRIED');

/** Pages with a defect: that each check of the documentation finds what it is there for. */
describe.runIf(browserProgram)('a defect is found', () => {
  const pages: Record<string, string> = {
    sound:
      '<div class="wide-code"><pre tabindex="0">x</pre></div><script src="/sound.js"></script>',
    warning: '<script>console.warn("careful")</script>',
    error: '<script>missing()</script>',
    policy: '<p style="color:red">x</p>',
    missing: '<img alt="x" src="/nowhere.png">',
    outside: '<img alt="x" src="http://127.0.0.2:9/x.png">',
    late: '<h2 id="late">A long text in large letters</h2><script>setTimeout(() => { late.style.marginTop = "200px" }, 100)</script>',
    wide: '<p id="wide" style="width:150vw">text</p>',
    contrast: '<p style="color:#bbb;background:#fff">text</p>',
    unnamed: '<button type="button"></button>',
    focus:
      '<style>.unseen:focus { outline: none }</style><a class="seen" href="/">x</a><a class="unseen" href="/">x</a>',
    hidden:
      '<p>shown</p><p hidden>a<a href="/a">x</a></p><p style="visibility:hidden">b</p><p style="opacity:0">c</p>' +
      '<details><summary>more</summary><a href="/d#e">folded</a></details>',
  };
  let open: Visit;
  let page: Page;
  let complaints: Complaints;

  beforeAll(async () => {
    const site = new Hono()
      .get('/sound.js', (context) => context.text('', 200, { 'content-type': 'text/javascript' }))
      .get('/pages/:name', (context) => {
        const name = context.req.param('name');
        const policy =
          name === 'policy' ? "style-src 'none'" : "default-src * data: 'unsafe-inline'";
        return context.html(document(pages[name]!, policy));
      })
      .get('/', (context) => context.html(document('', '')));
    open = await visit(site.fetch);
    ({ page } = open);
    complaints = noteComplaints(page, [`${open.origin}/`]);
  });
  afterAll(() => open.leave());

  const show = async (name: string): Promise<void> => {
    await page.goto(`${open.origin}/pages/${name}`);
  };

  test('none in a sound page', async () => {
    await show('sound');
    expect(complaints.take()).toEqual([]);
    expect(await layoutShift(page)).toBe(0);
    expect(await overflowing(page)).toEqual([]);
    expect(await violations(page)).toEqual([]);
  });

  test.each([
    ['warning', 'careful'],
    ['error', 'missing is not defined'],
    ['policy', 'violates the following Content Security Policy'],
    ['missing', '/nowhere.png'],
    ['outside', 'request to elsewhere: http://127.0.0.2:9/x.png'],
  ])('a complaint: %s', async (name, complaint) => {
    await show(name);
    expect(complaints.take().join('\n')).toContain(complaint);
  });

  test('what moves', async () => {
    await show('late');
    await page.waitForTimeout(300);
    expect(await layoutShift(page)).toBeGreaterThan(0.01);
  });

  test('what is too wide', async () => {
    await show('wide');
    expect(await overflowing(page)).toEqual([
      expect.stringMatching(/^\d+ px in \d+ px$/),
      'P#wide.null',
    ]);
  });

  test('a focus that nobody sees', async () => {
    await show('focus');
    await rememberLooks(page);
    const seen: boolean[] = [];
    for (const _ of [1, 2]) {
      await page.keyboard.press('Tab');
      seen.push((await focusedElement(page)).isSeen);
    }
    expect(seen).toEqual([true, false]);
  });

  test('what nobody can read or click', async () => {
    await show('hidden');
    expect(await clickableLinks(page)).toEqual([]);
    await unfold(page);
    const texts = await readableTexts(page);
    expect(texts).toEqual(['x', 'shown', 'more', 'folded']);
    expect(await clickableLinks(page)).toEqual([`${open.origin}/d`]);
  });

  test.each([
    ['contrast', 'color-contrast: p'],
    ['unnamed', 'button-name: button'],
  ])('what axe objects to: %s', async (name, violation) => {
    await show(name);
    expect(await violations(page)).toEqual([violation]);
    expect(await violations(page, ['color-contrast'])).toEqual(
      name === 'contrast' ? [violation] : [],
    );
  });
});

function document(body: string, policy: string): string {
  return (
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>x</title>' +
    `<meta http-equiv="Content-Security-Policy" content="${policy}">` +
    '<meta name="viewport" content="width=device-width"><link rel="icon" href="data:,"></head>' +
    `<body><main><h1>x</h1>${body}</main></body></html>`
  );
}

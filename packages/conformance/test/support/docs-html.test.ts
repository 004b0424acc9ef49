import { expect, test } from 'vitest';
import { invalidHtml } from './docs-html.ts';

const page = (body: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Page</title></head><body><main><h1>Page</h1>${body}</main></body></html>`;

test('a sound page passes', async () => {
  expect(
    await invalidHtml(page('<p>text<br>more</p><button type="button" hidden>x</button>')),
  ).toEqual([]);
});

test.each([
  ['<p id="a"></p><p id="a"></p>', 'no-dup-id'],
  ['<p><div>x</div></p>', 'close-order'],
  ['<p style="color: red">x</p>', 'no-inline-style'],
  ['<button>x</button>', 'no-implicit-button-type'],
  ['<h2></h2>', 'empty-heading'],
  ['<img src="x.png">', 'wcag/h37'],
  ['<nav>x</nav><nav>y</nav>', 'unique-landmark'],
  ['<ul><p>x</p></ul>', 'element-permitted-content'],
  ['<p>&nosuch;</p>', 'unrecognized-char-ref'],
])('%s is found', async (body, rule) => {
  const faults = await invalidHtml(page(body));
  expect(faults.map((fault) => fault.split(/[ :]/)[2])).toContain(rule);
});

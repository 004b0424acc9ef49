import { expect, test } from 'vitest';
import { faultyFrames } from './docs-frames.ts';
import { siteOf } from './docs-site.ts';

const policy = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'">`;
const head = `<meta charset="utf-8">${policy}<title>A</title><meta name="description" content="a">`;
const page = `<head>${head}</head><body><main><h1 id="a">A</h1><p id="b"></p></main></body>`;
const other = page.replace('>A</title>', '>B</title>').replace('"a">', '"b">');

test('a sound site has no faulty frames', () => {
  expect(faultyFrames(site(page))).toEqual([]);
});

test.each([
  ['<title>A</title>', '', 'has no title'],
  ['<title>A', '<title>', 'has no title'],
  ['<title>A', '<title>B', 'has the title of a.html'],
  ['content="a"', 'content="b"', 'has the description of a.html'],
  ['<h1 id="a">A</h1>', '', 'has no main heading'],
  ['<h1 id="a">A</h1>', '<h1>A</h1><h1>B</h1>', 'has 2 main heading'],
  [policy, '', 'has no policy'],
  [policy, `<script>x</script>${policy}`, 'has a script before the policy'],
  [`${policy}<title>A</title>`, `<title>A</title>${policy}`, 'has a title before the policy'],
  ['id="b"', 'id="a"', 'has the id a twice'],
])('%s, made %s: %s', (from, to, fault) => {
  expect(page).toContain(from);
  expect(faultyFrames(site(page.replace(from, to)))).toContain(`b.html ${fault}`);
});

function site(text: string) {
  return siteOf(Object.entries({ 'a.html': other, 'b.html': text, 'c.md': '' }));
}

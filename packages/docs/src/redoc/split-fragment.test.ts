import { expect, test } from 'vitest';
import { splitFragment } from './split-fragment.ts';

const markup = '<div id="redoc"><script>colour()</script></div>';
const start = 'const __redoc_definition = {}; hydrate();';
const fragment = `
<style>a {}</style><style>b {}</style>
<!-- body -->
${markup}
<script type="module">/* licence */ renderer();${start}</script>
`;

test('the parts of a fragment', () => {
  expect(splitFragment(fragment)).toEqual({
    styles: '<style>a {}</style><style>b {}</style>',
    markup,
    renderer: '/* licence */ renderer();',
    start,
  });
});

test.each([
  ['without styles', fragment.replaceAll(/<style.*<\/style>/g, '')],
  [
    'with a link before the styles',
    fragment.replace('<style>', '<link rel="modulepreload"><style>'),
  ],
  ['without the contract', fragment.replace(start, '')],
])('a fragment %s is refused', (_, html) => {
  expect(() => splitFragment(html)).toThrow('has changed the form of its page');
});

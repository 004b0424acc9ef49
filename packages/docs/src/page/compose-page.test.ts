import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { composePage } from './compose-page.ts';

const page = composePage({
  title: 'Bread & <Butter>',
  description: 'A "meal"',
  metadata: { 'openapi-version': '1.0.0' },
  styles: '<style>a {}</style>',
  markup: '<main><script>first()</script></main>',
  modules: ['second()', 'third()'],
});

test('texts are escaped', () => {
  expect(page).toContain('<title>Bread &amp; &lt;Butter></title>');
  expect(page).toContain('<meta name="description" content="A &quot;meal&quot;">');
  expect(page).toContain('<meta name="openapi-version" content="1.0.0">');
});

test('the policy allows exactly the scripts of the page', () => {
  const allowed = [...page.matchAll(/'sha256-([^']+)'/g)].map(([, hash]) => hash);
  const scripts = ['first()', 'second()', 'third()'];
  expect(allowed).toEqual(
    scripts.map((script) => createHash('sha256').update(script).digest('base64')),
  );
  expect(page.match(/<script/g)).toHaveLength(scripts.length);
});

test('the policy comes before all that it governs', () => {
  expect(page.indexOf('Content-Security-Policy')).toBeLessThan(page.search(/<style|<script|<link/));
});

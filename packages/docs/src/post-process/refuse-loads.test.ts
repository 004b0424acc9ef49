import { expect, test } from 'vitest';
import { refuseLoads } from './refuse-loads.ts';

test.each([
  '<img src="https://example.com/a.svg">',
  "<img src='//example.com/a.svg'>",
  '<img srcset="https://example.com/a.svg 2x">',
  '<script src="http://example.com/a.js"></script>',
  '<link rel="stylesheet" href="a.css">',
  '<iframe src="a.html"></iframe>',
  'div { background: url(https://example.com/a.svg) }',
  "div { background: url('//example.com/a.svg') }",
  '@import "a.css";',
])('%s is refused', (html) => {
  expect(() => refuseLoads(html)).toThrow('The page would load from elsewhere:');
});

test.each([
  '<a href="https://example.com/">',
  '<svg xmlns="http://www.w3.org/2000/svg"><use href="#icon"></use></svg>',
  'div { background: url("data:image/svg+xml,%3Csvg/%3E") }',
])('%s passes', (html) => {
  expect(() => refuseLoads(html)).not.toThrow();
});

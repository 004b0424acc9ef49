import { expect, test } from 'vitest';
import { isKept, isShown, promisesOf } from './promises.ts';

const printed =
  'plan\nGET /a  200  12 ms\n  wrong: (x) [y]\nagain --seed 31 --include a\nend\n';

test.each([
  { shown: 'GET /a  200  1 ms\n  wrong: (x) [y]', is: true },
  { shown: 'GET /a  200  1 ms\nagain --seed 7 --include a', is: false },
  { shown: 'GET /a  200  1 ms\n…\nagain --seed 7 --include …', is: true },
  { shown: 'again --seed 7 --include a\n…\nplan', is: false },
  { shown: 'GET /a  201  1 ms', is: false },
  { shown: 'GET /a  200', is: false },
])('$shown was shown: $is', ({ shown, is }) => {
  expect(isShown(shown, printed)).toBe(is);
});

test.each([
  { code: 'console.log(a()); // one, 2', promises: ['one, 2'] },
  {
    code: '  console.error(a);\n  // { b: 1 }\n  // c\nd();',
    promises: ['{ b: 1 }\nc'],
  },
  { code: 'console.log(a);\n\n// The next step.\nb();', promises: [] },
  { code: 'log(a); // no', promises: [] },
])('$code promises $promises', ({ code, promises }) => {
  expect(promisesOf(code)).toEqual(promises);
});

test.each([
  {
    promise: '[{ part: "query", at: 1 }]',
    text: '[\n  {\n    part: "query",\n    at: 1\n  }\n]\n',
    is: true,
  },
  {
    promise: 'failed (POST …, 1 attempt)',
    text: 'failed (POST /x, 404, 1 attempt)\n',
    is: true,
  },
  { promise: 'true', text: 'false\n', is: false },
])('$promise is kept: $is', ({ promise, text, is }) => {
  expect(isKept(promise, text)).toBe(is);
});

import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { countTests, testsIn } from './count-tests.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

test('no test goes away unnoticed: `npm test -w tools/drift -- -u` writes down how many there are', async () => {
  await expect(`${countTests(root).join('\n')}\n`).toMatchFileSnapshot('test-counts.yaml');
});

test.each([
  ["test('a', () => {});\n  test('b', f);\nit('c', f);", 3],
  ["test.each([\n  1,\n])('%i', f);\ntest.concurrent.each<Row>(rows)('$is', f);", 2],
  // What never runs counts for nothing.
  ["test.skip('a', f);\ntest.todo('b');\ndescribe('c', f);", 0],
  ["expect(text).toBe('test(');\nimport { test } from 'vitest';", 0],
])('the tests of %j are counted', (text, count) => {
  expect(testsIn(text)).toBe(count);
});

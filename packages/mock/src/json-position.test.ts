import { expect, test } from 'vitest';
import { exceededLimit, jsonErrorIn } from './body.ts';

test.each<[text: string, index: number, line: number, column: number]>([
  ['', 0, 1, 1],
  [' \n', 2, 2, 1],
  ['{"a": 1', 7, 1, 8],
  ['{"a": 1,\n  b: 2}', 11, 2, 3],
  ['{"a" 1}', 5, 1, 6],
  ['{"a": 1,}', 8, 1, 9],
  ['[1, 2,\n]', 7, 2, 1],
  ['[1 2]', 3, 1, 4],
  ['[1]]', 3, 1, 4],
  ['[[], {}, {"a": []}}', 18, 1, 19],
  ['{"a": "one\ntwo"}', 10, 1, 11],
  ['{"a": "\\q"}', 7, 1, 8],
  ['{"a": "\\u00g0"}', 7, 1, 8],
  ['{"a": \'b\'}', 6, 1, 7],
  ['[01]', 1, 1, 2],
  ['[1.]', 1, 1, 2],
  ['[tru]', 1, 1, 2],
  ['[NaN]', 1, 1, 2],
  ['nul', 0, 1, 1],
  ['"a" b', 4, 1, 5],
  [`${'['.repeat(5000)}x`, 5000, 1, 5001],
])('%# finds where a text stops being JSON', (text, index, line, column) => {
  expect(() => JSON.parse(text) as unknown).toThrow(SyntaxError);
  expect(jsonErrorIn(text)).toEqual({ index, line, column });
});

test.each([
  ['[1,-2.5e+10,true,false,null,"a\\u00e9\\\\\\"",{"b":{"c":[]}}]'],
  [' {"a" : [ { } , "x" ] , "b":-0 } \r\n'],
  ['"\u2028é💛"'],
])('every end of the JSON text %s is found', (text) => {
  // A text that stops early is wrong at its end, or where a number or name that stopped early began.
  for (let end = 0; end < text.trimEnd().length; end += 1) {
    const part = text.slice(0, end);
    const { index } = jsonErrorIn(part);
    expect(part.slice(index), part).toMatch(/^(-?[\d.eE+-]*|[a-z]*|\\.*)$/);
  }
});

const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
const wide = (count: number) => `[${Array(count).fill('1').join(',')}]`;

test.each([
  [nested(100), undefined],
  [nested(101), 'depth'],
  [wide(10_000), undefined],
  [wide(10_001), 'values'],
  [JSON.stringify(Object.fromEntries(wide(10_001).split(',').entries())), 'values'],
  [JSON.stringify([nested(200), wide(20_000), `\\${nested(200)}"`]), undefined],
  [`["${'\\'.repeat(300)}",${nested(101)}]`, 'depth'],
  [`["${nested(200)}`, undefined],
])('%# limits the depth and the number of values, but not what strings contain', (text, want) => {
  expect(exceededLimit(text)).toBe(want);
});

import { expect, test } from 'vitest';
import { readContract } from './contract.ts';

const head = 'openapi: 3.1.1\ninfo: {}\n';

test.each([
  ['no YAML', 'a: [1', 'x.yaml:1: '],
  ['a key twice', `${head}paths: {}\npaths: {}\n`, 'x.yaml:4: Map keys must be unique'],
  ['a list', '- 1', 'x.yaml:1: it must be an OpenAPI document, which is an object'],
  ['nothing', '', 'x.yaml:1: it must be an OpenAPI document, which is an object'],
  [
    'another version',
    'info: {}\nopenapi: 3.0.3',
    'x.yaml:2: `openapi` must be a version such as 3.1.1',
  ],
  ['no version', 'info: {}', 'x.yaml:1: `openapi` must be a version such as 3.1.1'],
  ['no paths', `${head}paths: []\n`, 'x.yaml:3: `paths` must be an object'],
  [
    'a reference that leads nowhere',
    `${head}paths:\n  /a:\n    get:\n      responses:\n        '200':\n          $ref: '#/components/responses/No'\n`,
    'x.yaml:8: there is nothing at /components/responses/No',
  ],
  [
    'a reference to a file',
    `${head}paths:\n  /a:\n    $ref: ./a.yaml\n`,
    'x.yaml:5: there is nothing at ./a.yaml',
  ],
  [
    'a reference that cannot be decoded',
    `${head}paths:\n  /a:\n    $ref: '#/paths/%zz'\n`,
    'x.yaml:5: there is nothing at #/paths/%zz',
  ],
  [
    'aliases that grow without bounds',
    `a: &a [x, x]\n${Array.from('bcdefgh', (name, i) => `${name}: &${name} [${`*${'abcdefgh'[i]}, `.repeat(9)}]`).join('\n')}\n`,
    'x.yaml:1: Excessive alias count',
  ],
])('refuses %s in one line', (_name, text, want) => {
  const read = () => readContract({ text, file: 'x.yaml' });
  expect(read).toThrow(expect.objectContaining({ name: 'DiffInputError' }));
  expect(read).toThrow(want);
  expect(read).not.toThrow('\n');
});

test('what is data is no reference', () => {
  const text = `${head}paths: {}\ncomponents:\n  examples:\n    A: { value: { $ref: '#/no' } }\n`;
  expect(readContract({ text, file: 'x.yaml' }).lineAt('/components/examples/A')).toBe(6);
});

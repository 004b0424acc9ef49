import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

const read = (file: string): unknown =>
  parse(readFileSync(new URL(file, import.meta.url), 'utf8'));

test('the JSON and YAML bundles are equal', () => {
  expect(read('dist/openapi.yaml')).toEqual(read('dist/openapi.json'));
});

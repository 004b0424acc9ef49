import { readdirSync, readFileSync } from 'node:fs';
import document from '@agent-conversation/openapi/openapi.json' with { type: 'json' };
import { expect, test } from 'vitest';
import { generatedFiles } from '../files.ts';

test('the build has written what is generated from the contract', () => {
  const directory = new URL('../../src/generated/', import.meta.url);
  const built = readdirSync(directory).map((name) => [
    name,
    readFileSync(new URL(name, directory), 'utf8'),
  ]);
  expect(Object.fromEntries(built)).toEqual(generatedFiles(document));
});

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Contract } from '@agent-conversation/contract';
import document from '@agent-conversation/openapi/openapi.json' with { type: 'json' };
import { format, resolveConfig } from 'prettier';
import { expect, test } from 'vitest';
import { apiReference } from '../api.ts';
import { readOperations } from '../model.ts';

const root = new URL('../../', import.meta.url);
const filepath = fileURLToPath(new URL('API.md', root));
const { name, exports } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as {
  name: string;
  exports: Record<string, string | { types: string }>;
};
const entries = Object.fromEntries(
  Object.entries(exports).flatMap(([key, it]) =>
    typeof it === 'string' ? [] : [[key.replace('.', name), new URL(it.types, root)]],
  ),
);

const options = { ...(await resolveConfig(filepath)), filepath };
const operations = readOperations(document as unknown as Contract);
const text = await format(apiReference(entries, operations), options);

test('API.md is what the built declarations say', async () => {
  await expect(text).toMatchFileSnapshot(filepath);
});

test('its links lead to its headings', () => {
  const headings = [...text.matchAll(/^### `(\w+)`$/gm)].map(([, it]) => it!.toLowerCase());
  const links = [...text.matchAll(/\]\(#(.*?)\)/g)].map(([, link]) => link);
  expect(links).toHaveLength(2 * operations.length + 1);
  expect(headings).toEqual(expect.arrayContaining(links));
});

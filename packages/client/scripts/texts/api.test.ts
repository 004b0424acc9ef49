import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Contract } from '@agent-conversation/contract';
import document from '@agent-conversation/openapi/openapi.json' with { type: 'json' };
import { format, resolveConfig } from 'prettier';
import { expect, test } from 'vitest';
import { apiReference } from '../api.ts';
import { readEntries } from '../declarations.ts';
import { readOperations } from '../model.ts';

const dist = new URL('../../dist/', import.meta.url);
const file = new URL('../../API.md', import.meta.url);
const filepath = fileURLToPath(file);

const text = await format(apiReference(dist, readOperations(document as unknown as Contract)), {
  ...(await resolveConfig(filepath)),
  filepath,
});

test('API.md is what the built declarations say', async () => {
  await expect(text).toMatchFileSnapshot(filepath);
});

test('every export of every entry is in it', () => {
  const { exports } = JSON.parse(
    readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
  ) as { exports: Record<string, string | { types: string }> };
  const entries = Object.values(exports).flatMap((it) => (typeof it === 'string' ? [] : it.types));
  expect(entries.length).toBeGreaterThan(1);
  const all = readEntries(
    dist,
    entries.map((entry) => new URL(`../../${entry}`, import.meta.url)),
  ).flat();
  const missing = all.filter(({ name }) => !new RegExp(`\\b${name}\\b`).test(text));
  expect(missing.map(({ name }) => name)).toEqual([]);
});

test('its links lead to its headings', () => {
  const headings = [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replaceAll(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  );
  const links = [...text.matchAll(/\]\(#(.*?)\)/g)].map(([, link]) => link!);
  expect(links.length).toBeGreaterThan(0);
  expect(links.filter((link) => !headings.includes(link))).toEqual([]);
});

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readContract } from '../model/contract.ts';
import { placesOf } from './place-of.ts';

const text = JSON.stringify({
  openapi: '3.1.1',
  info: { title: 'Lamps' },
  paths: { '/lamps': { get: {} } },
  components: { schemas: { Lamp: { type: 'object' } } },
});
let repository: string;
beforeAll(() => {
  repository = mkdtempSync(join(tmpdir(), 'places-'));
  const sources = {
    'openapi.yaml': 'info: { title: Lamps }\npaths:\n  /lamps: { $ref: ./paths/lamps.yaml }\n',
    'paths/lamps.yaml': '# Lamps\nget: {}\n',
    'components/schemas/Lamp.yaml': '# A lamp\n\ntype: object\n',
  };
  for (const [file, source] of Object.entries(sources)) {
    mkdirSync(join(repository, 'openapi', file, '..'), { recursive: true });
    writeFileSync(join(repository, 'openapi', file), source);
  }
});
afterAll(() => rmSync(repository, { recursive: true }));

test.each([
  ['/info/title', 'openapi/openapi.yaml:1'],
  ['/paths/~1lamps/get', 'openapi/paths/lamps.yaml:2'],
  ['/components/schemas/Lamp/type', 'openapi/components/schemas/Lamp.yaml:3'],
])('%s is written in the repository that has the bundle: %s', (pointer, want) => {
  const contract = readContract({ text, file: 'openapi/dist/openapi.yaml', repository });
  const { file, line } = placesOf(contract)(pointer);
  expect(`${file}:${line}`).toBe(want);
});

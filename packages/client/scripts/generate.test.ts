import { spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Document } from './document.ts';
import { generatedFiles } from './files.ts';
import { zoo } from './testing/zoo.ts';

let root: string;
let generated: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'client-'));
  generated = join(root, 'src/generated');
  cpSync(fileURLToPath(new URL('.', import.meta.url)), join(root, 'scripts'), { recursive: true });
  mkdirSync(generated, { recursive: true });
  writeFileSync(join(root, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(generated, 'old.ts'), 'old');
});
afterEach(() => rmSync(root, { recursive: true }));

/** Generates in a folder of its own, from a contract of its own. */
function generate(document: Document) {
  const contract = join(root, 'node_modules/@agent-conversation/openapi');
  mkdirSync(contract, { recursive: true });
  writeFileSync(join(contract, 'openapi.json'), JSON.stringify(document));
  const script = join(root, 'scripts/generate.ts');
  return spawnSync(process.execPath, [script], { encoding: 'utf8' });
}

test('the files of the contract take the place of the old ones', () => {
  expect(generate(zoo())).toMatchObject({ status: 0, stdout: '', stderr: '' });
  const files = readdirSync(generated).map((name) => [
    name,
    readFileSync(join(generated, name), 'utf8'),
  ]);
  expect(Object.fromEntries(files)).toEqual(generatedFiles(zoo()));
});

test('a refusal is one line, and leaves the old files as they are', () => {
  expect(generate(zoo({ operation: { 'x-retry': 'always' } }))).toMatchObject({
    status: 1,
    stdout: '',
    stderr:
      'No client can be made of openapi/dist/openapi.json#/paths/~1api~1v1~1animals~1{animal_id}/get/x-retry: must be one of safe, unsent, never\n',
  });
  expect(readdirSync(generated)).toEqual(['old.ts']);
  expect(readFileSync(join(generated, 'old.ts'), 'utf8')).toBe('old');
});

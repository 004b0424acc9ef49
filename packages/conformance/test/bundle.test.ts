import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { contract } from '../src/contract.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'bundle-'));
afterAll(() => rmSync(folder, { recursive: true }));

test.each(['openapi.json', 'openapi.yaml'])('%s made anew has the same bytes', (name) => {
  const anew = join(folder, name);
  const { status, stderr } = spawnSync('redocly', ['bundle', 'main', '-o', anew], {
    cwd: root,
    encoding: 'utf8',
  });
  expect(status, stderr).toBe(0);
  const made = fileURLToPath(import.meta.resolve(`@agent-conversation/openapi/${name}`));
  expect(readFileSync(anew, 'utf8') === readFileSync(made, 'utf8')).toBe(true);
});

test('both forms of the bundle say the same', () => {
  const yaml = fileURLToPath(import.meta.resolve('@agent-conversation/openapi/openapi.yaml'));
  expect(parse(readFileSync(yaml, 'utf8'))).toEqual(contract);
});

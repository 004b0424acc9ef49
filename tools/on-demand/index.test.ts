import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { install, installOnDemand } from './index.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'on-demand-'));
  vi.spyOn(console, 'error').mockReturnValue();
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

/** Puts a program before npm that notes with what it was called. */
function beNpm(rest: string): void {
  writeFileSync(join(folder, 'npm'), `#!/bin/sh\necho "$1" >> calls\n${rest}\n`);
  chmodSync(join(folder, 'npm'), 0o755);
  vi.stubEnv('PATH', `${folder}${delimiter}${process.env.PATH}`);
}

const calls = () => readFileSync(join(folder, 'calls'), 'utf8').trim().split('\n');

test('an npm that stalls is ended and begun anew', async () => {
  beNpm('[ -e begun ] || { touch begun; exec sleep 1000; }');
  await install(folder, 'ci', { limitInMs: 500 });
  expect(calls()).toEqual(['ci', 'ci']);
});

test('an npm that stalls every time is told', async () => {
  beNpm('exec sleep 1000');
  await expect(install(folder, 'install', { attempts: 2, limitInMs: 500 })).rejects.toThrow(
    `npm install did not come to an end in ${folder}, 2 times`,
  );
  expect(calls()).toEqual(['install', 'install']);
});

test('an npm that fails is told, and not begun anew', async () => {
  beNpm('exit 1');
  await expect(install(folder, 'ci')).rejects.toThrow(`npm ci has failed in ${folder}`);
  expect(calls()).toEqual(['ci']);
});

test('what is there already is not installed again', async () => {
  beNpm('mkdir -p node_modules; touch node_modules/.package-lock.json');
  writeFileSync(join(folder, 'package-lock.json'), '{}');
  await installOnDemand(folder);
  await installOnDemand(folder);
  expect(calls()).toEqual(['ci']);
});

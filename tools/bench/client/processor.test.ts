import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Service } from '../processes.ts';
import { startService, timeCalls } from './processor.ts';

const fetchProgram = fileURLToPath(
  new URL('programs/fetch/pause-and-search.ts.txt', import.meta.url),
);
const few = { name: 'few', warmUp: 2, calls: 20 };

let folder: string;
let program: string;
let service: Service;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bench-'));
  program = join(folder, 'fetch.mts');
  await copyFile(fetchProgram, program);
  service = await startService();
});
afterAll(async () => {
  await service.stop();
  await rm(folder, { recursive: true });
});

test.each(['stub', 'loopback'] as const)('a program makes its calls: %s', async (id) => {
  expect(await timeCalls(program, { ...few, id }, service.url)).toBeGreaterThan(0);
});

test('the stub needs no service, the loopback does', async () => {
  const nowhere = 'http://127.0.0.1:1';
  expect(await timeCalls(program, { ...few, id: 'stub' }, nowhere)).toBeGreaterThan(0);
  await expect(timeCalls(program, { ...few, id: 'loopback' }, nowhere)).rejects.toThrow(
    /has failed, with the exit code 1[^]*fetch failed/,
  );
});

test('a program that reads something else is no result', async () => {
  const wrong = join(folder, 'wrong.mjs');
  await writeFile(
    wrong,
    'export const connect = () => ({ pause: async () => true, search: async () => 0 });',
  );
  await expect(timeCalls(wrong, { ...few, id: 'stub' }, service.url)).rejects.toThrow(
    'The program read true and 0',
  );
});

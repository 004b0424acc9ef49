import type { Contract } from '@agent-conversation/contract';
import document from '@agent-conversation/openapi/openapi.json' with { type: 'json' };
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, test, vi } from 'vitest';
import { generatedFiles } from '../emit.ts';
import { writeFiles } from '../generate.ts';
import { contractOf } from '../testing/fixture.ts';

const folder = mkdtempSync(join(tmpdir(), 'client-'));
const target = pathToFileURL(`${folder}/generated/`);
afterAll(() => rmSync(folder, { recursive: true }));

function filesIn(directory: URL): Record<string, string> {
  const names = readdirSync(directory);
  return Object.fromEntries(
    names.map((name) => [name, readFileSync(new URL(name, directory), 'utf8')]),
  );
}

test('the build has written what is generated from the contract', () => {
  const built = filesIn(new URL('../../src/generated/', import.meta.url));
  expect(built).toEqual(generatedFiles(document as unknown as Contract));
});

test('generated files replace all others, unless the contract is not supported', () => {
  writeFiles(document as unknown as Contract, target);
  writeFiles(contractOf(), target);
  expect(filesIn(target)).toEqual(generatedFiles(contractOf()));

  const log = vi.spyOn(console, 'error').mockReturnValue();
  writeFiles(contractOf({ operation: { operationId: 'Animal' } }), target);
  expect(process.exitCode).toBe(1);
  process.exitCode = 0;
  expect(log.mock.lastCall).toEqual([
    'No client can be made of openapi/dist/openapi.json#/paths/~1api~1v1~1animals~1{animal_id}/get/operationId: must be a verb and what it acts on, such as pauseSandbox, and not Animal',
  ]);
  expect(filesIn(target)).toEqual(generatedFiles(contractOf()));
});

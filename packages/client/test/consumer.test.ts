import {
  type Contract,
  contractOperations,
} from '@agent-conversation/contract';
import document from '@agent-conversation/openapi/openapi.json' with { type: 'json' };
import { execFile } from 'node:child_process';
import { mkdtempDisposableSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { consumerOf } from './consumer.ts';

const root = join(import.meta.dirname, '../../..');
const compiler = join(root, 'node_modules/typescript/bin/tsc');
const compilerOptions = {
  module: 'nodenext',
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noPropertyAccessFromIndexSignature: true,
  target: 'es2022',
  lib: ['es2023', 'dom', 'dom.iterable'],
  types: [],
  noEmit: true,
  skipLibCheck: true,
};

const contract = document as unknown as Contract;
const program = consumerOf(contract);
const wrong = program.replace(/readString(?=\(value\d)/, 'readNumber');

/** Compiles both programs, with the package as a dependency, and returns what is reported. */
async function reports(): Promise<string[]> {
  // Names of packages are resolved from here on.
  using folder = mkdtempDisposableSync(
    join(import.meta.dirname, '../node_modules/consumer-'),
  );
  const programs = { 'consumer.mts': program, 'wrong.mts': wrong };
  for (const [name, text] of Object.entries(programs))
    writeFileSync(join(folder.path, name), text);
  const project = { compilerOptions, files: Object.keys(programs) };
  writeFileSync(join(folder.path, 'tsconfig.json'), JSON.stringify(project));
  const args = [compiler, '-p', folder.path];
  const error = await promisify(execFile)(process.execPath, args, {
    maxBuffer: 2 ** 26,
  }).catch((reason: { readonly stdout: string }) => reason);
  return error.stdout.trim().split('\n');
}

// Other options and compilers are those of the end-to-end tests.
test('a program that reads each property through each entry compiles, and not with a wrong type', async () => {
  expect(wrong).not.toBe(program);
  const [report, ...others] = await reports();
  const mismatch =
    /wrong\.mts.*: Argument of type '.*' is not assignable to parameter of type 'number'/;
  expect(report).toMatch(mismatch);
  expect(others).toEqual([]);
});

test.each(contractOperations(contract).map((it) => it.operationId))(
  '%s is used through each entry',
  (operationId) => {
    for (const entry of [
      'Method',
      'Function',
      '(Queries|Mutation)',
      'Fetch',
      'Hook',
    ]) {
      expect(program).toMatch(
        new RegExp(`function ${operationId}By${entry}\\(`),
      );
    }
  },
);

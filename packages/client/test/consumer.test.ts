import { type Contract, contractOperations } from '@agent-conversation/contract';
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

/** Compiles a program that has the package as a dependency, and returns what is reported. */
async function reportsOf(program: string, options: object): Promise<string> {
  // Names of packages are resolved from here on.
  using folder = mkdtempDisposableSync(join(import.meta.dirname, '../node_modules/consumer-'));
  writeFileSync(join(folder.path, 'consumer.mts'), program);
  const project = { compilerOptions: { ...compilerOptions, ...options }, files: ['consumer.mts'] };
  writeFileSync(join(folder.path, 'tsconfig.json'), JSON.stringify(project));
  const args = [compiler, '-p', folder.path];
  try {
    await promisify(execFile)(process.execPath, args, { maxBuffer: 2 ** 26 });
    return '';
  } catch (error) {
    return (error as { readonly stdout: string }).stdout;
  }
}

const contract = document as unknown as Contract;
const program = consumerOf(contract);

test.each([
  { module: 'nodenext', moduleResolution: 'nodenext' },
  { module: 'esnext', moduleResolution: 'bundler' },
  { module: 'nodenext', lib: ['es2023'], types: ['node'] },
])(
  'a program that reads each property of each response through each entry compiles: %o',
  async (options) => {
    expect(await reportsOf(program, options)).toBe('');
  },
);

test.each(contractOperations(contract).map((it) => it.operationId))(
  '%s is used through each entry',
  (operationId) => {
    for (const entry of ['Method', 'Function', '(Queries|Mutation)', 'Fetch', 'Hook']) {
      expect(program).toMatch(new RegExp(`function ${operationId}By${entry}\\(`));
    }
  },
);

test('the program does not compile where a type is wrong', async () => {
  const wrong = program.replace(/readString(?=\(value\d)/, 'readNumber');
  expect(wrong).not.toBe(program);
  const [report, ...others] = (await reportsOf(wrong, { module: 'nodenext' })).trim().split('\n');
  expect(report).toMatch(/Argument of type '.*' is not assignable to parameter of type 'number'/);
  expect(others).toEqual([]);
});

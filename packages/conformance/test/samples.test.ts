import { spawnSync } from 'node:child_process';
import { afterAll, test } from 'vitest';
import { sampleFaults } from './support/sample-faults.ts';
import { runSample } from './support/sample-run.ts';
import {
  sampleCode,
  sampleFiles,
  SampleFolder,
  samplePairs,
  samplePath,
} from './support/samples.ts';

const folder = new SampleFolder();
afterAll(() => folder.remove());

test.concurrent.for(samplePairs)('$name', async (pair, { expect }) => {
  const { name, operation, outcome } = pair;
  const [curl, typeScript] = await Promise.all([
    runSample((url) => ['sh', '-c', sampleCode(`${name}.sh`, url)]),
    runSample((url) => [
      process.execPath,
      folder.write(`${name}.ts`, sampleCode(`${name}.ts`, url)),
    ]),
  ]);
  // With `--fail-with-body`, curl ends with 22; the TypeScript catches its error.
  expect([curl.exitCode, typeScript.exitCode]).toEqual([outcome === 'success' ? 0 : 22, 0]);
  for (const { exchanges, requests } of [curl, typeScript]) {
    expect(exchanges.map((it) => it.operation)).toEqual([operation.operationId]);
    expect(sampleFaults(pair, requests[0]!, exchanges[0]!.status)).toEqual([]);
  }
  expect(typeScript.requests).toEqual(curl.requests);

  await expect(curl.printed).toMatchFileSnapshot(samplePath(`${name}.sh.out`));
  await expect(typeScript.printed).toMatchFileSnapshot(samplePath(`${name}.ts.out`));
  const request = `${JSON.stringify(curl.requests[0], undefined, 2)}\n`;
  await expect(request).toMatchFileSnapshot(samplePath(`${name}.request.json`));
});

test('the TypeScript compiles with the types of Node alone', ({ expect }) => {
  for (const { name } of samplePairs) {
    folder.write(`${name}.ts`, sampleCode(`${name}.ts`, 'http://127.0.0.1'));
  }
  const project = folder.write(
    'tsconfig.json',
    JSON.stringify({
      extends: '../../../../tsconfig.json',
      compilerOptions: { lib: ['es2023'], types: ['node'] },
      include: ['*.ts'],
      exclude: [],
    }),
  );
  const { stdout, error } = spawnSync('tsc', ['-p', project], { encoding: 'utf8' });
  if (error) throw error;
  expect(stdout).toBe('');
});

test('there is every file, and no other', ({ expect }) => {
  const wanted = samplePairs.flatMap(({ name }) =>
    ['request.json', 'sh', 'sh.out', 'ts', 'ts.out'].map((ending) => `${name}.${ending}`),
  );
  const files = sampleFiles();
  // With `-u`, what was printed and sent is written after the last test.
  const isUpdate = expect.getState().snapshotState.snapshotUpdateState === 'all';
  const awaited = isUpdate ? wanted.filter((file) => /\.(sh|ts)$/.test(file)) : wanted;
  expect(awaited.filter((file) => !files.includes(file))).toEqual([]);
  expect(files.filter((file) => !wanted.includes(file))).toEqual([]);
});

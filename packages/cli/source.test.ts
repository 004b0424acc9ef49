import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { writeFiles } from './files.ts';
import { SourceFile, SourceFiles } from './source.ts';

test('locates keys in YAML, and the nearest parent of what is missing', () => {
  const file = new SourceFile('a.yaml', 'a:\n  - b: 1\n    200: x\n');
  expect(file.locate(['a', 0, '200']).location).toMatchObject({
    line: 3,
    column: 5,
  });
  expect(file.locate(['a', 0, 'c', 'd'])).toMatchObject({
    location: { file: 'a.yaml', line: 2, pointer: '/a/0' },
    rest: ['c', 'd'],
  });
});

test('bundles the files of a contract and locates parts of the bundle in them', () => {
  const folder = mkdtempSync(join(tmpdir(), 'contract-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const files = [
    [
      'openapi.yaml',
      'openapi: 3.1.1\npaths:\n  /jobs: { $ref: paths/jobs.yaml }\n',
    ],
    [
      'paths/jobs.yaml',
      'get:\n  operationId: getJob\n  schema: { $ref: ../components/schemas/Job.yaml }\n',
    ],
    [
      'components/schemas/Job.yaml',
      'type: object\nproperties:\n  next: { $ref: ./Job.yaml }\n',
    ],
  ] as const;
  writeFiles(
    folder,
    files.map(([file, content]) => ({ file: `openapi/${file}`, content })),
  );
  const sources = new SourceFiles(folder);
  const job = { $ref: '#/components/schemas/Job' };
  expect(sources.bundle()).toEqual({
    openapi: '3.1.1',
    paths: { '/jobs': { get: { operationId: 'getJob', schema: job } } },
    components: {
      schemas: { Job: { type: 'object', properties: { next: job } } },
    },
  });
  const inPath = sources.locate(['paths', '/jobs', 'get', 'operationId']);
  const at = {
    file: 'openapi/paths/jobs.yaml',
    line: 2,
    pointer: '/get/operationId',
  };
  expect(inPath).toMatchObject(at);
  const inSchema = sources.locate([
    'components',
    'schemas',
    'Job',
    'properties',
    'next',
  ]);
  expect(inSchema).toMatchObject({
    file: 'openapi/components/schemas/Job.yaml',
    line: 3,
  });
});

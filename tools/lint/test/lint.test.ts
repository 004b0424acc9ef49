import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SourceFiles } from '@agent-conversation/contract';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { explainRule, listRules } from '../explain.ts';
import { lintContract } from '../lint-contract.ts';
import contractChecks from '../spectral/contract.js';
import examples from '../spectral/examples.js';
import lifecycle from '../spectral/lifecycle.js';
import operations from '../spectral/operations.js';
import schemas from '../spectral/schemas.js';
import { configure, contract, repository } from './configure.ts';

const homes: string[] = [];
let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'lint-'));
  homes.push(home);
  configure(home);
  cpSync(contract, home, { recursive: true });
});
afterAll(() => homes.forEach((folder) => rmSync(folder, { recursive: true })));

function edit(name: string, from: string | RegExp, to: string): void {
  const file = join(home, name);
  writeFileSync(file, readFileSync(file, 'utf8').replace(from, to));
}

async function lines(): Promise<readonly string[]> {
  return (await lintContract(home)).map(
    ({ file, line, column, severity, rule, message }) =>
      `${file}:${line}:${column} ${severity} ${rule} ${message}`,
  );
}

test('reports nothing in a contract without faults', async () => {
  expect(await lines()).toEqual([]);
});

test('reports faults of all kinds by file and line, with rules of both linters', async () => {
  edit('openapi/components/schemas/Job.yaml', '$ref: JobStatus', '$ref: JobStatsu');
  edit('openapi/components/examples/JobsFound.yaml', 'status: DONE', 'status: GONE');
  edit('openapi/paths/v1/jobs.yaml', 'x-retry: unsent', 'x-retry: often');
  edit('openapi/workflows/pause.arazzo.yaml', 'operationId: pauseJob', 'operationId: 1');
  expect(await lines()).toEqual([
    'openapi/components/schemas/Job.yaml:10:5 error no-unresolved-refs The file of this $ref does not exist: JobStatsu.yaml, did you mean JobStatus.yaml?',
    expect.stringMatching(/^openapi\/paths\/v1\/jobs.yaml:8:3 error contract-retry /),
    expect.stringMatching(/^openapi\/workflows\/pause.arazzo.yaml:\d+:\d+ error struct /),
  ]);
});

test('reports a value of an example that its schema rejects', async () => {
  edit('openapi/components/examples/JobsFound.yaml', 'status: DONE', 'status: GONE');
  expect(await lines()).toEqual([
    expect.stringMatching(
      /^openapi\/components\/examples\/JobsFound.yaml:5:\d+ error no-invalid-media-type-examples .*status.*/,
    ),
  ]);
});

test('reports only the syntax while a file cannot be read', async () => {
  edit('openapi/paths/v1/jobs.yaml', 'tags:', 'tags: [');
  expect(await lines()).toEqual([
    expect.stringMatching(/^openapi\/paths\/v1\/jobs.yaml:\d+:\d+ error contract\/yaml The YAML/),
  ]);
});

test('rejects a folder without a contract, and a ruleset that is not valid', async () => {
  await expect(lintContract(join(home, 'openapi'))).rejects.toThrow('There is no openapi/openapi');
  edit('.spectral.yaml', 'given: $.paths', 'given: paths');
  await expect(lintContract(home)).rejects.toThrow('.spectral.yaml is not a valid ruleset: rules.');
});

test('the bundle states the meanings of values in descriptions, once even if it is bundled again', () => {
  const cli = createRequire(import.meta.url).resolve('@redocly/cli/bin/cli.js');
  const bundle = (from: string, to: string) => {
    execFileSync(process.execPath, [cli, 'bundle', from, '-o', to], {
      cwd: home,
      env: { ...process.env, REDOCLY_TELEMETRY: 'off' },
      stdio: 'ignore',
    });
    return JSON.parse(readFileSync(join(home, to), 'utf8'));
  };
  const once = bundle('main', 'bundle.json');
  expect(bundle('bundle.json', 'twice.json')).toEqual(once);
  expect([
    once.components.schemas.JobStatus.description,
    once.components.responses.Failed.description,
  ]).toEqual([
    'How a job is doing.\n\n- `RUNNING`: It is at work.\n- `PAUSED`: It rests.\n- `DONE`: It has ended.',
    'The request was rejected.',
  ]);
});

test('no check throws on a document with a value of a wrong type anywhere', () => {
  const document = new SourceFiles(home).bundle();
  const checks = {
    contract: [contractChecks, 'provenance', 'extensions', 'links'],
    examples: [examples, 'present', 'plausible'],
    lifecycle: [lifecycle, 'states', 'operations'],
    operations: [operations, 'id', 'legacy', 'tagGroups', 'inputErrors', 'paging'],
    schemas: [schemas, 'closed', 'objects', 'times', 'formats', 'enumMeanings', 'secret', 'names'],
  } as const;
  const values = [null, 0, 'text', [null], { toString: 0 }];
  for (let i = 0; ; i++) {
    const copy = structuredClone(document);
    if (!replaceNode(copy, { count: i }, values[i % values.length])) break;
    for (const [run, ...names] of Object.values(checks)) {
      for (const check of names) {
        expect(run(copy, { check, verbs: [], known: [] })).toBeInstanceOf(Array);
      }
    }
  }
});

/** Replaces the n-th node of a document. */
function replaceNode(parent: unknown, left: { count: number }, value: unknown): boolean {
  if (typeof parent !== 'object' || parent === null) return false;
  return Object.entries(parent).some(([key, child]) => {
    if (left.count-- === 0) return Reflect.set(parent, key, value);
    return replaceNode(child, left, value);
  });
}

test('explains rules of the contract, of Redocly and of Spectral', async () => {
  expect(await explainRule('closed', repository)).toMatch(
    /^## contract-closed\n\n[^]*\*\*Fix:\*\*/,
  );
  expect(await explainRule('no-unresolved-refs', repository)).toContain(
    'A rule of Redocly: https:',
  );
  expect(await explainRule('license-url', repository)).toMatch(
    /A rule of Spectral.\n[^]*Off here: /,
  );
  await expect(explainRule('contract-clsed', repository)).rejects.toThrow(
    "There is no rule 'contract-clsed', did you mean 'contract-closed'",
  );
  expect(listRules()).toMatch(/^contract\/key-order +The keys of .*\.$/m);
});

test.each([
  [['--explain', 'closed'], 0, /^## contract-closed/, /^$/],
  [['--explain', 'x', '--list'], 2, /^$/, /cannot be used with/],
])('npm run lint -- %j exits with %i', (args, status, stdout, stderr) => {
  const run = spawnSync(process.execPath, [join(import.meta.dirname, '../main.ts'), ...args], {
    encoding: 'utf8',
  });
  expect(run).toMatchObject({ status });
  expect(run.stdout).toMatch(stdout);
  expect(run.stderr).toMatch(stderr);
});

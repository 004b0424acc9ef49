/** The GitHub Action of the checker, with the program of this repository. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  copyWorktree,
  removeWorktree,
} from '@agent-conversation/shared/worktree';
import manifest from '@agent-conversation/conformance/package.json' with { type: 'json' };
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { action, buildProgram, runAction } from './action.ts';
import { type RunningMock, startMock } from './mock.ts';

let mock: RunningMock;
let faulty: RunningMock;
beforeAll(async () => {
  [mock, faulty] = await Promise.all([startMock(), startMock('--fault=*:503')]);
});
afterAll(() => Promise.all([mock.stop(), faulty.stop()]));

const inProject = (inputs: Readonly<Record<string, string>>) =>
  runAction(inject('installed'), { 'api-key': 'action', ...inputs });

test('a server that conforms passes, and one that does not fails the step', async () => {
  const ended = await inProject({ 'base-url': mock.url, seed: '1' });
  expect(ended).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('conforms') as string,
  });
  const failed = await inProject({
    'base-url': faulty.url,
    include: 'getSettings',
  });
  expect(failed.code).toBe(1);
});

test('every input reaches the program', async () => {
  const { code, stdout } = await inProject({
    'base-url': mock.url,
    write: 'true',
    strict: 'true',
    include: 'searchSandboxes\ngetSettings\n',
    exclude: '*.random',
    seed: '5',
    budget: '300,40s',
    rate: '200',
    'key-header': 'x-session-api-key',
    edition: 'auto',
    'max-sandboxes': '3',
    report: 'json',
  });
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    settings: {
      baseUrl: mock.url,
      write: true,
      strict: true,
      include: ['searchSandboxes', 'getSettings'],
      exclude: ['*.random'],
      seed: 5,
      budget: { requests: 300, milliseconds: 40_000 },
      rate: 200,
      edition: 'auto',
    },
    edition: '1.5.0',
  });
});

test('writing to another machine is rejected without its input, and is allowed with it', async () => {
  const remote = { 'base-url': 'http://agents.invalid', write: 'true' };
  const rejected = await inProject(remote);
  expect(rejected).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--write') as string,
  });
  const { code, stderr } = await inProject({
    ...remote,
    'write-remote': 'true',
  });
  expect(code).toBe(2);
  expect(stderr).toContain('agents.invalid');
  expect(stderr).not.toContain('--write');
});

test('what is neither true nor false is rejected by its name', async () => {
  const ended = await inProject({ 'base-url': mock.url, strict: 'yes' });
  expect(ended).toMatchObject({
    code: 2,
    stderr: '::error::strict must be true or false\n',
  });
});

test('no input is run', async () => {
  const command =
    '$(touch run-by-mistake)`touch run-by-mistake`"; touch run-by-mistake; "';
  const inputs = Object.keys(action.inputs).filter(
    (name) => name !== 'api-key',
  );
  for (const name of inputs)
    await inProject({ 'base-url': mock.url, [name]: command });
  expect(inputs).toContain('include');
  expect(existsSync(join(inject('installed'), 'run-by-mistake'))).toBe(false);
});

test('the program is built from the commit of the action', async () => {
  const copy = copyWorktree(join(import.meta.dirname, '../..'));
  try {
    expect(await buildProgram(copy)).toBe(manifest.version);
    expect(existsSync(join(copy, 'packages/conformance/dist/cli.js'))).toBe(
      true,
    );
  } finally {
    removeWorktree(copy);
  }
});

test('Node is set up as in our own pipeline', () => {
  const [node] = action.runs.steps;
  const workflow = join(import.meta.dirname, '../../.github/workflows/ci.yml');
  expect(readFileSync(workflow, 'utf8')).toContain(`uses: ${node?.uses}`);
});

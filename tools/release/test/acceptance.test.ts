/** The next release of this repository, in a copy: made, committed, checked, packed, published, installed and run. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { runCommand } from '@agent-conversation/cli';
import {
  repository,
  runProgram,
  turbo,
} from '@agent-conversation/shared/process';
import {
  copyWorktree,
  removeWorktree,
} from '@agent-conversation/shared/worktree';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { releaseCommand } from '../main.ts';
import { packPackages, type PackedRelease } from '../pack.ts';
import { publishedPackages } from '../packages.ts';
import { startRegistry, type TestRegistry } from './registry.ts';

let copy: string;
let project: string;
let registry: TestRegistry;
let mock: ChildProcess | undefined;

beforeAll(async () => {
  copy = copyWorktree(repository);
  project = fs.mkdtempSync(join(tmpdir(), 'consumer-'));
  registry = await startRegistry(
    await run(repository, 'npm', 'config', 'get', 'registry'),
  );
  fs.appendFileSync(join(copy, '.gitignore'), '/packed/\n');
  const changeset = `---\n'@agent-conversation/mock': minor\n---\n\nAn acceptance test.\n`;
  fs.writeFileSync(join(copy, '.changeset/acceptance-test.md'), changeset);
  await commit();
});
afterAll(async () => {
  mock?.kill();
  await registry.close();
  removeWorktree(copy);
  fs.rmSync(project, { recursive: true });
});

/** Runs a program to its end. @throws {Error} with its output if it fails */
async function run(
  cwd: string,
  program: string,
  ...args: readonly string[]
): Promise<string> {
  const { ok, stdout, output } = await runProgram(program, args, { cwd });
  if (!ok) throw new Error(`${program} ${args.join(' ')} failed:\n${output}`);
  return stdout.trim();
}

async function commit(): Promise<void> {
  await run(copy, 'git', 'add', '--all');
  const author = ['-c', 'user.name=A', '-c', 'user.email=a@example.org'];
  await run(copy, 'git', ...author, 'commit', '--quiet', '--message', 'A');
}

async function release(...args: readonly string[]) {
  const ended = { code: 0, err: '' };
  const io = {
    out: () => undefined,
    err: (text: string) => void (ended.err += text),
  };
  ended.code = await runCommand(releaseCommand({ root: copy }), args, io);
  return ended;
}

const done = { code: 0, err: '' };
const versionOf = (root: string) => publishedPackages(root)[0]!.version;
const packedRelease = () =>
  JSON.parse(
    fs.readFileSync(join(copy, 'packed/release.json'), 'utf8'),
  ) as PackedRelease;

/** The files that the release has changed. */
let changed: readonly string[];

test('the next release is made: all packages have its version', async () => {
  expect(await release('version')).toEqual(done);
  const listed = await run(
    copy,
    'git',
    'ls-files',
    '-mo',
    '--exclude-standard',
    '--deduplicate',
  );
  changed = listed
    .split('\n')
    .filter((file) => fs.existsSync(join(copy, file)));
  await commit();
  expect(
    new Set(publishedPackages(copy).map(({ version }) => version)).size,
  ).toBe(1);
  expect(versionOf(copy)).not.toBe(versionOf(repository));
  const changelog = fs.readFileSync(
    join(copy, 'packages/mock/CHANGELOG.md'),
    'utf8',
  );
  expect(changelog).toMatch(/^# .+\n\n## .+\n[^]*- An acceptance test\./);
});

test('it is packed to the same bytes wherever that is done', async () => {
  // As an earlier build leaves it, whose source was deleted since.
  fs.mkdirSync(join(copy, 'packages/mock/dist'), { recursive: true });
  fs.writeFileSync(join(copy, 'packages/mock/dist/stale.js'), '');
  expect(await release('pack', join(copy, 'packed'))).toEqual(done);
  const { packages } = packedRelease();
  const { filename: ofMock } = packages.find(({ name }) =>
    name.endsWith('/mock'),
  )!;
  expect(
    await run(copy, 'tar', '-tzf', join(copy, 'packed', ofMock)),
  ).not.toContain('stale.js');

  // Again, as somebody who lives elsewhere and whose files nobody else can read.
  vi.stubEnv('TZ', 'Pacific/Auckland').stubEnv('LC_ALL', 'sv_SE.UTF-8');
  const built = fs.globSync('{openapi,packages/*}/dist/**/*.*', { cwd: copy });
  for (const file of built) fs.chmodSync(join(copy, file), 0o700);
  fs.mkdirSync(join(copy, 'packed/again'));
  const again = await packPackages(join(copy, 'packed/again'), copy);
  vi.unstubAllEnvs();
  expect(again).toEqual(packages);
});

test('it passes the checks that read versions, changelogs and records', async () => {
  await run(copy, 'prettier', '--check', '--ignore-unknown', ...changed);
  await run(copy, 'knip', '--treat-config-hints-as-errors');
  const tasks = ['openapi#lint', 'openapi#test', 'docs#texts', 'diff#review'];
  const env = { TURBO_CACHE_DIR: join(repository, '.turbo/cache') };
  const checked = await turbo(
    tasks.map((task) => `@agent-conversation/${task}`),
    { cwd: copy, env },
  );
  expect(checked.ok, checked.output).toBe(true);
});

test('it is published, and a project elsewhere installs and runs it', async () => {
  vi.stubEnv('NPM_CONFIG_USERCONFIG', registry.npmrc.publisher);
  expect(await release('publish', '--from', join(copy, 'packed'))).toEqual(
    done,
  );
  const { packages, version } = packedRelease();
  for (const { name, integrity } of packages) {
    const publication = await registry.publicationOf(name, version);
    expect(publication?.integrity).toBe(integrity);
  }

  fs.cpSync(join(import.meta.dirname, 'consumer'), project, {
    recursive: true,
  });
  const dependencies = Object.fromEntries(
    packages.map(({ name }) => [name, version]),
  );
  const manifest = JSON.stringify({
    private: true,
    type: 'module',
    dependencies,
  });
  fs.writeFileSync(join(project, 'package.json'), manifest);
  await run(
    project,
    'npm',
    'install',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
  );
  vi.unstubAllEnvs();
  const typeRoots = join(repository, 'node_modules/@types');
  await run(
    project,
    join(repository, 'node_modules/.bin/tsc'),
    '--typeRoots',
    typeRoots,
  );

  const bin = (name: string) => join(project, 'node_modules/.bin', name);
  mock = spawn(bin('agent-conversation-mock'), ['--port=0', '--json'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(createInterface(mock.stdout!), 'line')) as [
    string,
  ];
  const { url } = JSON.parse(line) as { readonly url: string };
  const used = await run(project, process.execPath, 'main.ts', url);
  expect(JSON.parse(used)).toEqual({
    valid: true,
    isKnown: true,
    isUnknown: true,
  });
  vi.stubEnv('AGENT_CONVERSATION_API_KEY', 'any');
  const options = ['--base-url', url, '--include', 'searchSandboxes'];
  const report = await run(
    project,
    bin('agent-conversation-conformance'),
    ...options,
  );
  vi.unstubAllEnvs();
  expect(report).toContain('conforms');
});

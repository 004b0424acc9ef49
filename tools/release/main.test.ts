import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type ReleasedClone, releasedClone } from '@agent-conversation/diff/released-clone';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';

let clone: ReleasedClone;
beforeAll(() => {
  clone = releasedClone();
});
afterEach(() => clone.reset());
afterAll(() => clone.dispose());

const changeset = (step: string, prose = 'Better texts.') =>
  clone.write('.changeset/first.md', `---\n'@agent-conversation/mock': ${step}\n---\n\n${prose}\n`);
const replace = (file: string, from: RegExp, to: string) =>
  clone.write(file, clone.read(file).replace(from, to));
const approve = (records: string) => clone.write('openapi/approvals.yaml', records);

/** What is run, and how it ends; the tree is then as it was. */
function run(...args: readonly string[]) {
  const before = clone.uncommitted();
  const ended = clone.run('tools/release/main.ts', ...args);
  expect(clone.uncommitted()).toBe(before);
  return ended;
}

test('help tells every command and option', () => {
  const { status, stdout } = run('--help');
  expect(status).toBe(0);
  for (const word of [
    '--dry-run',
    'plan',
    'version',
    'pack FOLDER',
    'publish --from FOLDER',
    '--help',
  ]) {
    expect(stdout).toMatch(new RegExp(`^  ${word}\\b`, 'm'));
  }
});

test.each([[['verison']], [['--dry']], [['publish']]])('%j is refused in one line', (args) => {
  const { status, stdout, stderr } = run(...args);
  expect(stderr).toMatch(/^.+ See npm run release -- --help\n$/);
  expect(stdout).toBe('');
  expect(status).toBe(2);
});

test.each([
  [['--dry-run']],
  [['plan']],
  [['version']],
  [['pack', 'release']],
  [['publish', '--from', 'release']],
])('%j refuses a tree with something that is not committed', (args) => {
  clone.write('openapi/notes.txt', 'not committed\n');
  clone.edit('README.md', '# Agent Conversation API\n', '# Agents\n');
  const { status, stdout, stderr } = run(...args);
  expect(stderr).toBe(
    'README.md (and 1 more): not committed. Commit it or take it away, then release\n',
  );
  expect(stdout).toBe('');
  expect(status).toBe(2);
});

describe('what cannot be released is told in one line, and nothing is written', () => {
  test.each([
    [
      'nothing that is released has changed',
      () => clone.write('notes.txt', 'New.\n'),
      /^There is nothing to release: /,
    ],
    [
      'malformed approvals',
      () => approve('approvals:\n  - fingerprint: x\n'),
      /^openapi\/approvals\.yaml:2: /,
    ],
    ['approvals that are no YAML', () => approve('approvals: [\n'), /^openapi\/approvals\.yaml:/],
    [
      'a changeset without a head',
      () => clone.write('.changeset/first.md', 'Better texts.\n'),
      /^\.changeset\/first\.md:1: /,
    ],
    ['a changeset with an unknown step', () => changeset('big'), /^\.changeset\/first\.md:/],
    [
      'a missing baseline',
      () => clone.remove('openapi/released/openapi.yaml'),
      /^openapi\/released\/openapi\.yaml.*: /,
    ],
    [
      'an invalid version',
      () => replace('openapi/openapi.yaml', /^  version: .+$/m, '  version: one'),
      /^openapi\/openapi\.yaml:\d+: info\.version is "one", which is no version/,
    ],
    [
      'a changelog without releases',
      () => {
        changeset('patch');
        clone.write('openapi/changelog.yaml', 'versions: []\n');
      },
      /^openapi\/changelog\.yaml:1: `releases` must be a list/,
    ],
    [
      'a step of GitHub Actions with another version',
      () => {
        changeset('patch');
        replace('packages/conformance/action.yml', /conformance@[\d.]+ /, 'conformance@0.0.1 ');
      },
      /^packages\/conformance\/action\.yml: must run @agent-conversation\/conformance@/,
    ],
    [
      'documentation that does not build',
      () => {
        changeset('patch');
        replace('openapi/changelog.yaml', /^ {6}pauseSandbox:$/m, '      pauseSandboxes:');
      },
      /^The release does not build: openapi\/changelog\.yaml:\d+: the released contract has no operation/,
    ],
  ])('%s', (_, spoil, message) => {
    spoil();
    clone.commit('A mistake');
    const { status, stdout, stderr } = run('version');
    expect(stderr).toMatch(message);
    expect(stderr).toMatch(/^.+\n$/);
    expect(stdout).toBe('');
    expect(status).toBe(2);
  });
});

test('a change of which no approval or changeset speaks is named, and nothing is written', () => {
  clone.edit('openapi/paths/settings.yaml', '  x-retry: safe\n', '  x-retry: never\n');
  clone.commit('A breaking change');
  for (const args of [['version'], ['--dry-run']]) {
    const { status, stdout, stderr } = run(...args);
    expect(stderr).toMatch(/approval-missing +openapi\/paths\/settings\.yaml:\d/);
    expect(stderr).toContain('changeset-missing');
    expect(stdout).toBe('');
    expect(status).toBe(1);
  }
});

test('what no release has is not packed', () => {
  changeset('patch');
  clone.commit('A changeset');
  const { status, stderr } = run('pack', 'release');
  expect(stderr).toBe(
    '.changeset/first.md: is in no release yet. Run `npm run release -- version`, and pack what it makes\n',
  );
  expect(status).toBe(2);
});

test('packages are not packed into what has something else', () => {
  const { status, stdout, stderr } = run('pack', 'README.md');
  expect(stderr).toMatch(
    /^.*README\.md: is not an empty folder\. Name another one, or remove it\n$/,
  );
  expect(stdout).toBe('');
  expect(status).toBe(2);
});

describe('what is to be done is told in a word', () => {
  const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: clone.root });
  beforeAll(() => {
    git('remote', 'add', 'origin', '.');
    git('branch', '--move', '--force', 'main');
  });
  afterAll(() => git('remote', 'remove', 'origin'));
  const tag = () => {
    const [, version] = /^ {2}version: (.+)$/m.exec(clone.read('openapi/openapi.yaml'))!;
    git('tag', `v${version}`);
    return () => git('tag', '--delete', `v${version}`);
  };

  test('a version that origin has no tag of is published, and the next one waits', () => {
    expect(run('plan')).toEqual({ status: 0, stdout: 'publish\n', stderr: '' });
    changeset('patch');
    clone.commit('A changeset');
    const { status, stdout, stderr } = run('plan');
    expect(stderr).toMatch(/^\.changeset\/first\.md: is for the release after .+\n$/);
    expect(stdout).toBe('');
    expect(status).toBe(1);
  });

  test('after one that origin has a tag of, the next one is proposed', () => {
    const untag = tag();
    expect(run('plan')).toEqual({ status: 0, stdout: 'nothing\n', stderr: '' });
    changeset('patch');
    clone.commit('A changeset');
    expect(run('plan')).toEqual({ status: 0, stdout: 'propose\n', stderr: '' });
    untag();
  });

  test('a changeset that raises nothing is refused', () => {
    changeset('none');
    clone.commit('A changeset');
    const { status, stdout, stderr } = run('plan');
    expect(stderr).toContain('changeset-needless  .changeset/first.md:1');
    expect(stdout).toBe('');
    expect(status).toBe(1);
  });

  test('nothing is told when origin does not answer', () => {
    git('remote', 'set-url', 'origin', './nowhere');
    const { status, stdout, stderr } = run('plan');
    git('remote', 'set-url', 'origin', '.');
    expect(stderr).toMatch(
      /\norigin does not tell its branches and tags \(git ls-remote .+\): fatal: .+\n$/,
    );
    expect(stdout).toBe('');
    expect(status).toBe(2);
  });
});

test('who ends it leaves no copy, and nothing is written', async () => {
  changeset('patch');
  clone.commit('A changeset');
  const temporary = mkdtempSync(join(tmpdir(), 'release-main-'));
  const child = spawn(process.execPath, [join(clone.root, 'tools/release/main.ts'), 'version'], {
    env: { ...process.env, TMPDIR: temporary },
  });
  const ended = Promise.all([once(child, 'close'), text(child.stderr)]);
  const copies = () => readdirSync(temporary).filter((name) => name.startsWith('scratch-copy-'));
  await expect.poll(copies, { timeout: 30_000 }).not.toEqual([]);
  child.kill('SIGTERM');
  const [[status], stderr] = await ended;
  expect(stderr).toBe('Ended by SIGTERM\n');
  expect(status).toBe(2);
  expect(copies()).toEqual([]);
  expect(clone.uncommitted()).toBe('');
  rmSync(temporary, { recursive: true });
});

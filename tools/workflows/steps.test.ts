/** What steps of the workflows do when something fails: they run as on GitHub, with programs that only pretend. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readWorkflows } from './files/read-workflows.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'steps-'));
  mkdirSync(join(folder, 'bin'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const read = (file: string) => readFileSync(join(folder, file), 'utf8');

/** Puts a program in place of another. */
function pretend(name: string, script: string): void {
  writeFileSync(join(folder, 'bin', name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
}

/** Runs the steps of a job that have a word in their script; all, whatever the ones before say. */
function runSteps(workflow: string, job: string, word: string): (number | null)[] {
  const { jobs } = readWorkflows().find(({ file }) => file.endsWith(workflow))!.workflow;
  const scripts = jobs[job]!.steps!.flatMap(({ run = '' }) => (run.includes(word) ? [run] : []));
  return scripts.map((script) => {
    const env = {
      ...process.env,
      PATH: [join(folder, 'bin'), process.env['PATH']].join(delimiter),
      GITHUB_SHA: 'c0ffee',
      RUNNER_TEMP: join(folder, 'bin'),
      GITHUB_STEP_SUMMARY: join(folder, 'summary.md'),
    };
    return spawnSync('bash', ['-eo', 'pipefail', '-c', script], { cwd: folder, env }).status;
  });
}

describe('the comment of a contract review', () => {
  test('is the report, also when that has complaints', () => {
    pretend('npm', "echo '### 1 complaint' > contract-review.md; exit 1");
    expect(runSteps('contract-review.yml', 'review', 'contract-review')).toEqual([1, 0]);
    expect(read('contract-review.md')).toBe('### 1 complaint\n');
    expect(read('summary.md')).toBe('### 1 complaint\n');
  });

  test('is what stands in the way, when there is no report', () => {
    pretend('npm', "echo 'openapi/approvals.yaml:2: malformed' >&2; exit 2");
    expect(runSteps('contract-review.yml', 'review', 'contract-review')).toEqual([2, 0]);
    expect(read('contract-review.md')).toBe(
      '### Contract: it could not be reviewed\n\n    openapi/approvals.yaml:2: malformed\n',
    );
  });
});

test('the pull request of a release has what was changed, made and removed', () => {
  const git = (...args: readonly string[]) =>
    execFileSync('git', [...args], { cwd: folder, encoding: 'utf8', stdio: 'pipe' });
  const version = (text: string) =>
    writeFileSync(join(folder, 'openapi/package.json'), JSON.stringify({ version: text }));
  mkdirSync(join(folder, 'openapi'));
  version('0.1.0');
  writeFileSync(join(folder, 'changeset.md'), 'Lamps.\n');
  writeFileSync(join(folder, '.gitignore'), '/bin/\n/origin/\n');
  git('init', '--quiet', '--bare', 'origin');
  git('init', '--quiet');
  git('remote', 'add', 'origin', 'origin');
  git('add', '--all');
  git('-c', 'user.name=A', '-c', 'user.email=a@example.org', 'commit', '--quiet', '-m', 'First');

  version('0.2.0');
  writeFileSync(join(folder, 'new.md'), 'Shades.\n');
  rmSync(join(folder, 'changeset.md'));
  expect(runSteps('release.yml', 'version', 'git add')).toEqual([0]);
  git('reset', '--quiet', '--hard');
  pretend('gh', 'exit 0');
  expect(runSteps('release.yml', 'propose', 'git apply')).toEqual([0]);
  expect(
    git('--git-dir=origin', 'show', '--name-status', '--format=%s', 'release/next').split('\n'),
  ).toEqual(['Release 0.2.0', '', 'D\tchangeset.md', 'A\tnew.md', 'M\topenapi/package.json', '']);
});

describe('the release at GitHub', () => {
  beforeEach(() => {
    const packages = ['bulb', 'lamp'].map((it) => ({ file: `${it}.tgz`, sbom: `${it}.cdx.json` }));
    writeFileSync(join(folder, 'release.json'), JSON.stringify({ version: '0.2.0', packages }));
    pretend('git', 'exit 0');
  });
  const gh = (list: string) =>
    pretend('gh', `if [ "$2" = list ]; then ${list}; else echo "$@" > made; fi`);

  test.each([
    { there: 'none', list: 'true' },
    { there: 'others', list: 'echo v0.2.0-rc; echo v10.2.0' },
  ])('is made with what was published, and nothing else: there are $there', ({ list }) => {
    gh(list);
    expect(runSteps('release.yml', 'tag', 'gh release')).toEqual([0]);
    expect(read('made')).toMatch(
      /^release create v0\.2\.0 release\.json bulb\.tgz bulb\.cdx\.json lamp\.tgz lamp\.cdx\.json --/,
    );
  });

  test.each([
    { when: 'it is there', list: 'echo v0.2.0', want: 0 },
    { when: 'GitHub does not tell', list: 'exit 1', want: 1 },
  ])('is not made when $when', ({ list, want }) => {
    gh(list);
    expect(runSteps('release.yml', 'tag', 'gh release')).toEqual([want]);
    expect(existsSync(join(folder, 'made'))).toBe(false);
  });

  test('is not made when the tag is on another commit', () => {
    gh('true');
    pretend('git', 'exit 1');
    expect(runSteps('release.yml', 'tag', 'gh release')).toEqual([1]);
    expect(existsSync(join(folder, 'made'))).toBe(false);
  });
});

/** The command on a small repository. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CommandError } from '@agent-conversation/cli';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { Fixture } from './fixture.ts';

let fixture: Fixture;
beforeEach(() => void (fixture = new Fixture()));
afterEach(() => fixture.remove());

test('--help lists every command and option', async () => {
  const { code, out } = await fixture.run(['--help']);
  expect(code).toBe(0);
  for (const word of [
    'plan',
    'version',
    'pack',
    'publish',
    '--dry-run',
    '--from <FOLDER>',
  ]) {
    expect(out).toMatch(new RegExp(`^  ${word}(?= )`, 'm'));
  }
});

test.each([
  [[], 'Name a command'],
  [['verison'], 'Allowed choices are plan, version, pack, publish'],
  [['version', '--dry-run'], 'Name a command, or use --dry-run'],
  [['--dry-run', 'version'], 'Name a command, or use --dry-run'],
  [['pack'], 'FOLDER is for pack, which needs it'],
  [['plan', 'x'], 'FOLDER is for pack, which needs it'],
  [['pack', 'x', 'y'], 'Too many arguments'],
  [['publish'], '--from is for publish, which needs it'],
  [['version', '--from', 'x'], '--from is for publish, which needs it'],
])('%j is a usage error', async (args, message) => {
  const result = await fixture.result(args);
  expect(result).toContain(message);
  expect(result).toMatch(/^2 err: .+ See npm run release -- --help\n$/);
});

test.each(['--dry-run', 'plan', 'pack x'])(
  '%s demands a clean working tree',
  async (args) => {
    fixture.write('notes.txt', 'New\n');
    const err = 'Commit these files or remove them first:\n?? notes.txt\n';
    expect(await fixture.result(args.split(' '))).toBe(`2 err: ${err}`);
  },
);

describe('plan', () => {
  const plan = () => fixture.result(['plan']);

  test('publishes a version without a tag, and does not skip it for the next one', async () => {
    expect(await plan()).toBe('0 out: publish\n');
    fixture.change();
    const after =
      /^1 err: \.changeset\/first\.md: is for the release after v0\.1\.0/;
    expect(await plan()).toMatch(after);
  });

  test('proposes the next release after a tag, unless the commit is no longer the newest', async () => {
    fixture.git('tag', 'v0.1.0');
    expect(await plan()).toBe('0 out: nothing\n');
    fixture.change();
    expect(await plan()).toBe('0 out: propose\n');
    fixture.git('checkout', '--quiet', '--detach');
    fixture.commit();
    expect(await plan()).toBe('0 out: nothing\n');
  });

  test('fails if the review has diagnostics or origin does not respond', async () => {
    fixture.git('remote', 'set-url', 'origin', './nowhere');
    expect(await plan()).toMatch(/^2 err: git ls-remote failed: fatal: /);
    fixture.change();
    fixture.git('rm', '--quiet', '.changeset/first.md');
    fixture.commit();
    expect(await plan()).toMatch(/^1 err: [^]*^changeset-missing /m);
  });
});

test('--dry-run shows the release, and version writes it', async () => {
  fixture.change();
  const shown = await fixture.run(['--dry-run']);
  expect(shown).toMatchObject({ code: 0, err: '' });
  expect(fixture.git('status', '--porcelain')).toBe('');
  for (const line of [
    '0.1.0 -> 0.2.0 (minor)',
    'Reason: Lists show one line.',
    'Long ones belong into messages.',
    'M\topenapi/released/openapi.yaml',
    'A\treleased-anchors.txt',
    'D\t.changeset/first.md',
  ]) {
    expect(shown.out).toContain(line);
  }

  expect(await fixture.run(['version'])).toEqual(shown);
  fixture.git('add', '--all');
  const files = fixture.git('diff', '--cached', '--name-status');
  expect(shown.out).toMatch(new RegExp(`\n\n${files}\n$`));
  expect(JSON.parse(fixture.read('openapi/package.json'))).toMatchObject({
    version: '0.2.0',
  });
  expect(fixture.read('packages/conformance/package.json')).toContain(
    'openapi": "^0.2.0"',
  );
  expect(fixture.read('package-lock.json')).not.toContain('"version": "0.1.0"');
  expect(fixture.read('openapi/openapi.yaml')).toContain(
    '\n  version: 0.2.0\n',
  );
  expect(fixture.read('openapi/released/openapi.yaml')).toBe(
    fixture.read('openapi/openapi.yaml'),
  );
  expect(fixture.read('openapi/released/openapi.yaml.sha256')).toMatch(
    /^[0-9a-f]{64} /,
  );
  expect(fixture.read('openapi/approvals.yaml')).toBe(
    '# Reviewed.\napprovals: []\n',
  );
  expect(fixture.read('released-anchors.txt')).toBe('0.2.0.html\n');
  const changed = {
    added: 'The title may have at most `80` characters.',
    operations: ['feedPet'],
    breaks: ['sender'],
    migration: 'Cut titles to 80 characters.',
    reason: 'Lists show one line.',
  };
  expect(releases()).toEqual([
    {
      version: '0.2.0',
      date: '2026-01-02',
      summary: 'Titles are short.',
      changes: [changed],
    },
    { version: '0.1.0', summary: 'First.' },
  ]);

  const heading = '## 0.2.0\n\n### Minor Changes\n\n';
  const described =
    '- Titles are short.\n\n  Long ones belong into messages.\n\n';
  const changes = `- Changes of the contract:

  - \`feedPet\`, added: The title may have at most \`80\` characters.
    - Breaks programs that send requests.
    - To do: Cut titles to 80 characters.
    - Reason: Lists show one line.
`;
  const changelog = fixture.read('openapi/CHANGELOG.md');
  expect(changelog).toContain(
    `\n\n${heading}${described}${changes}\n## 0.1.0\n`,
  );
  const link =
    /- \[The contract has changed\]\(\S+\/openapi\/CHANGELOG\.md\)\.\n\n## 0\.1\.0\n/;
  const dependent = fixture.read('packages/conformance/CHANGELOG.md');
  expect(dependent).toMatch(new RegExp(heading + link.source));
  expect(dependent).not.toContain('title');
});

const releases = () => parse(fixture.read('openapi/changelog.yaml')).releases;

test('a release follows a release: nothing at first, then a patch of one package', async () => {
  fixture.change();
  await fixture.run(['version']);
  fixture.commit();
  expect(await fixture.result(['version'])).toMatch(
    /^2 err: Nothing to release: /,
  );

  fixture.announce(
    'second',
    'conformance',
    'patch',
    '- Faster: It runs in a second.\n- Smaller.',
  );
  fixture.commit();
  expect(await fixture.run(['version'])).toMatchObject({ code: 0, err: '' });
  const summary = 'Faster.';
  expect(releases()[0]).toEqual({
    version: '0.2.1',
    date: '2026-01-02',
    summary,
  });
  expect(fixture.read('openapi/openapi.yaml')).toContain(
    '\n  version: 0.2.1\n',
  );
  expect(fixture.read('openapi/CHANGELOG.md')).toContain(
    '# @agent-conversation/openapi\n\n## 0.2.1\n\nNo changes in this release.\n\n## 0.2.0\n',
  );
  const dependent = fixture.read('packages/conformance/CHANGELOG.md');
  expect(dependent).toContain(
    '## 0.2.1\n\n### Patch Changes\n\n- - Faster: It runs in a second.',
  );
  fixture.commit();
  expect(await fixture.result(['plan'])).toBe('0 out: publish\n');
  expect(await fixture.result(['pack', join(fixture.root, 'release')])).toMatch(
    /^0 out: /,
  );
});

test.each<{ name: string; spoil: (it: Fixture) => void; message: RegExp }>([
  {
    name: 'nothing to release',
    spoil: () => undefined,
    message: /^2 err: Nothing to release: /,
  },
  {
    name: 'a change without a changeset',
    spoil: (it) => it.git('rm', '.changeset/first.md'),
    message: /^1 err: [^]*^changeset-missing /m,
  },
  {
    name: 'no changelog',
    spoil: (it) => it.git('rm', 'openapi/changelog.yaml'),
    message: /^2 err: .*ENOENT.*openapi\/changelog\.yaml/,
  },
])('version writes nothing with $name', async ({ name, spoil, message }) => {
  if (name !== 'nothing to release') fixture.change();
  spoil(fixture);
  fixture.commit();
  expect(await fixture.result(['version'])).toMatch(message);
  expect(fixture.git('status', '--porcelain')).toBe('');
});

test('version writes nothing if the docs do not build', async () => {
  fixture.change();
  const runTask = async (root: string, task: string) => {
    if (task === 'record') throw new CommandError('No such operation');
    return fixture.runTask(root, task);
  };
  expect(await fixture.result(['version'], { runTask })).toBe(
    '2 err: No such operation\n',
  );
  expect(fixture.git('status', '--porcelain')).toBe('');
});

describe('pack', () => {
  const folder = () => join(fixture.root, 'release');
  const pack = (into = folder()) => fixture.result(['pack', into]);

  test('builds and packs the commit, without what an earlier build has left', async () => {
    fixture.write('packages/conformance/dist/old.js', 'old\n');
    const result = await pack();
    const release = JSON.parse(fixture.read('release/release.json'));
    expect(release).toMatchObject({
      version: '0.1.0',
      commit: fixture.git('rev-parse', 'HEAD'),
    });
    const [first] = release.packages;
    expect(result).toMatch(/^0 out: .*\n.*\n$/);
    expect(result).toContain(`${first.id} ${first.integrity}\n`);
    expect(fixture.read('release/notes.md')).toBe(
      '## @agent-conversation/openapi\n\n- The first release.\n\n' +
        '## @agent-conversation/conformance\n\n- The first release.\n',
    );
    expect(
      existsSync(join(fixture.root, 'packages/conformance/dist/old.js')),
    ).toBe(false);
  });

  test('fails with the diagnostics of all packages, and writes nothing', async () => {
    for (const name of ['openapi', 'packages/conformance']) {
      const manifest = JSON.parse(fixture.read(`${name}/package.json`));
      fixture.json(`${name}/package.json`, {
        ...manifest,
        dependencies: { leven: '^1.0.0' },
      });
    }
    fixture.commit();
    const problem =
      'package.json: leven must be one exact version, is "^1.0.0"';
    expect(await pack()).toBe(
      `1 err: openapi/${problem}\npackages/conformance/${problem}\n`,
    );
    expect(existsSync(folder())).toBe(false);
  });

  test('fails if a dependency of the packages has an install script', async () => {
    const lockfile = JSON.parse(fixture.read('package-lock.json'));
    lockfile.packages.openapi.dependencies = { telemetry: '1.4.0' };
    const script = { version: '1.4.0', hasInstallScript: true };
    lockfile.packages['node_modules/telemetry'] = script;
    lockfile.packages['node_modules/tool'] = { ...script, dev: true };
    fixture.json('package-lock.json', lockfile);
    fixture.commit();
    expect(await pack()).toBe(
      '1 err: package-lock.json: node_modules/telemetry has an install script\n',
    );
  });

  test('fails if something is in no release yet, or the folder exists', async () => {
    const exists = /^2 err: .*: must be a new folder/;
    for (const name of ['LICENSE', 'openapi']) {
      expect(await pack(join(fixture.root, name))).toMatch(exists);
    }
    fixture.change();
    expect(await pack()).toMatch(
      /^2 err: \.changeset\/first\.md: is not in a release yet/,
    );
  });
});

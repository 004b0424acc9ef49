/** The command on a small repository. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CommandError } from '@agent-conversation/cli';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { Fixture } from './fixture.ts';

let fixture: Fixture;
beforeEach(() => {
  fixture = new Fixture();
});
afterEach(() => fixture.remove());

test('--help lists every command and option', async () => {
  const { code, out } = await fixture.run(['--help']);
  expect(code).toBe(0);
  for (const word of ['plan', 'version', 'pack FOLDER', 'publish --from', '--dry-run', '--from']) {
    expect(out).toMatch(new RegExp(`^  ${word}\\b`, 'm'));
  }
});

test.each([
  [[], 'Name a command'],
  [['verison'], 'Allowed choices are plan, version, pack, publish'],
  [['--dry'], "Unknown option '--dry'"],
  [['--dry-run', 'plan'], 'use --dry-run alone'],
  [['pack'], 'takes FOLDER'],
  [['plan', 'x'], 'takes FOLDER'],
  [['pack', 'x', 'y'], 'Too many arguments'],
  [['publish'], 'takes --from'],
  [['version', '--from', 'x'], 'takes --from'],
])('%j is a usage error', async (args, message) => {
  const { code, out, err } = await fixture.run(args);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toContain(message);
  expect(err).toMatch(/^.+ See npm run release -- --help\n$/);
});

test.each([
  [['--dry-run']],
  ...['plan', 'version', 'pack x', 'publish --from x'].map((it) => [it.split(' ')]),
])('%j demands a clean working tree', async (args) => {
  fixture.write('LICENSE', 'Another\n');
  fixture.write('notes.txt', 'New\n');
  const err = 'Commit these files or remove them first:\nM LICENSE\n?? notes.txt\n';
  expect(await fixture.run(args)).toEqual({ code: 2, out: '', err });
});

describe('plan', () => {
  const plan = () => fixture.run(['plan']);

  test('publishes a version without a tag, and does not skip it for the next one', async () => {
    expect(await plan()).toEqual({ code: 0, out: 'publish\n', err: '' });
    fixture.change();
    const { code, out, err } = await plan();
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toMatch(/^\.changeset\/first\.md: is for the release after v0\.1\.0/);
  });

  test('proposes the next release after a tag, unless the commit is no longer the newest', async () => {
    fixture.git('tag', 'v0.1.0');
    expect(await plan()).toMatchObject({ out: 'nothing\n' });
    fixture.change();
    expect(await plan()).toMatchObject({ code: 0, out: 'propose\n' });
    fixture.git('checkout', '--quiet', '--detach');
    fixture.commit();
    expect(await plan()).toMatchObject({ code: 0, out: 'nothing\n' });
  });

  test('fails if the review has diagnostics or origin does not respond', async () => {
    fixture.git('remote', 'set-url', 'origin', './nowhere');
    expect(await plan()).toMatchObject({
      code: 2,
      err: expect.stringMatching(/^git ls-remote failed: fatal: /),
    });
    fixture.change();
    fixture.git('rm', '--quiet', '.changeset/first.md');
    fixture.commit();
    expect(await plan()).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringContaining('changeset-missing'),
    });
  });
});

test('--dry-run shows the release, and version writes it', async () => {
  fixture.change();
  const shown = await fixture.run(['--dry-run']);
  expect(shown).toMatchObject({ code: 0, err: '' });
  expect(fixture.git('status', '--porcelain')).toBe('');
  for (const line of [
    'the contract  0.1.0 -> 0.2.0',
    '.changeset/first.md  minor: Titles are short. Long ones belong into messages.',
    'reason: Lists show one line.',
    'written  openapi/released/openapi.yaml',
    'removed  .changeset/first.md',
    '@agent-conversation/conformance@0.2.0',
    'v0.2.0',
  ]) {
    expect(shown.out).toContain(line);
  }

  expect(await fixture.run(['version'])).toMatchObject({ code: 0, err: '' });
  const files = fixture.git('status', '--porcelain', '--untracked-files=all').split('\n');
  for (const file of files) expect(shown.out).toContain(file.trim().split(' ').at(-1));
  for (const folder of ['openapi', 'packages/conformance']) {
    expect(JSON.parse(fixture.read(`${folder}/package.json`))).toMatchObject({ version: '0.2.0' });
  }
  expect(fixture.read('packages/conformance/package.json')).toContain('openapi": "^0.2.0"');
  expect(fixture.read('package-lock.json')).not.toContain('"version": "0.1.0"');
  expect(fixture.read('openapi/openapi.yaml')).toContain('\n  version: 0.2.0\n');
  expect(fixture.read('openapi/released/openapi.yaml')).toBe(fixture.read('openapi/openapi.yaml'));
  expect(fixture.read('openapi/released/openapi.yaml.sha256')).toMatch(/^[0-9a-f]{64} /);
  expect(fixture.read('openapi/approvals.yaml')).toBe('# Reviewed.\napprovals: []\n');
  expect(fixture.read('packages/conformance/action.yml')).toContain('/conformance@0.2.0 x');
  expect(parse(fixture.read('openapi/changelog.yaml'))).toEqual({
    releases: [
      {
        version: '0.2.0',
        date: '2026-01-02',
        summary: 'Titles are short. Long ones belong into messages.',
        operations: {
          switchLamp: [
            {
              added: 'The title may have at most `80` characters.',
              breaks: ['sender'],
              migration: 'Cut titles to 80 characters.',
              reason: 'Lists show one line.',
            },
          ],
        },
      },
      { version: '0.1.0', summary: 'First.' },
    ],
  });
  const changes =
    '- Changes of the contract:\n  - `switchLamp`: The title may have at most `80` characters. Breaks programs that ' +
    'send requests. Migration: Cut titles to 80 characters. Reason: Lists show one line.\n\n## 0.1.0\n';
  const heading = '## 0.2.0\n\n### Minor Changes\n\n';
  expect(fixture.read('openapi/CHANGELOG.md')).toBe(
    `# @agent-conversation/openapi\n\n${heading}- Titles are short.\n\n` +
      `  Long ones belong into messages.\n\n${changes}\n- The first release.\n`,
  );
  expect(fixture.read('packages/conformance/CHANGELOG.md')).toContain(heading + changes);
});

// prettier-ignore
test.each<[string, (it: Fixture) => void, number, RegExp]>([
  ['nothing to release', () => undefined, 2, /^Nothing to release: /],
  ['a change without a changeset', (it) => it.git('rm', '.changeset/first.md'), 1, /^changeset-missing  /m],
  ['no approvals', (it) => it.write('openapi/approvals.yaml', 'x: 1\n'), 2, /approvals\.yaml: has no list /],
  ['another action', (it) => it.write('packages/conformance/action.yml', ''), 2, /action\.yml: has no conformance@/],
  ['no changelog', (it) => it.git('rm', 'openapi/changelog.yaml'), 2, /changelog\.yaml: has no list `releases`/],
])('version writes nothing with %s', async (name, spoil, code, message) => {
  if (name !== 'nothing to release') fixture.change();
  spoil(fixture);
  fixture.commit();
  const { err, ...ended } = await fixture.run(['version']);
  expect(ended).toEqual({ code, out: '' });
  expect(err).toMatch(message);
  expect(fixture.git('status', '--porcelain')).toBe('');
});

test('version writes nothing if the docs do not build', async () => {
  fixture.change();
  const build = async (root: string, folders: readonly string[]) => {
    if (folders.includes('packages/docs'))
      throw new CommandError('The build failed: no such operation');
    await fixture.build(root);
  };
  const err = 'The build failed: no such operation\n';
  expect(await fixture.run(['version'], { build })).toEqual({
    code: 2,
    out: '',
    err,
  });
  expect(fixture.git('status', '--porcelain')).toBe('');
});

describe('pack', () => {
  const folder = () => join(fixture.root, 'release');
  const pack = () => fixture.run(['pack', folder()]);

  test('builds and packs the commit, without what an earlier build has left', async () => {
    fixture.write('packages/conformance/dist/old.js', 'old\n');
    const { code, out, err } = await pack();
    expect({ code, err }).toEqual({ code: 0, err: '' });
    const release = JSON.parse(fixture.read('release/release.json'));
    expect(release).toMatchObject({ version: '0.1.0', commit: fixture.git('rev-parse', 'HEAD') });
    const [first] = release.packages;
    expect(out).toContain(`${first.name}@0.1.0 ${release.hashes[first.file]}\n`);
    expect(fixture.read('release/notes.md')).toBe('## All packages\n\n- The first release.\n');
    const sbom = JSON.parse(fixture.read('release/agent-conversation-conformance-0.1.0.cdx.json'));
    expect(sbom.metadata.component.purl).toBe('pkg:npm/%40agent-conversation/conformance@0.1.0');
    expect(sbom.components).toMatchObject([
      { name: 'openapi', licenses: [{ license: { id: 'MIT' } }] },
    ]);
    expect(JSON.stringify(sbom)).not.toMatch(/serialNumber|timestamp/);
    expect(existsSync(join(fixture.root, 'packages/conformance/dist/old.js'))).toBe(false);
  });

  test('fails with a diagnostic if a package must not be published, and writes nothing', async () => {
    fixture.write('openapi/LICENSE', 'Another licence\n');
    fixture.commit();
    const err = 'openapi/LICENSE: must be the same as LICENSE\n';
    expect(await pack()).toEqual({ code: 1, out: '', err });
    expect(existsSync(folder())).toBe(false);
  });

  test('fails if something is in no release yet, or the folder is not empty', async () => {
    const err = expect.stringContaining('must be a new or empty folder');
    for (const name of ['LICENSE', 'openapi']) {
      const ended = await fixture.run(['pack', join(fixture.root, name)]);
      expect(ended).toMatchObject({ code: 2, err });
    }
    fixture.change();
    expect(await pack()).toMatchObject({
      code: 2,
      err: expect.stringMatching(/^openapi\/openapi\.yaml: is not in a release yet/),
    });
  });
});

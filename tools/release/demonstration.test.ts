import { execFileSync } from 'node:child_process';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { reviewContract, type Target } from '@agent-conversation/diff';
import { type ReleasedClone, releasedClone } from '@agent-conversation/diff/released-clone';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { parse } from 'yaml';
import { publishingOrder } from './checked/publishing-order.ts';
import type { Entry } from './next/changelog-entry.ts';
import { publishedPackages } from './pack/index.ts';
import { run } from './run.ts';
import { announce } from './testing/announce.ts';
import { startRegistry, type TestRegistry } from './testing/registry.ts';

let clone: ReleasedClone;
/** What the release was said to become. */
let shown: string;
beforeAll(() => {
  clone = releasedClone();
  // What the release builds to prove itself is not built a second time.
  vi.stubEnv('TURBO_CACHE_DIR', join(clone.root, 'node_modules/.cache/turbo'));
});
afterAll(() => {
  vi.unstubAllEnvs();
  clone.dispose();
});

const token = `npm_${'t'.repeat(36)}`;
const program = 'tools/release/main.ts';
const request = 'openapi/components/schemas/AppConversationStartRequest.yaml';

/** The version of the contract in the clone. */
const version = () => (parse(clone.read('openapi/openapi.yaml')) as Contract).info.version;
const newestEntry = () => (parse(clone.read('openapi/changelog.yaml')) as Changelog).releases[0]!;
const page = (name: string) => clone.read(`packages/docs/dist/${name}.md`);
interface Contract {
  readonly info: { readonly version: string };
}
interface Changelog {
  readonly releases: readonly Entry[];
}

function build(...workspaces: readonly string[]): void {
  const filters = workspaces.map((workspace) => `--filter=${workspace}`);
  const options = { cwd: clone.root, stdio: 'pipe', shell: process.platform === 'win32' } as const;
  execFileSync('npx', ['turbo', 'run', 'build', ...filters], options);
}

describe('a text may no longer be as long as it likes', () => {
  let before: string;
  let next: Target;

  beforeAll(async () => {
    before = version();
    const title =
      "  title:\n    description: The title of the conversation.\n    type: [string, 'null']\n";
    clone.edit(request, title, `${title}    maxLength: 80\n`);
    next = await announce(clone, {
      prose: 'Titles are short.\n\nLong ones belong into messages.',
      reason: 'Lists show one line of a title',
      migration: 'Cut titles to 80 characters',
    });
  });

  test('the whole release is shown before, and nothing is written', () => {
    const { status, stdout, stderr } = clone.run(program, '--dry-run');
    expect(stderr).toBe('');
    expect(status).toBe(0);
    expect(clone.uncommitted()).toBe('');
    shown = stdout;
    for (const sentence of [
      `the contract  ${before} -> ${next.version}`,
      `@agent-conversation/client  ${before} -> ${next.version}`,
      `.changeset/first.md  ${next.step}: Titles are short. Long ones belong into messages.`,
      'reason: Lists show one line of a title.',
      `  written  openapi/changelog.yaml`,
      `  written  tools/diff/results/corpus.md`,
      `  removed  .changeset/first.md`,
      `  @agent-conversation/conformance@${next.version}`,
      `  v${next.version}`,
    ]) {
      expect(stdout).toContain(sentence);
    }
  });

  test('the release is made, and everything has its version', () => {
    const { status, stdout, stderr } = clone.run(program, 'version');
    expect(stderr).toBe('');
    expect(status).toBe(0);
    expect(stdout).toContain(`${next.version}: `);
    expect(version()).toBe(next.version);
    const own = publishedPackages(clone.root);
    expect(own.map((it) => it.version)).toEqual(own.map(() => version()));
    const ranges = own.flatMap(({ manifest }) =>
      Object.entries(manifest.dependencies ?? {}).filter(([name]) =>
        own.some((it) => it.name === name),
      ),
    );
    expect(ranges.length).toBeGreaterThan(5);
    expect(new Set(ranges.map(([, range]) => range))).toEqual(new Set([`^${version()}`]));
    expect(clone.read('packages/conformance/action.yml')).toContain(`/conformance@${version()} `);
  });

  test('the changelog has the prose of the changeset and the fact with who breaks, what to do and why', () => {
    const { summary, date, operations } = newestEntry();
    expect(summary).toBe('Titles are short. Long ones belong into messages.');
    expect(date).toBe(new Date().toISOString().slice(0, 10));
    expect(operations?.['startAppConversation']).toContainEqual({
      changed: expect.stringContaining('`80`') as string,
      breaks: expect.arrayContaining(['sender']) as string[],
      migration: 'Cut titles to 80 characters.',
      reason: 'Lists show one line of a title.',
    });
  });

  test('what was announced is gone, and the gate has nothing to tell', async () => {
    expect(clone.read('openapi/approvals.yaml')).toBe('# Reviewed.\napprovals: []\n');
    expect(existsSync(join(clone.root, '.changeset/first.md'))).toBe(false);
    clone.bundle();
    const { changes, complaints } = await reviewContract({ root: clone.root });
    expect(changes).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test('the lockfile is that of an installation, and the files are formatted', () => {
    const output = (command: string, ...args: readonly string[]) =>
      execFileSync(command, [...args], { cwd: clone.root, stdio: 'pipe' }).toString();
    const lockfile = clone.read('package-lock.json');
    output('npm', 'install', '--package-lock-only', '--offline', '--ignore-scripts', '--no-audit');
    expect(clone.read('package-lock.json')).toBe(lockfile);
    const files = output('git', 'diff', '--name-only', '--diff-filter=d').trim().split('\n');
    expect(files).toContain('openapi/changelog.yaml');
    expect(output('npx', 'prettier', '--ignore-unknown', '--list-different', ...files)).toBe('');
  });

  test('the documentation tells it', () => {
    build('@agent-conversation/docs');
    const told = [
      'Breaks programs that send requests',
      'To do: Cut titles to 80 characters.',
      'Why: Lists show one line of a title.',
    ];
    for (const name of [`changelog/${version()}`, 'operations/startAppConversation']) {
      for (const sentence of told) expect(page(name)).toContain(sentence);
    }
  });
});

describe('what was made is published', () => {
  let registry: TestRegistry;

  beforeAll(async () => {
    registry = await startRegistry(token);
    const config = join(clone.root, 'node_modules/npmrc');
    const { host } = new URL(registry.address);
    writeFileSync(config, `registry=${registry.address}\n//${host}/:_authToken=${token}\n`);
    vi.stubEnv('NPM_CONFIG_USERCONFIG', config);
    clone.commit('The release');
  });
  afterAll(() => registry.close());

  test('the packages are those that were shown', () => {
    const { status, stdout, stderr } = clone.run(program, 'pack', 'release');
    expect(stderr).toBe('');
    expect(status).toBe(0);
    const packed = stdout.trim().split('\n');
    expect(packed).toHaveLength(6);
    for (const hash of packed.map((line) => line.split(' ')[1]!)) expect(shown).toContain(hash);
  });

  test('they are published in the order in which they need each other, and the commit is tagged', async () => {
    const names = publishingOrder(publishedPackages(clone.root));
    const { stdout } = await run(clone.root, ['node', program, 'publish', '--from', 'release']);
    expect(stdout.split('\n')).toEqual([
      ...names.map((name) => `${name}@${version()}: published`),
      `v${version()}: tagged`,
      '',
    ]);
    expect([...registry.published.keys()]).toEqual(names.map((name) => `${name}@${version()}`));
  });
});

describe('the next release, without an operation that the one before had', () => {
  beforeAll(async () => {
    clone.edit('openapi/openapi.yaml', '  /api/settings:\n    $ref: ./paths/settings.yaml\n', '');
    clone.remove('openapi/paths/settings.yaml');
    for (const [from, to] of [
      [', [getSettings](paths/settings.yaml)', ''],
      [' [SettingsNotFound](components/responses/SettingsNotFound.yaml),', ''],
      [' [Settings](components/schemas/Settings.yaml).', ' nothing.'],
    ] as const) {
      clone.edit('openapi/decisions.md', from, to);
    }
    await announce(clone, {
      prose: 'The settings are no longer given out.',
      reason: 'They have a page of their own',
      migration: 'Open that page',
    });
  });

  test('stands on top of the other, which still tells of the operation', () => {
    const before = clone.read('openapi/changelog.yaml');
    expect(clone.run(program, 'version')).toMatchObject({ status: 0, stderr: '' });
    expect(newestEntry().operations?.['getSettings']).toContainEqual(
      expect.objectContaining({
        removed: expect.any(String) as string,
        migration: 'Open that page.',
      }),
    );
    const older = before.slice(before.indexOf('  - version:'));
    expect(clone.read('openapi/changelog.yaml').endsWith(older)).toBe(true);
  });

  test('builds as documentation, which tells of the operation without a link', () => {
    // What turbo takes from its cache is put beside what is there.
    rmSync(join(clone.root, 'packages/docs/dist'), { recursive: true });
    build('@agent-conversation/docs');
    expect(existsSync(join(clone.root, 'packages/docs/dist/operations/getSettings.md'))).toBe(
      false,
    );
    const pages = ['changelog/0.1.0', `changelog/${version()}`].map(page);
    expect(pages.map((text) => /`getSettings`(?=[:,\] ])/.exec(text)?.[0])).toEqual([
      '`getSettings`',
      '`getSettings`',
    ]);
    expect(pages.join('\n')).not.toMatch(/\]\([^)]*getSettings/);
  });
});

/** The packed mock in an empty project: small, without Prism, in each maintained Node. */
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, inject, test } from 'vitest';
import { installPacked, peer } from './install.ts';
import { startMockIn } from './mock.ts';
import { run } from './run.ts';

let project: string;
beforeAll(async () => {
  const names = ['@agent-conversation/mock'];
  project = await installPacked(inject('workspace'), inject('tarballs'), names);
});

test('brings fewer than 20 packages and 15 MB, and not Prism', () => {
  const lock = readFileSync(
    join(project, 'node_modules/.package-lock.json'),
    'utf8',
  );
  const { packages } = JSON.parse(lock) as {
    packages: Readonly<Record<string, unknown>>;
  };
  // The list has entries from the repository's lockfile that npm did not install.
  const names = Object.keys(packages).filter((it) =>
    existsSync(join(project, it)),
  );
  expect(names.length).toBeLessThan(20);
  expect(names.filter((name) => name.includes('prism'))).toEqual([]);
  const files = globSync('node_modules/**', { cwd: project }).map((it) =>
    join(project, it),
  );
  const bytes = files.reduce((sum, file) => sum + statSync(file).size, 0);
  expect(bytes).toBeLessThan(15e6);
});

test.runIf(process.platform === 'linux' && process.arch === 'x64').each([
  ['22', peer('node22/bin/node')],
  ['24', process.execPath],
  ['26', peer('node26/bin/node')],
])(
  'conforms in Node %s, has the examples, and names what generated data need',
  async (_, node) => {
    const mock = await startMockIn(project, node);
    try {
      const program = join(
        inject('installed'),
        'node_modules/.bin/agent-conversation-conformance',
      );
      const args = [
        '--write',
        '--exclude',
        '*.random',
        '--exclude',
        '*.faults',
      ];
      const ended = await run(
        process.execPath,
        [program, '--base-url', mock.url, ...args],
        {
          cwd: project,
          env: { AGENT_CONVERSATION_API_KEY: 'any' },
        },
      );
      expect(ended).toMatchObject({
        code: 0,
        stdout: expect.stringContaining('conforms'),
      });
      const settings = async (prefer: string) =>
        fetch(`${mock.url}/api/settings`, {
          headers: { 'X-Session-API-Key': 'any', Prefer: prefer },
        });
      expect((await settings('example=SettingsMinimal')).status).toBe(200);
      const generated = await settings('dynamic=true');
      expect(generated.status).toBe(400);
      expect(await generated.text()).toContain(
        'npm install --save-dev @stoplight/prism-core',
      );
    } finally {
      await mock.stop();
    }
  },
);

test('--prism says that Prism is missing', async () => {
  const bin = join(project, 'node_modules/.bin/agent-conversation-mock');
  const { code, stderr } = await run(process.execPath, [bin, '--prism'], {
    cwd: project,
  });
  expect(code).toBe(2);
  expect(stderr).toContain('npm install --save-dev @stoplight/prism-core');
});

/** What must not be published, and what must not be printed. */
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { contentDiagnostics } from '../pack.ts';
import { manifestDiagnostics, type Workspace } from '../packages.ts';
import { redact } from '../run.ts';
import { makeSboms } from '../sbom.ts';
import { Fixture, manifestOf } from './fixture.ts';

const fixture = new Fixture();
afterAll(() => fixture.remove());
await fixture.build(fixture.root);
fixture.write('openapi/dist/openapi.json', '{}');

const workspace = (change: object): Workspace => ({
  ...manifestOf('openapi'),
  folder: 'openapi',
  ...change,
});

test.each<[object, string[]]>([
  [{}, []],
  [
    { dependencies: { '@agent-conversation/conformance': '*' } },
    ['conformance: must be "^0.1.0"'],
  ],
  [{ dependencies: { leven: '^1.0.0' } }, ['leven: must be one exact version']],
  [
    { peerDependencies: { leven: '^1.0.0' } },
    ['leven: must be "^" and the version in devDependencies'],
  ],
  [{ version: '0.2.0' }, ['openapi/CHANGELOG.md: lacks 0.2.0']],
  [
    { files: ['CHANGELOG.md', 'lib', '!x'] },
    ['openapi/lib: is missing. Restore it, or run npm run build'],
  ],
])('a package with %j has the diagnostics %j', (change, messages) => {
  const found = manifestDiagnostics(workspace(change), fixture.root);
  expect(found).toEqual(
    messages.map((message) => expect.stringContaining(message)),
  );
});

test('an install script of a dependency is reported, and telemetry that is on', async () => {
  const dependencies = { '@scarf/scarf': '1.4.0' };
  const lockfile = JSON.parse(fixture.read('package-lock.json'));
  lockfile.packages.openapi.dependencies = dependencies;
  const locked = { version: '1.4.0', hasInstallScript: true };
  lockfile.packages['node_modules/@scarf/scarf'] = locked;
  fixture.json('package-lock.json', lockfile);
  const tarball = join(fixture.root, 'LICENSE');
  const sbomsOf = (change: object) =>
    makeSboms(
      fixture.root,
      [workspace({ dependencies, ...change })],
      [tarball],
    );
  const message =
    'openapi/package.json#/dependencies: @scarf/scarf@1.4.0 has an install script';
  expect(await sbomsOf({})).toMatchObject([{ diagnostics: [message] }]);
  expect(await sbomsOf({ scarfSettings: { enabled: false } })).toMatchObject([
    { diagnostics: [] },
  ]);
});

test.each<[string, string, string | undefined]>([
  ['dist/index.js', 'export {};', undefined],
  [
    'A.md',
    '[a](#a) [b](dist/index.js#b) [c](https://example.com) `[d](gone.md)`',
    undefined,
  ],
  ['dist/a.test.js', '', 'is for contributors, and must not be packed'],
  ['.turbo/log', '', 'is for contributors, and must not be packed'],
  [
    'dist/a.js',
    'import "/home/me/x.js";',
    'contains /home/me/, of this machine',
  ],
  [
    'dist/a.json',
    '"C:\\\\Users\\\\me\\\\x"',
    'contains C:\\Users\\me\\, of this machine',
  ],
  [
    'B.md',
    '[x](../y.md#x)',
    '../y.md#x is not in the package or the repository',
  ],
  ['C.md', '[x]: gone.md', 'gone.md is not in the package or the repository'],
])('the file %s with %j: %s', (path, text, message) => {
  fixture.write(`openapi/${path}`, text);
  const paths = [path, 'dist/index.js'];
  fixture.write('openapi/dist/index.js', 'export {};');
  const machine = ['/home/me/', 'C:\\Users\\me\\'];
  const found = contentDiagnostics('openapi', paths, fixture.root, machine);
  expect(found).toEqual(
    message === undefined ? [] : [`openapi/${path}: ${message}`],
  );
});

test.each([
  [`token npm_${'a'.repeat(30)}.`, 'token ***.'],
  ['//host/:_authToken=abc def', '//host/:_authToken=*** def'],
  ['Authorization: Bearer abc', 'Authorization: Bearer ***'],
  ['authorization: basic dXNlcjpwYXNz', 'authorization: basic ***'],
  ['https://me:pass@host/x', 'https://***@host/x'],
  ['it is hunter2hunter2, by ada-lovelace', 'it is ***, by ada-lovelace'],
])('%j is printed as %j', (text, printed) => {
  const environment = {
    NPM_TOKEN: 'hunter2hunter2',
    GIT_AUTHOR_NAME: 'ada-lovelace',
  };
  expect(redact(text, environment)).toBe(printed);
});

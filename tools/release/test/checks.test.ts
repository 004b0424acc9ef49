/** What must not be published, and what must not be printed. */
import { afterAll, expect, test } from 'vitest';
import {
  contentDiagnostics,
  dependencyDiagnostics,
  type Workspace,
} from '../packages.ts';
import { redact } from '../run.ts';
import { Fixture, manifestOf } from './fixture.ts';

const fixture = new Fixture();
afterAll(() => fixture.remove());
fixture.build(fixture.root);
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
    ['conformance is "*", must be "^0.1.0"'],
  ],
  [
    { dependencies: { leven: '^1.0.0' } },
    ['leven is "^1.0.0", must be "1.0.0"'],
  ],
  [
    {
      peerDependencies: { leven: '^1.0.0' },
      devDependencies: { leven: '1.1.0' },
    },
    ['leven is "^1.0.0", must be "^1.1.0"'],
  ],
])('a package with %j has the diagnostics %j', (change, messages) => {
  const found = dependencyDiagnostics(workspace(change));
  expect(found).toEqual(
    messages.map((message) => expect.stringContaining(message)),
  );
});

test('files that are missing in a package are reported', () => {
  const files = ['CHANGELOG.md', 'lib'];
  const found = contentDiagnostics(
    workspace({ files }),
    ['README.md', 'LICENSE'],
    fixture.root,
  );
  const advice = 'is missing. Restore it, or run npm run build';
  expect([...new Set(found)]).toEqual([
    `openapi/CHANGELOG.md: ${advice}`,
    `openapi/lib: ${advice}`,
  ]);
});

test.each<{ path: string; text: string; message?: string }>([
  {
    path: 'dist/index.js',
    text: 'export {};',
  },
  {
    path: 'A.md',
    text: '[a](#a) [b](dist/index.js#b) [c](https://example.com) `[d](gone.md)`',
  },
  {
    path: 'dist/a.test.js',
    text: '',
    message: 'is for contributors, and must not be packed',
  },
  {
    path: '.turbo/log',
    text: '',
    message: 'is for contributors, and must not be packed',
  },
  {
    path: 'dist/a.js',
    text: 'import "/home/me/x.js";',
    message: 'contains /home/me/, of this machine',
  },
  {
    path: 'B.md',
    text: '[x](https://github.com/agent-conversation/agent-conversation-api/blob/main/y.md#x)',
    message: 'y.md is not in the repository',
  },
  {
    path: 'C.md',
    text: '[x](https://github.com/agent-conversation/agent-conversation-api/tree/main/openapi)',
  },
])('the file $path with $text: $message', ({ path, text, message }) => {
  fixture.write(`openapi/${path}`, text);
  const paths = [path, 'dist/index.js', 'README.md', 'LICENSE', 'CHANGELOG.md'];
  fixture.write('openapi/dist/index.js', 'export {};');
  const machine = ['/home/me/'];
  const found = contentDiagnostics(workspace({}), paths, fixture.root, machine);
  expect(found).toEqual(
    message === undefined ? [] : [`openapi/${path}: ${message}`],
  );
});

test('the values of secret variables are not printed', () => {
  const environment = {
    NPM_TOKEN: 'hunter2hunter2',
    GIT_AUTHOR_NAME: 'ada-lovelace',
  };
  const text = 'it is hunter2hunter2, by ada-lovelace';
  expect(redact(text, environment)).toBe('it is [redacted], by ada-lovelace');
});

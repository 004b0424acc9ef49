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

const openapi: Workspace = { ...manifestOf('openapi'), folder: 'openapi' };

test.each([
  { name: '@agent-conversation/conformance', range: '^0.1.0' },
  {
    name: '@agent-conversation/conformance',
    range: '*',
    message: 'must be "^0.1.0", is "*"',
  },
  { name: 'leven', range: '1.0.0' },
  {
    name: 'leven',
    range: '^1.0.0',
    message: 'must be one exact version, is "^1.0.0"',
  },
])('the dependency $name@$range: $message', ({ name, range, message }) => {
  const dependencies = { [name]: range };
  const found = dependencyDiagnostics({ ...openapi, dependencies });
  expect(found).toEqual(
    message === undefined ? [] : [`openapi/package.json: ${name} ${message}`],
  );
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
  const paths = [path, 'README.md'];
  const machine = ['/home/me/'];
  const found = contentDiagnostics(openapi, paths, fixture.root, machine);
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

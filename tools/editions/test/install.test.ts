/** What an installation decides before it needs the network. */
import {
  chmodSync,
  mkdirSync,
  mkdtempDisposableSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  cacheFolder,
  findInstalled,
  listInstalled,
  prepareCache,
} from '../install/cache.ts';
import {
  installerEnvironment,
  uvEnvironment,
} from '../install/index-settings.ts';
import { constraintsOf } from '../install/lock.ts';
import { findPython } from '../install/python.ts';

let folder: ReturnType<typeof mkdtempDisposableSync>;
beforeEach(
  () => (folder = mkdtempDisposableSync(join(tmpdir(), 'install-test-'))),
);
afterEach(() => folder.remove());

/** Writes a program that behaves as `python --version` does. */
function addProgram(file: string, script: string): string {
  const path = join(folder.path, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o755);
  return path;
}

const python = (version: string) => `echo Python ${version}`;

/** Looks only where the test has put something. */
function find(chosen?: string) {
  const env = { PATH: join(folder.path, 'bin'), HOME: folder.path };
  return findPython(env, chosen);
}

test('prefers Python 3.12, for which every wheel is', async () => {
  addProgram('bin/python3.13', python('3.13.2'));
  addProgram('bin/python3.12', python('3.12.9'));
  expect(await find()).toEqual({ program: 'python3.12', version: '3.12.9' });
});

test('takes Python 3.13 where there is no 3.12', async () => {
  addProgram('bin/python3.13', python('3.13.2'));
  addProgram('bin/python3', python('3.11.7'));
  expect(await find()).toEqual({ program: 'python3.13', version: '3.13.2' });
});

test('passes over a placeholder that does not run, and finds the newest of pyenv', async () => {
  addProgram(
    'bin/python3.12',
    'echo "pyenv: python3.12: command not found" >&2; exit 127',
  );
  addProgram('.pyenv/versions/3.12.1/bin/python3', python('3.12.1'));
  const newest = addProgram(
    '.pyenv/versions/3.12.10/bin/python3',
    python('3.12.10'),
  );
  expect(await find()).toEqual({ program: newest, version: '3.12.10' });
});

test('finds a python3 without a version in its name', async () => {
  addProgram('bin/python3', python('3.13.0'));
  expect(await find()).toEqual({ program: 'python3', version: '3.13.0' });
});

test('says what to install where no Python fits', async () => {
  addProgram('bin/python3', python('3.11.7'));
  await expect(find()).rejects.toThrow(
    /^No Python 3\.12 or 3\.13 was found\. Install one \(/,
  );
});

test('says what is wrong with the Python that was named', async () => {
  const old = addProgram('old', python('3.9.1'));
  await expect(find(old)).rejects.toThrow(
    `${old} is Python 3.9.1: name a Python 3.12 or 3.13`,
  );
  await expect(find('/no/python')).rejects.toThrow('/no/python is no Python');
});

test('reads constraints out of a lock file, except for packages with several versions', () => {
  const lock = `# Comment

[[package]]
name = "zope"
version = "2.0"
groups = ["main"]

[package.dependencies]
version = ">=1"

[[package]]
name = "numpy"
version = "1.26"

[[package]]
name = "numpy"
version = "2.1"

[[package]]
name = "anyio"
version = "4.9.0"

[metadata]
version = "x"
`;
  expect(constraintsOf(lock)).toEqual(['anyio==4.9.0', 'zope==2.0']);
});

test('hands the settings of pip to uv; the environment of uv stands', () => {
  const settings = `global.cert='/etc/ca.crt'
global.index-url='https://index.example/simple'
:env:.find-links='/opt/wheels'
:env:.index-url='https://other.example/simple'
:env:.no-input='1'`;
  const env = { SSL_CERT_FILE: '/own/ca.crt', PATH: '/bin' };
  expect(uvEnvironment(env, settings)).toEqual({
    UV_NATIVE_TLS: '1',
    UV_NO_PROGRESS: '1',
    UV_DEFAULT_INDEX: 'https://other.example/simple',
    UV_FIND_LINKS: '/opt/wheels',
    SSL_CERT_FILE: '/own/ca.crt',
    PATH: '/bin',
  });
});

test('installers get their own variables only', () => {
  const env = {
    PATH: '/bin',
    HTTPS_PROXY: 'http://proxy',
    PIP_INDEX_URL: 'https://index.example',
    GITHUB_TOKEN: 'secret',
    AWS_SECRET_ACCESS_KEY: 'secret',
    EMPTY: undefined,
  };
  const names = Object.keys(installerEnvironment(env));
  expect(names).toEqual(
    expect.arrayContaining(['PATH', 'HTTPS_PROXY', 'PIP_INDEX_URL']),
  );
  expect(JSON.stringify(installerEnvironment(env))).not.toContain('secret');
});

test('the folder of editions can be named', () => {
  const cache = join(folder.path, 'named');
  expect(cacheFolder(cache, {})).toBe(cache);
  expect(
    cacheFolder(undefined, { AGENT_CONVERSATION_EDITIONS_CACHE: cache }),
  ).toBe(cache);
  expect(cacheFolder(undefined, {})).toMatch(/agent-conversation-editions$/);
});

test('an edition is installed if its Python runs, and not while it is made', () => {
  const cache = folder.path;
  for (const name of ['1.11.0', '0.62.0', '.new-a'])
    addProgram(`${name}/venv/bin/python`, 'true');
  mkdirSync(join(cache, '1.7.0'));
  expect(listInstalled(cache).map(({ version }) => version)).toEqual([
    '0.62.0',
    '1.11.0',
  ]);
  expect(findInstalled(cache, '1.7.0')).toBeUndefined();
});

test('too little room is reported before anything is downloaded', () => {
  const needed = 2 ** 60;
  expect(() => prepareCache(folder.path, needed)).toThrow(
    /has [\d.]+ GiB of free space, an edition needs .* --cache FOLDER/,
  );
});

test('a folder that cannot be made is reported with what to do', () => {
  writeFileSync(join(folder.path, 'file'), '');
  expect(() => prepareCache(join(folder.path, 'file/cache'), 1)).toThrow(
    /--cache FOLDER/,
  );
});

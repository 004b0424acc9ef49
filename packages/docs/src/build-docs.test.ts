import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { buildDocs } from './build-docs.ts';

const bundle = new URL(import.meta.resolve('@agent-conversation/openapi/openapi.json'));
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'docs-test-'));
});
afterEach(() => rm(folder, { recursive: true }));

function directory(name: string): URL {
  return pathToFileURL(join(folder, name, '/'));
}

test('two builds give the same bytes', async () => {
  await buildDocs(bundle, directory('one'));
  await buildDocs(bundle, directory('two'));
  const names = ['index.html', 'openapi.json', 'openapi.yaml'];
  expect(await readdir(directory('one'))).toEqual(names);
  for (const name of names) {
    const [one, two] = await Promise.all(
      ['one', 'two'].map((build) => readFile(new URL(name, directory(build)))),
    );
    expect(one?.equals(two ?? Buffer.of()), name).toBe(true);
  }
});

test('the page tells which contract it was made from, and tells each meaning once', async () => {
  await buildDocs(bundle, directory('docs'));
  const page = await readFile(new URL('index.html', directory('docs')), 'utf8');
  const hash = createHash('sha256')
    .update(await readFile(bundle))
    .digest('hex');
  expect(page).toContain(`<meta name="openapi-sha256" content="${hash}">`);
  expect(page).toContain('@license');
  expect(page.match(/The environment is being brought up\./g)).toHaveLength(1);
});

test('a missing bundle is named, with what to do', async () => {
  await expect(
    buildDocs(new URL('openapi.json', directory('none')), directory('docs')),
  ).rejects.toThrow(/openapi\.json is missing\. Run `npm run build` to make it\.$/);
  expect(await readdir(folder)).toEqual([]);
});

test('what build-docs complains of is shown, and nothing is written', async () => {
  const broken = new URL('openapi.json', pathToFileURL(join(folder, '/')));
  await writeFile(broken, JSON.stringify({ info: {}, servers: [] }));
  await writeFile(new URL('openapi.yaml', broken), '');
  await expect(buildDocs(broken, directory('docs'))).rejects.toThrow(
    /^redocly build-docs has failed:\n[^]*Unsupported specification/,
  );
  expect(await readdir(folder)).toEqual(['openapi.json', 'openapi.yaml']);
});

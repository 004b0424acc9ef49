import { createHash } from 'node:crypto';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildDocs, type BuildOptions } from './build-docs.ts';
import { bundle, sources } from './testing.ts';

let folder: URL;
const address = 'https://docs.example/api/';

beforeAll(async () => {
  folder = pathToFileURL(join(await mkdtemp(join(tmpdir(), 'docs-test-')), '/'));
  await build('one');
});
afterAll(() => rm(folder, { recursive: true }));

function build(name: string, changed: Partial<BuildOptions> = {}): Promise<void> {
  const directory = new URL(`${name}/`, folder);
  return buildDocs({ contract: bundle, sources, address, directory, ...changed });
}

async function filesOf(name: string): Promise<Map<string, string>> {
  const directory = new URL(`${name}/`, folder);
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((it) => join(it.parentPath, it.name));
  const files = paths.map(async (path) => {
    const text = await readFile(path, 'utf8');
    return [pathToFileURL(path).href.slice(directory.href.length), text] as const;
  });
  return new Map(await Promise.all(files));
}

/** The names of the files, with what tells their contents apart. */
async function digestsOf(name: string): Promise<string[]> {
  const digest = (text: string) => createHash('sha256').update(text).digest('hex');
  return [...(await filesOf(name))].map(([path, text]) => `${path} ${digest(text)}`).toSorted();
}

/** The sources of the contract with one file changed. */
async function changedSources(file: string, change: (text: string) => string): Promise<URL> {
  const copy = new URL('sources/', folder);
  await rm(copy, { recursive: true, force: true });
  await cp(sources, copy, {
    recursive: true,
    filter: (path) => !/node_modules|\.turbo/.test(path),
  });
  const path = new URL(file, copy);
  await writeFile(path, change(await readFile(path, 'utf8')));
  return copy;
}

test('two builds give the same bytes', async () => {
  await build('two');
  expect(await digestsOf('two')).toEqual(await digestsOf('one'));
});

test('every page has Markdown beside it, and tells which contract it was made from', async () => {
  const files = await filesOf('one');
  const hash = createHash('sha256')
    .update(await readFile(bundle))
    .digest('hex');
  const pages = [...files.keys()].filter((name) => name.endsWith('.html'));
  expect(pages.length).toBeGreaterThan(25);
  for (const page of pages) {
    expect(files.get(page), page).toContain(`<meta name="openapi-sha256" content="${hash}">`);
    if (page === 'reference.html') continue;
    expect(files.get(page.replace('.html', '.md')), page).toMatch(/^# .+\n/);
    expect(files.get('sitemap.xml')).toContain(`<loc>${address}${page}</loc>`);
  }
});

test('the pages show what Redoc renders', async () => {
  const files = await filesOf('one');
  const page = files.get('operations/pauseSandbox.html');
  expect(page).toContain('<li class="member" id="pauseSandbox.path.sandbox_id">');
  expect(page).toContain('<li class="member" id="pauseSandbox.200.success">');
  expect(files.get('reference.html')).toContain('id="pauseSandbox.200.success"');
});

test('the file with everything refers to no other file', async () => {
  const text = (await filesOf('one')).get('reference.html')!;
  const addresses = [...text.matchAll(/ (?:href|src)="([^"#][^"]*)"/g)].map(([, link]) => link!);
  expect(addresses.filter((link) => !/^(https?|data):/.test(link))).toEqual([]);
});

test('what was there before is gone', async () => {
  const directory = new URL('again/', folder);
  await build('again');
  await writeFile(new URL('operations/deletedOperation.html', directory), '');
  await build('again');
  expect(await digestsOf('again')).toEqual(await digestsOf('one'));
});

test.each([
  [
    'a decision',
    'decisions.md',
    (text: string) => text.replace('## D07 ·', '## D7 ·'),
    'decisions.md:',
  ],
  [
    'the changelog',
    'changelog.yaml',
    (text: string) => text.replace('pauseSandbox', 'stopSandbox'),
    'changelog.yaml:',
  ],
])(
  'a mistake in %s is told with its place, and nothing changes',
  async (_, file, change, place) => {
    const before = await digestsOf('one');
    const wrong = await changedSources(file, change);
    await expect(build('one', { sources: wrong })).rejects.toThrow(place);
    expect(await digestsOf('one')).toEqual(before);
  },
);

test('a missing bundle is named, with what to do', async () => {
  const contract = new URL('missing/openapi.json', folder);
  await expect(build('none', { contract })).rejects.toThrow(
    /openapi\.json is missing\. Run `npm run build` to make it\.$/,
  );
  expect(await readdir(folder)).not.toContain('none');
});

test('a sample that was not recorded is named, with what to do', async () => {
  const file = 'samples/pauseSandbox/success.sh.out';
  const changed = await changedSources(file, (text) => text);
  await rm(new URL(file, changed));
  await expect(build('none', { sources: changed })).rejects.toThrow(
    /pauseSandbox.success\.sh\.out is missing\. Programs are written by hand; run `npm run record` /,
  );
  expect(await readdir(folder)).not.toContain('none');
});

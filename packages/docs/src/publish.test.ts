import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { BuildError } from './build-error.ts';
import { publish } from './publish.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'publish-test-'));
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(root, { recursive: true });
});

const site = new Map([
  ['openapi.json', '{}'],
  ['sitemap.xml', '<urlset/>'],
  ['guides/start.html', 'A start.'],
]);

const publishIn = (name: string) =>
  publish(site, pathToFileURL(`${join(root, name)}/`));
const contents = () => readdirSync(root, { recursive: true }).toSorted();

function write(name: string, text = ''): void {
  const file = join(root, name);
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, text);
}

test('writes a site into a new folder, an empty one, and over a former site', async () => {
  const expected = [
    'openapi.json',
    'sitemap.xml',
    'guides',
    'guides/start.html',
  ].toSorted();
  await publishIn('new/site');
  expect(
    readdirSync(join(root, 'new/site'), { recursive: true }).toSorted(),
  ).toEqual(expected);
  write('new/site/former.html');
  await publishIn('new/site');
  expect(
    readdirSync(join(root, 'new/site'), { recursive: true }).toSorted(),
  ).toEqual(expected);
  mkdirSync(join(root, 'empty'));
  await publishIn('empty');
  expect(
    readdirSync(join(root, 'empty'), { recursive: true }).toSorted(),
  ).toEqual(expected);
  expect(readdirSync(root).toSorted()).toEqual(['empty', 'new']);
});

test('writes to where a link leads, and keeps the link', async () => {
  mkdirSync(join(root, 'target'));
  symlinkSync('target', join(root, 'link'));
  await publishIn('link');
  expect(lstatSync(join(root, 'link')).isSymbolicLink()).toBe(true);
  expect(readFileSync(join(root, 'target/guides/start.html'), 'utf8')).toBe(
    'A start.',
  );
});

test.each([
  { name: 'a file', file: 'site', message: 'cannot be written: ENOTDIR' },
  {
    name: 'a folder of other files',
    file: 'site/thesis.md',
    message: 'holds other files',
  },
  {
    name: 'a folder in a file',
    file: '.',
    output: 'a/site',
    message: 'cannot be written: ENOTDIR',
  },
  {
    name: 'a link that leads nowhere',
    link: 'site',
    message: 'cannot be written: ENOTDIR',
  },
])(
  'rejects $name, and changes nothing',
  async ({ file, link, output = 'site', message }) => {
    if (file !== undefined) write(file === '.' ? 'a' : file, 'Kept.');
    if (link !== undefined) symlinkSync('nowhere', join(root, link));
    const before = contents();
    const result = publishIn(output);
    await expect(result).rejects.toThrow(BuildError);
    await expect(result).rejects.toThrow(message);
    expect(contents()).toEqual(before);
  },
);

test('rejects a site in a repository of its own', async () => {
  await publishIn('site');
  write('site/.git/HEAD');
  await expect(publishIn('site')).rejects.toThrow(
    'holds other files than a site',
  );
  expect(existsSync(join(root, 'site/.git/HEAD'))).toBe(true);
});

test('rejects the current folder and the root of the file system', async () => {
  vi.spyOn(process, 'cwd').mockReturnValue(root);
  await expect(publish(site, pathToFileURL(`${root}/`))).rejects.toThrow(
    'is the current folder',
  );
  await expect(publish(site, pathToFileURL('/'))).rejects.toThrow(
    '/ holds other files',
  );
  expect(contents()).toEqual([]);
});

/** Files that are interrupted after the first of them is written. */
class InterruptedFiles extends Map<string, string> {
  readonly #interrupt: () => void;

  constructor(files: ReadonlyMap<string, string>, interrupt: () => void) {
    super(files);
    this.#interrupt = interrupt;
  }

  override *[Symbol.iterator](): MapIterator<[string, string]> {
    for (const entry of super.entries()) {
      yield entry;
      this.#interrupt();
    }
    return undefined;
  }
}

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  '%s leaves nothing behind, and ends the process',
  async (signal) => {
    await publishIn('site');
    const before = contents();
    const kill = vi.spyOn(process, 'kill').mockReturnValue(true);
    const others = process.listeners(signal);
    const files = new InterruptedFiles(site, () => {
      expect(contents().length).toBeGreaterThan(before.length);
      const [stop] = process
        .listeners(signal)
        .filter((listener) => !others.includes(listener));
      stop!(signal);
      expect(contents()).toEqual(before);
      throw new Error('interrupted');
    });
    const result = publish(files, pathToFileURL(join(root, 'site')));
    await expect(result).rejects.toThrow('interrupted');
    expect(kill).toHaveBeenCalledWith(process.pid, signal);
    expect(contents()).toEqual(before);
    expect(process.listeners(signal)).toEqual(others);
  },
);

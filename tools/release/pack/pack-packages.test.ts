import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { JsonStrictValidator } from '@cyclonedx/cyclonedx-library/Validation';
import { Version } from '@cyclonedx/cyclonedx-library/Spec';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PackError, type Packed, packPackages } from './index.ts';

const repository = fileURLToPath(new URL('../../../', import.meta.url));
const names = ['client', 'conformance', 'mock', 'openapi', 'types', 'validators'];
let folder: string;
let packed: readonly Packed[];
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'packed-'));
  packed = await packPackages(join(folder, 'tarballs'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const of = (name: string) => packed.find((it) => it.name === `@agent-conversation/${name}`)!;

test('every package is packed, and nothing else is left in the folder', () => {
  const files = names.flatMap((name) =>
    ['.cdx.json', '.tgz'].map((end) => `agent-conversation-${name}-${of(name).version}${end}`),
  );
  expect(readdirSync(join(folder, 'tarballs')).toSorted()).toEqual(files.toSorted());
  expect(
    packed
      .flatMap(({ file, sbom }) => [file, sbom])
      .map((it) => basename(it))
      .toSorted(),
  ).toEqual(files.toSorted());
});

describe.each(names)('the tarball of %s', (name) => {
  test('is as it is told', () => {
    const { file, sha512, bytes } = of(name);
    const hash = createHash('sha512').update(readFileSync(file)).digest('base64');
    expect({ sha512, bytes }).toEqual({ sha512: `sha512-${hash}`, bytes: statSync(file).size });
  });

  test('has its texts, and no more than one MiB', () => {
    const { files, unpackedBytes } = of(name);
    expect(files).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'package.json']));
    expect(unpackedBytes).toBeLessThan(2 ** 20);
  });

  test('has a bill of materials that the schema of CycloneDX takes', async () => {
    const text = readFileSync(of(name).sbom, 'utf8');
    expect(await new JsonStrictValidator(Version.v1dot6).validate(text)).toBeNull();
    expect(text).not.toMatch(/serialNumber|timestamp/);
  });

  test('is named, with its hash, licence and source, by its bill of materials', () => {
    const { version, sha512, sbom } = of(name);
    const { metadata } = JSON.parse(readFileSync(sbom, 'utf8')) as { metadata: object };
    const repo = 'git+https://github.com/agent-conversation/agent-conversation-api.git';
    expect(metadata).toMatchObject({
      component: {
        group: '@agent-conversation',
        name,
        version,
        purl: `pkg:npm/%40agent-conversation/${name}@${version}`,
        hashes: [
          {
            alg: 'SHA-512',
            content: Buffer.from(sha512.slice('sha512-'.length), 'base64').toString('hex'),
          },
        ],
        licenses: [{ license: { id: 'MIT' } }],
        externalReferences: [
          { type: 'vcs', url: `${repo}#${name === 'openapi' ? name : `packages/${name}`}` },
        ],
      },
    });
  });
});

test('nothing is packed where a package is not built', async () => {
  const root = join(folder, 'root');
  for (const file of [
    'LICENSE',
    'package-lock.json',
    'openapi/package.json',
    'openapi/LICENSE',
    'openapi/README.md',
  ]) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    cpSync(join(repository, file), join(root, file));
  }
  const into = join(folder, 'none');
  await expect(packPackages(into, root)).rejects.toThrow(
    new PackError(['openapi/dist: not built, or not to the end. Run `npm run build`.']),
  );
  expect(existsSync(into)).toBe(false);
});

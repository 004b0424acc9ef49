/**
 * The packages with nothing but their READMEs: each is installed into an empty project with what its README asks
 * for, and every block of code in it is carried out, from top to bottom.
 */
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { isLeftOut } from '@agent-conversation/testing/left-out';
import { type RunningMock, startMock } from './mock.ts';
import { installPacked } from './install.ts';
import { run } from './run.ts';
import { installedBy, Reader, readReadme } from './readmes/readme.ts';

let service: RunningMock;
beforeAll(async () => {
  service = await startMock();
});
afterAll(() => service.stop());

/** A package, and those of ours that it depends on: all of them come from tarballs. */
function withDependencies(name: string): readonly string[] {
  const manifest = join(
    inject('installed'),
    'node_modules',
    name,
    'package.json',
  );
  const { dependencies = {} } = JSON.parse(readFileSync(manifest, 'utf8')) as {
    readonly dependencies?: Readonly<Record<string, string>>;
  };
  const ours = Object.keys(dependencies).filter((dependency) =>
    dependency.startsWith('@agent-conversation/'),
  );
  return [...new Set([name, ...ours.flatMap(withDependencies)])];
}

describe.each(Object.keys(inject('tarballs')))('%s', (name) => {
  const readme = readFileSync(
    join(inject('installed'), 'node_modules', name, 'README.md'),
    'utf8',
  );
  const blocks = readReadme(readme);
  let project: string;
  let reader: Reader;
  beforeAll(async () => {
    project = await installPacked(
      inject('workspace'),
      inject('tarballs'),
      installedBy(blocks),
    );
    reader = await Reader.in(project, service.url);
  });
  afterAll(() => reader.leave());

  test('says first how it is installed', () => {
    expect(blocks[0]).toMatchObject({ language: 'sh' });
    expect(installedBy(blocks.slice(0, 1)).toSorted()).toEqual(
      withDependencies(name).toSorted(),
    );
  });

  test('is installed by that command', async () => {
    const empty = mkdtempSync(join(inject('workspace'), 'empty-'));
    const options = {
      npm_config_prefer_offline: 'true',
      npm_config_audit: 'false',
    };
    const [install] = /^npm install .*/m.exec(blocks[0]!.code)!;
    const ended = await run('bash', ['-ec', install], {
      cwd: empty,
      env: options,
    });
    expect(ended).toMatchObject({ code: 0 });
    const installed = readdirSync(
      join(empty, 'node_modules/@agent-conversation'),
    );
    const names = withDependencies(name).map((one) =>
      one.replace('@agent-conversation/', ''),
    );
    expect(installed).toEqual(names.toSorted());
  });

  test('has no block of code that is passed over', () => {
    const fences = readme
      .split('\n')
      .filter((line) => /^\s*(```|~~~)/.test(line));
    expect(blocks.length * 2).toBe(fences.length);
    expect(blocks.some(({ language }) => language === 'ts')).toBe(true);
  });

  test.each([
    [
      '5.4',
      {
        lib: ['es2022', 'esnext.disposable', 'dom', 'dom.iterable'],
        types: ['node'],
      },
    ],
    ['7.0', { lib: ['es2023'], types: ['node'] }],
  ] as const)('compiles with TypeScript %s', async (compiler, options) => {
    expect(await reader.compile(blocks, compiler, options)).toBe('');
  });

  test.for(blocks)(
    'works in line $line ($language)',
    async (block, { skip }) => {
      skip(/\bcurl /.test(block.code) && isLeftOut('curl'), 'there is no curl');
      await expect(reader.take(block)).resolves.toBeUndefined();
    },
  );
});

/** What the projects of the tests were given. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';

test.each([
  { installed: 'withClient', names: ['client', 'types', 'validators'] },
  {
    installed: 'withAll',
    names: ['client', 'conformance', 'mock', 'openapi', 'types', 'validators'],
  },
] as const)('$installed has our packages once, and from their tarballs', ({ installed, names }) => {
  const lockfile = readFileSync(join(inject(installed), 'package-lock.json'), 'utf8');
  const { packages } = JSON.parse(lockfile) as {
    readonly packages: Readonly<Record<string, { readonly resolved?: string }>>;
  };
  const ours = Object.entries(packages).flatMap(([path, { resolved }]) => {
    const name = /(.*)node_modules\/@agent-conversation\/([^/]+)$/.exec(path);
    return name ? [{ within: name[1], name: name[2], resolved }] : [];
  });
  const fromTarball = (name: string) =>
    expect.stringMatching(new RegExp(`^file:.+/agent-conversation-${name}-[\\d.]+\\.tgz$`));
  expect(ours).toEqual(
    names.map((name) => ({ within: '', name, resolved: fromTarball(name) as string })),
  );
});

test('the bills of materials name what was installed, and nothing else', () => {
  const lockfile = join(inject('withAll'), 'node_modules/.package-lock.json');
  const { packages } = JSON.parse(readFileSync(lockfile, 'utf8')) as {
    readonly packages: Readonly<Record<string, { readonly version: string }>>;
  };
  const installed = Object.entries(packages).map(
    ([path, { version }]) =>
      `pkg:npm/${path.split('node_modules/').at(-1)!.replace('@', '%40')}@${version}`,
  );
  const named = Object.values(inject('tarballs')).flatMap((tarball) => {
    const text = readFileSync(tarball.replace(/\.tgz$/, '.cdx.json'), 'utf8');
    const { metadata, components = [] } = JSON.parse(text) as {
      readonly metadata: { readonly component: { readonly purl: string } };
      readonly components?: readonly { readonly purl: string }[];
    };
    return [metadata.component, ...components].map(({ purl }) => purl);
  });
  expect(new Set(named)).toEqual(new Set(installed));
});

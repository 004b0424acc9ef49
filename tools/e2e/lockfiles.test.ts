/** What is installed on demand is pinned, and is the same from every registry. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

interface Lockfile {
  readonly packages: Readonly<
    Record<string, Manifest & { readonly version?: string; readonly resolved?: string }>
  >;
}

describe.each(['runtimes', 'compilers', 'bundlers'])('the lockfile of the %s', (folder) => {
  const read = (file: string): unknown =>
    JSON.parse(readFileSync(join(import.meta.dirname, folder, file), 'utf8'));
  const wanted = dependenciesOf(read('package.json') as Manifest);
  const { packages } = read('package-lock.json') as Lockfile;

  test.each(Object.entries(wanted))('has %s as the manifest pins it, %s', (name, spec) => {
    const [, version] = /^(?:npm:.+@)?(\d+\.\d+\.\d+)$/.exec(spec) ?? [];
    expect(packages[`node_modules/${name}`]?.version).toBe(version);
  });

  test('was made from the manifest, and names no registry', () => {
    expect(dependenciesOf(packages['']!)).toEqual(wanted);
    expect(Object.values(packages).filter(({ resolved }) => resolved)).toEqual([]);
  });
});

function dependenciesOf({ dependencies, optionalDependencies }: Manifest): Record<string, string> {
  return { ...dependencies, ...optionalDependencies };
}

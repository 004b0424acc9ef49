/** What is installed on demand is pinned, and is the same from every registry. */
import { readFileSync } from 'node:fs';
import { versionOnDemand } from '@agent-conversation/on-demand';
import { describe, expect, test } from 'vitest';
import { instrumentsFolder } from './instruments.ts';
import { peersFolder } from './peers.ts';

describe.each([peersFolder, instrumentsFolder])('the lockfile in %s', (folder) => {
  const read = (file: string) => JSON.parse(readFileSync(`${folder}${file}`, 'utf8'));
  const { dependencies } = read('package.json') as { dependencies: Record<string, string> };

  test.each(Object.entries(dependencies))('has %s in %s as well', (name, version) => {
    expect(version).toMatch(/^\d+\.\d+\.\d+$/);
    expect(versionOnDemand(folder, name)).toBe(version);
  });

  test('was made from the manifest, and names no registry', () => {
    const { packages } = read('package-lock.json') as {
      packages: Record<string, { dependencies?: Record<string, string>; resolved?: string }>;
    };
    expect(packages['']?.dependencies).toEqual(dependencies);
    expect(Object.values(packages).filter(({ resolved }) => resolved)).toEqual([]);
  });
});

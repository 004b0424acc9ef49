import { readFileSync } from 'node:fs';
import { versionOnDemand } from '@agent-conversation/on-demand';
import { expect, test } from 'vitest';
import { peersFolder } from './peers.ts';

const read = (file: string) => JSON.parse(readFileSync(`${peersFolder}${file}`, 'utf8'));
const { dependencies } = read('package.json') as { dependencies: Record<string, string> };

test.each(Object.entries(dependencies))('%s is %s in the lockfile as well', (name, version) => {
  expect(version).toMatch(/^\d+\.\d+\.\d+$/);
  expect(versionOnDemand(peersFolder, name)).toBe(version);
});

test('the lockfile was made from the manifest, and names no registry', () => {
  const { packages } = read('package-lock.json') as {
    packages: Record<string, { dependencies?: Record<string, string>; resolved?: string }>;
  };
  expect(packages['']?.dependencies).toEqual(dependencies);
  expect(Object.values(packages).filter(({ resolved }) => resolved)).toEqual([]);
});

import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { contract } from '../src/contract.ts';
import { untoldChanges } from './support/release.ts';
import { termsOf } from './support/terms.ts';

const folder = new URL('../released/', import.meta.url);
const changelog = new URL('../../../openapi/changelog.yaml', import.meta.url);
const { releases } = parse(readFileSync(changelog, 'utf8')) as {
  readonly releases: readonly { readonly version: string; readonly operations?: object }[];
};
const versions = releases.map(({ version }) => version);
const written = globSync('*.txt', { cwd: folder }).map((file) => file.slice(0, -'.txt'.length));
const last = versions.findIndex((version) => written.includes(version));

test('the terms of every release are written down, save for the one that is to come', () => {
  const missing = versions.filter((version) => !written.includes(version));
  expect(
    missing.filter((version, i) => i > 0 || version !== contract.info.version),
    'packages/conformance/released/',
  ).toEqual([]);
  expect(
    written.filter((version) => !versions.includes(version)),
    'openapi/changelog.yaml',
  ).toEqual([]);
  expect(last, 'packages/conformance/released/').not.toBe(-1);
});

test('what has changed since the last release has a version and an entry in the changelog', () => {
  const version = versions[last]!;
  const terms = readFileSync(new URL(`${version}.txt`, folder), 'utf8')
    .split('\n')
    .filter(Boolean);
  const current = { version: contract.info.version, terms: termsOf(contract) };
  const told = new Set(
    releases.slice(0, last).flatMap(({ operations = {} }) => Object.keys(operations)),
  );
  expect(untoldChanges({ version, terms }, current, told)).toEqual([]);
});

import { expect, test } from 'vitest';
import { judgeVersions } from './judge-versions.ts';

const placed = (file: string, version: string) => ({ version, place: { file, line: 4 } });
const current = placed('openapi/openapi.yaml', '0.1.0');
const published = (lamp: string) =>
  new Map([
    ['bulb', placed('packages/bulb/package.json', '0.1.0')],
    ['lamp', placed('packages/lamp/package.json', lamp)],
  ]);
const fixed = [['lamp', 'bulb']];

test.each<readonly [string, Parameters<typeof judgeVersions>, (readonly [string, string])[]]>([
  ['all are one', ['0.1.0', current, published('0.1.0'), fixed], []],
  [
    'the contract is held against an older one',
    [undefined, current, published('0.1.0'), fixed],
    [],
  ],
  [
    'the contract was raised by hand',
    ['0.1.0', placed('openapi/openapi.yaml', '0.2.0'), published('0.1.0'), fixed],
    [['openapi/openapi.yaml:4', 'info.version is 0.2.0, and the last release is 0.1.0.']],
  ],
  [
    'a package was raised by hand',
    ['0.1.0', current, published('0.1.1'), fixed],
    [['packages/lamp/package.json:4', 'lamp has the version 0.1.1, and the contract 0.1.0.']],
  ],
  [
    'a package is released for itself',
    ['0.1.0', current, published('0.1.0'), [['bulb']]],
    [['.changeset/config.json:1', 'all packages that are published: bulb, lamp']],
  ],
])('%s', (_, given, want) => {
  expect(
    judgeVersions(...given).map(({ place, message }) => [`${place.file}:${place.line}`, message]),
  ).toEqual(want.map(([place, words]) => [place, expect.stringContaining(words)]));
});

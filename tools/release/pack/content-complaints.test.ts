import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { contentComplaints } from './content-complaints.ts';

let stage: string;
beforeEach(() => {
  stage = mkdtempSync(join(tmpdir(), 'content-'));
});
afterEach(() => rmSync(stage, { recursive: true }));

/** What is said of a package with some files, by their paths. */
function complaintsOf(files: Readonly<Record<string, string>>): readonly string[] {
  for (const [path, text] of Object.entries(files)) {
    const file = join(stage, 'packages/x', path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  const machine = ['/home/me/project', 'C:\\Users\\me\\'];
  return contentComplaints({ folder: 'packages/x' }, Object.keys(files), {
    stage,
    root: join(stage, 'packages'),
    machine,
  });
}

const map = (sources: object) => JSON.stringify({ version: 3, ...sources });

test.each([
  { is: 'plain files', files: { 'dist/index.js': 'export {};', 'README.md': '# Latest' } },
  {
    is: 'a map with its sources',
    files: {
      'dist/a.js': 'x;\n//# sourceMappingURL=a.js.map\n',
      'dist/a.js.map': map({ sources: ['../src/a.ts'], sourcesContent: ['x'] }),
    },
  },
  {
    is: 'a map whose sources are in the package',
    files: { 'dist/a.js.map': map({ sources: ['../src/a.ts'] }), 'src/a.ts': 'x' },
  },
  { is: 'a map in the file', files: { 'a.js': '//# sourceMappingURL=data:application/json,{}\n' } },
  {
    is: 'links within the text, within the package, and to elsewhere',
    files: {
      'README.md':
        '[a](#a) [b](docs/API.md#b) [c](https://example.com) [r](https://github.com/agent-conversation/agent-conversation-api/blob/main/x/README.md#a) `[d](gone.md)`',
      'docs/API.md': '[up](../README.md)',
    },
  },
])('$is may be packed', ({ files }) => {
  expect(complaintsOf(files)).toEqual([]);
});

test.each([
  { path: 'dist/index.test.js', text: '', says: 'is for contributors, and must not be packed' },
  { path: 'test/walk.js', text: '', says: 'is for contributors, and must not be packed' },
  { path: 'dist/testing/ask.js', text: '', says: 'is for contributors, and must not be packed' },
  { path: 'dist/enums.proof.js', text: '', says: 'is for contributors, and must not be packed' },
  { path: '.seal.json', text: '{}', says: 'is for contributors, and must not be packed' },
  {
    path: 'dist/a.js',
    text: 'import "/home/me/project/x.js";',
    says: 'has the path /home/me/project of this machine',
  },
  {
    path: 'dist/a.json',
    text: JSON.stringify({ at: 'C:\\Users\\me\\x' }),
    says: 'has the path C:\\Users\\me\\ of this machine',
  },
  {
    path: 'dist/b.js',
    text: 'x;\n//# sourceMappingURL=b.js.map\n',
    says: 'its map b.js.map is not in the package',
  },
  {
    path: 'dist/b.js.map',
    text: map({ sources: ['../src/b.ts'], sourcesContent: [null] }),
    says: '../src/b.ts is not in the package',
  },
  {
    path: 'README.md',
    text: '[more](../y/README.md#more)',
    says: 'the link ../y/README.md#more leads out of the package. Write the whole address',
  },
  {
    path: 'API.md',
    text: '![y](https://github.com/agent-conversation/agent-conversation-api/tree/main/y)',
    says: 'the link https://github.com/agent-conversation/agent-conversation-api/tree/main/y leads to nothing',
  },
])('$path is refused: it $says', ({ path, text, says }) => {
  expect(complaintsOf({ [path]: text })).toEqual([`packages/x/${path}: ${says}`]);
});

import { execFileSync } from 'node:child_process';
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { runCommand } from '@agent-conversation/cli';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renameCommand } from './rename.ts';

const folder = mkdtempSync(join(tmpdir(), 'rename-'));
const pristine = join(folder, 'pristine');
const root = join(folder, 'root');

const files: Readonly<Record<string, string>> = {
  'openapi/workflows/park.arazzo.yaml': '- operationId: parkBoat\n',
  'openapi/workflows/parks.txt':
    'parkBoats, unparkBoat, parkBoat$, parkBoat.\n',
  'openapi/samples/parkBoat/success.ts': "await client.boats.park('boat/7');\n",
  'openapi/samples/parkBoat/success.ts.out': 'parked\n',
  'openapi/evidence/old/parkBoat.yaml': 'parkBoat:   {}\n',
  'openapi/released/openapi.yaml': '      operationId: parkBoat\n',
  'packages/client/README.md':
    '| Method | Operation |\n| --- | --- |\n| `client.boats.park` | `parkBoat` |\n\n`ParkBoatResult`\n',
  'packages/client/CHANGELOG.md': '`parkBoat`\n',
  'packages/client/API.md': '[`parkBoat`](#parkboat)\n',
  'packages/client/src/extra.ts':
    "export const path = 'add-park-boat';\nother.park();\nboats.park();\ncalls({ park: 1 }, 'park');\n",
  'packages/docs/released-anchors.txt': [
    'index.html#parkBoat',
    'operations/parkBoat.html#parkBoat',
    'operations/parkBoat.html#parkBoat.200',
    'operations/parkBoats.html#parkBoats',
    'reference.html#parkBoat',
    '',
  ].join('\n'),
  'packages/docs/moved-anchors.txt':
    'index.html#boats #ships\noperations/stopBoat.html#stopBoat operations/parkBoat.html#parkBoat\n',
  '.prettierignore': 'openapi/evidence/\n',
};

const write = (file: string, text: string) => {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
};
const read = (file: string) => readFileSync(join(root, file), 'utf8');

cpSync(new URL('fixtures/repository', import.meta.url), root, {
  recursive: true,
});
for (const [file, text] of Object.entries(files)) write(file, text);
execFileSync('git', ['init', '--quiet', '--template='], { cwd: root });
cpSync(root, pristine, { recursive: true });
rmSync(root, { recursive: true });

beforeEach(() => cpSync(pristine, root, { recursive: true }));
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(root, { recursive: true });
});
afterAll(() => rmSync(folder, { recursive: true }));

function allFiles(): Record<string, string> {
  const names = globSync('{**/*.*,.changeset/*,.spectral.yaml}', {
    cwd: root,
  }).toSorted();
  return Object.fromEntries(names.map((file) => [file, read(file)]));
}

async function rename(...args: readonly string[]) {
  let [out, err] = ['', ''];
  const io = {
    out: (text: string) => (out += text),
    err: (text: string) => (err += text),
  };
  const code = await runCommand(renameCommand(root), args, io);
  return { code, out, err };
}

test('renames whole words: the operation, the method of the client and the types made of it', async () => {
  expect(await rename('parkBoat', 'moorBoat')).toMatchObject({ code: 0 });
  expect(read('openapi/paths/v1/boats/boat_id/park.yaml')).toContain(
    'operationId: moorBoat\n',
  );
  expect(read('openapi/workflows/park.arazzo.yaml')).toBe(
    '- operationId: moorBoat\n',
  );
  expect(read('openapi/workflows/parks.txt')).toBe(
    'parkBoats, unparkBoat, parkBoat$, moorBoat.\n',
  );
  expect(read('packages/client/README.md')).toBe(
    '| Method              | Operation  |\n| ------------------- | ---------- |\n| `client.boats.moor` | `moorBoat` |\n\n`MoorBoatResult`\n',
  );
  expect(read('packages/client/src/extra.ts')).toContain(
    'other.park();\nboats.moor();',
  );
  expect(read('.spectral.yaml')).toContain(
    'verbs: [create, get, search, park, moor]',
  );
});

test('moves files that are named after the operation', async () => {
  write(
    '.changeset/add-park-boat.md',
    "---\n'@a/b': minor\n---\n\nNew: `parkBoat`.\n",
  );
  const { out } = await rename('parkBoat', 'moorBoat');
  expect(read('openapi/samples/moorBoat/success.ts')).toBe(
    "await client.boats.moor('boat/7');\n",
  );
  expect(read('openapi/samples/moorBoat/success.ts.out')).toBe('parked\n');
  expect(read('.changeset/add-moor-boat.md')).toContain('New: `moorBoat`.');
  // As prettier ignores it, it keeps its blanks.
  expect(read('openapi/evidence/old/moorBoat.yaml')).toBe('moorBoat:   {}\n');
  expect(
    Object.keys(allFiles()).filter((file) => file.includes('parkBoat')),
  ).toEqual([]);
  expect(out).toContain(
    'moved  openapi/samples/parkBoat/success.ts -> openapi/samples/moorBoat/success.ts\n',
  );
});

test('leaves what was released as it is, and announces the change', async () => {
  await rename('parkBoat', 'moorBoat');
  expect(read('openapi/released/openapi.yaml')).toContain('parkBoat');
  expect(read('packages/client/CHANGELOG.md')).toContain('parkBoat');
  expect(read('.changeset/rename-park-boat.md')).toBe(`---
'@agent-conversation/openapi': minor
'@agent-conversation/client': minor
---

\`parkBoat\` is called \`moorBoat\`, and \`client.boats.park\` is \`client.boats.moor\`. Rename it in programs that use it.
`);
});

test('an operation that was never released needs no changeset', async () => {
  write('openapi/released/openapi.yaml', 'openapi: 3.1.1\n');
  const { err } = await rename('parkBoat', 'moorBoat');
  expect(globSync('.changeset/*', { cwd: root })).toEqual([]);
  expect(err).not.toContain('approval');
});

test('former addresses lead to the new ones, also after several renamings', async () => {
  await rename('parkBoat', 'moorBoat');
  const moved = [
    'index.html#boats #ships',
    'index.html#parkBoat #moorBoat',
    'operations/parkBoat.html#parkBoat operations/moorBoat.html#moorBoat',
    'operations/parkBoat.html#parkBoat.200 operations/moorBoat.html#moorBoat.200',
    'operations/stopBoat.html#stopBoat operations/moorBoat.html#moorBoat',
    'reference.html#parkBoat operations/moorBoat.html#moorBoat',
  ];
  expect(read('packages/docs/moved-anchors.txt')).toBe(`${moved.join('\n')}\n`);
  expect(read('packages/docs/released-anchors.txt')).toBe(
    files['packages/docs/released-anchors.txt'],
  );
  // Back to its former name: only addresses of others are left.
  expect(await rename('moorBoat', 'parkBoat')).toMatchObject({ code: 0 });
  expect(read('packages/docs/moved-anchors.txt')).toBe(
    files['packages/docs/moved-anchors.txt'],
  );
});

test('lists what a person has to decide, by file and line', async () => {
  const { out } = await rename('parkBoat', 'moorBoat');
  const hints = out.slice(
    out.indexOf('Look whether these need an edit, too:\n'),
  );
  expect(hints).toContain(
    "  packages/client/src/extra.ts:1: export const path = 'add-park-boat';\n",
  );
  expect(hints).toContain('  packages/client/src/extra.ts:2: other.park();\n');
  expect(hints).toContain(
    '  openapi/workflows/parks.txt:1: parkBoats, unparkBoat',
  );
  expect(hints).toContain(
    "  packages/client/src/extra.ts:4: calls({ park: 1 }, 'park');\n",
  );
  expect(hints).not.toContain('extra.ts:3');
  expect(hints).not.toMatch(/CHANGELOG\.md|\.changeset|moved-anchors|API\.md/);
});

test('a dry run shows the changes and writes nothing', async () => {
  const before = allFiles();
  const { code, out, err } = await rename('parkBoat', 'moorBoat', '--dry-run');
  expect({ code, err }).toEqual({ code: 0, err: 'Nothing was written.\n' });
  expect(out).toContain('changed  openapi/workflows/park.arazzo.yaml\n');
  expect(out).toContain(
    '\n-- operationId: parkBoat\n+- operationId: moorBoat\n',
  );
  expect(allFiles()).toEqual(before);
});

const noop = () => {};

test.each<{ from: string; to: string; message: string; spoil: () => void }>([
  {
    from: 'parkBot',
    to: 'moorBoat',
    message: "There is no operation parkBot, did you mean 'parkBoat'",
    spoil: noop,
  },
  {
    from: 'parkBoat',
    to: 'moor',
    message:
      "The new operationId must be a verb and a noun, such as getSandbox, not 'moor'",
    spoil: noop,
  },
  {
    from: 'parkBoat',
    to: 'parkBoat',
    message: 'parkBoat is its name already',
    spoil: noop,
  },
  {
    from: 'parkBoat',
    to: 'createBoat',
    message: 'createBoat is taken by POST /api/v1/boats',
    spoil: noop,
  },
  {
    from: 'parkBoat',
    to: 'createOar',
    message:
      'createOar would make client.boats.create, the method of createBoat',
    spoil: noop,
  },
  {
    from: 'searchBoats',
    to: 'listBoats',
    message: 'What returns pages, and nothing else, is a search',
    spoil: noop,
  },
  {
    from: 'parkBoat',
    to: 'moorBoat',
    message: '.changeset/rename-park-boat.md exists already',
    spoil: () => write('.changeset/rename-park-boat.md', ''),
  },
  {
    from: 'parkBoat',
    to: 'moorBoat',
    message:
      'openapi/samples/parkBoat/success.ts would become openapi/samples/moorBoat/success.ts, which exists',
    spoil: () => write('openapi/samples/moorBoat/success.ts', ''),
  },
  {
    from: 'parkBoat',
    to: 'moorBoat',
    message: 'git must list the files: spawnSync git ENOENT',
    spoil: () => vi.stubEnv('PATH', root),
  },
])(
  '$from cannot become $to: $message',
  async ({ from, to, message, spoil }) => {
    spoil();
    const before = allFiles();
    const { code, out, err } = await rename(from, to);
    expect({ code, out, err }).toEqual({
      code: 2,
      out: '',
      err: expect.stringContaining(message),
    });
    expect(allFiles()).toEqual(before);
  },
);

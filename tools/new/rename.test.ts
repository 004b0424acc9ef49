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
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
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
    '| Method | Operation |\n| --- | --- |\n| `client.boats.park` | `parkBoat` |\n\n' +
    '`ParkBoatResult`, `parkBoatMutation`\n',
  'packages/client/CHANGELOG.md': '`parkBoat`\n',
  'packages/client/API.md': '[`parkBoat`](#parkboat)\n',
  'packages/client/src/extra.ts':
    "export const path = 'add-park-boat';\nother.park();\nboats.park();\ncalls({ park: 1 }, 'park');\n",
  'packages/docs/released-anchors.txt': [
    'client.html#ParkBoatVariables',
    'client.html#client.boats.park',
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
afterEach(() => rmSync(root, { recursive: true }));
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

test('renames whole words: the operation, the method of the client and what else it makes of it', async () => {
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
    '| Method              | Operation  |\n| ------------------- | ---------- |\n' +
      '| `client.boats.moor` | `moorBoat` |\n\n' +
      '`MoorBoatResult`, `moorBoatMutation`\n',
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
    '.changeset/add-parkBoat.md',
    "---\n'@a/b': minor\n---\n\nNew: `parkBoat`.\n",
  );
  const { out } = await rename('parkBoat', 'moorBoat');
  expect(read('openapi/samples/moorBoat/success.ts')).toBe(
    "await client.boats.moor('boat/7');\n",
  );
  expect(read('openapi/samples/moorBoat/success.ts.out')).toBe('parked\n');
  expect(read('.changeset/add-moorBoat.md')).toContain('New: `moorBoat`.');
  // As prettier ignores it, it keeps its blanks.
  expect(read('openapi/evidence/old/moorBoat.yaml')).toBe('moorBoat:   {}\n');
  expect(
    Object.keys(allFiles()).filter((file) => file.includes('parkBoat')),
  ).toEqual([]);
  expect(out).toContain('openapi/samples/moorBoat/success.ts\n');
});

test('leaves what was released as it is', async () => {
  await rename('parkBoat', 'moorBoat');
  expect(read('openapi/released/openapi.yaml')).toContain('parkBoat');
  expect(read('packages/client/CHANGELOG.md')).toContain('parkBoat');
});

test('former addresses lead to the new ones, also after several renamings', async () => {
  await rename('parkBoat', 'moorBoat');
  const moved = [
    'client.html#ParkBoatVariables client.html#MoorBoatVariables',
    'client.html#client.boats.park client.html#client.boats.moor',
    'index.html#boats #ships',
    'index.html#parkBoat index.html#moorBoat',
    'operations/parkBoat.html#parkBoat operations/moorBoat.html#moorBoat',
    'operations/parkBoat.html#parkBoat.200 operations/moorBoat.html#moorBoat.200',
    'operations/stopBoat.html#stopBoat operations/moorBoat.html#moorBoat',
    'reference.html#parkBoat operations/moorBoat.html#moorBoat',
  ];
  expect(read('packages/docs/moved-anchors.txt')).toBe(`${moved.join('\n')}\n`);
  expect(read('packages/docs/released-anchors.txt')).toBe(
    files['packages/docs/released-anchors.txt'],
  );
  // Back to its former name: its own addresses are what they were.
  expect(await rename('moorBoat', 'parkBoat')).toMatchObject({ code: 0 });
  expect(read('packages/docs/moved-anchors.txt')).toBe(
    `${files['packages/docs/moved-anchors.txt']}reference.html#parkBoat operations/parkBoat.html#parkBoat\n`,
  );
});

test.each([
  {
    from: 'parkBot',
    to: 'moorBoat',
    message: "There is no operation parkBot, did you mean 'parkBoat'",
  },
  {
    from: 'parkBoat',
    to: 'moor',
    message: 'moor must be a verb and a noun in camelCase',
  },
  {
    from: 'parkBoat',
    to: 'parkBoat',
    message: 'parkBoat or client.boats.park is taken by parkBoat',
  },
  {
    from: 'parkBoat',
    to: 'createBoat',
    message: 'createBoat or client.boats.create is taken by createBoat',
  },
  {
    from: 'parkBoat',
    to: 'createOar',
    message: 'createOar or client.boats.create is taken by createBoat',
  },
])('$from cannot become $to: $message', async ({ from, to, message }) => {
  const before = allFiles();
  const { code, out, err } = await rename(from, to);
  expect({ code, out, err }).toEqual({
    code: 2,
    out: '',
    err: expect.stringContaining(message),
  });
  expect(allFiles()).toEqual(before);
});

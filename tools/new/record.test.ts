import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '@agent-conversation/cli';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { recordCommand } from './record.ts';

const old = 'openapi/samples/parkBoat/success.sh.out';
let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'record-'));
  for (const folder of [
    'openapi/samples/parkBoat',
    'packages/client',
    'packages/docs',
  ]) {
    mkdirSync(join(root, folder), { recursive: true });
  }
  write(old, 'One\nTwo\n');
  write('packages/client/API.md', 'One\nTwo\nTwo\n');
});
afterEach(() => rmSync(root, { recursive: true }));

const write = (file: string, text: string) =>
  writeFileSync(join(root, file), text);

/** Runs the command with a function instead of the recorders. */
async function record(recorder: (workspaces: readonly string[]) => boolean) {
  let [out, err] = ['', ''];
  const io = {
    out: (text: string) => (out += text),
    err: (text: string) => (err += text),
  };
  const command = recordCommand(root, async (_, names) => ({
    ok: recorder(names),
    output: '',
  }));
  return { code: await runCommand(command, [], io), out, err };
}

test('fails where a sample was not run, and names the program that is missing', async () => {
  write('openapi/samples/parkBoat/success.py', 'print(1)\n');
  const { code, err } = await record(([first]) => first !== 'docs');
  expect(code).toBe(1);
  expect(err).toMatch(
    /Not run, so not recorded:\n {2}openapi\/samples\/parkBoat\/success\.py\n/,
  );
  expect(err).toContain('python3-httpx');
});

test('reports the recorded files that were added, changed and removed', async () => {
  const { code, out } = await record(([first]) => {
    if (first !== 'docs') return true;
    write('packages/docs/coverage.md', '# Coverage\n');
    write('packages/docs/other.json', '{}\n');
    write('packages/client/API.md', 'One\nTwo\nThree\n');
    write('openapi/samples/parkBoat/failure.sh.out', 'curl: (22) 401\n');
    rmSync(join(root, old));
    return true;
  });
  expect(code).toBe(0);
  expect(out).toBe(`4 recorded files changed (review them with git diff):
  added    openapi/samples/parkBoat/failure.sh.out
  removed  openapi/samples/parkBoat/success.sh.out
  changed  packages/client/API.md
  added    packages/docs/coverage.md
`);
  const again = await record(() => true);
  expect(again.out).toBe(
    'Nothing changed: all recorded files were up to date.\n',
  );
});

test('stops at a recorder that fails, and still reports what it wrote', async () => {
  const ran: string[] = [];
  const { code, out, err } = await record(([first = '']) => {
    ran.push(first);
    write(old, 'Three\n');
    return false;
  });
  expect({ code, ran }).toEqual({ code: 1, ran: ['conformance'] });
  expect(out).toContain('  changed  openapi/samples/parkBoat/success.sh.out\n');
  expect(err).toContain(
    'recording conformance or client or mock failed, see above',
  );
});

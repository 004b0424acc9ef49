import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startFaultyServer } from '@agent-conversation/faulty-server';
import { createMock } from '@agent-conversation/mock';
import { expect, test } from 'vitest';
import { againArguments, checkerKey, runChecker } from '../support/checker-program.ts';

const write = ['--write', '--wait', '1s'];

// A fault, what is struck by it, and what says so first.
test.each<[fault: string, operation: string | undefined, args: string[], says: string]>([
  ['E1', 'getSettings', ['--strict'], 'answer status must be one of 200, 401, 404'],
  ['F3', 'searchSandboxes', [], 'answer status is not there: the connection broke'],
  ['open', 'getSettings', [], 'must be a refusal: the key of the request is missing'],
  ['E43', 'searchSandboxes', ['--strict'], 'must be a refusal: /limit in the query'],
  ['E30', undefined, [...write, '--strict', '--include', '*.lifecycle'], 'cannot become STARTING'],
])(
  '%s in %s is found, and found again by the line that is printed',
  async (fault, operation, args, says) => {
    const mock = await createMock({ startupTime: 150, examples: true }).listen();
    const faulty = await startFaultyServer({ target: mock.url, fault, operation });
    const first = await runChecker(['--base-url', faulty.url, ...args]);
    expect(first.code).toBe(1);
    expect(flat(first.stdout)).toContain(says);
    const again = againArguments(first.stdout);
    const second = await runChecker(again);
    expect(second.code, again.join(' ')).toBe(1);
    expect(second.stdout).toContain('0 passed, 1 failed, 0 skipped');
    expect(flat(second.stdout)).toContain(says);
    await faulty.close();
    await mock.close();
  },
);

test('what comes of several checks together is found again by a line that names them', async () => {
  const mock = await createMock({ startupTime: 150 }).listen();
  const faulty = await startFaultyServer({ target: mock.url, fault: 'E29' });
  const args = ['--base-url', faulty.url, ...write, '--strict', '--seed', '1', '--include', 'v1'];
  const { stdout } = await runChecker(args);
  const says = 'cannot become RUNNING by itself';
  const [block = ''] = stdout.split(/(?=^ {2}✗ )/m).filter((it) => flat(it).includes(says));
  const again = againArguments(block);
  expect(again.filter((word) => word === '--include').length).toBeGreaterThan(1);
  const second = await runChecker(again);
  expect(second.code, again.join(' ')).toBe(1);
  expect(flat(second.stdout)).toContain(says);
  await faulty.close();
  await mock.close();
});

test('the same seed makes the same calls', async () => {
  const mock = await createMock({ examples: true }).listen();
  const calls = async (seed: string) => {
    const args = ['--base-url', mock.url, '--include', '*.random', '--include', '*.faults'];
    const { stdout } = await runChecker([...args, '--seed', seed, '--report', 'har']);
    return [...stdout.matchAll(/"url": "([^"]+)"/g)].map(([, url]) => url);
  };
  const [one, two, other] = [await calls('7'), await calls('7'), await calls('8')];
  expect(one.length).toBeGreaterThan(50);
  expect(two).toEqual(one);
  expect(other).not.toEqual(one);
  await mock.close();
});

test('a line to check again names the file of the key, and not the key', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'conformance-'));
  const file = join(folder, "the user's key");
  writeFileSync(file, `${checkerKey}\n`);
  const mock = await createMock().listen();
  const faulty = await startFaultyServer({ target: mock.url, fault: 'E2' });
  const args = [
    '--base-url',
    faulty.url,
    '--include',
    'getSettings.answer',
    '--api-key-file',
    file,
  ];
  const { stdout } = await runChecker(args, { AGENT_CONVERSATION_API_KEY: undefined });
  expect(stdout).toContain(
    String.raw`--include getSettings.answer --api-key-file '${folder}/the user'\''s key'`,
  );
  rmSync(folder, { recursive: true });
  await faulty.close();
  await mock.close();
});

/** A text without the ends of its lines. */
function flat(text: string): string {
  return text.replaceAll(/\s+/g, ' ');
}

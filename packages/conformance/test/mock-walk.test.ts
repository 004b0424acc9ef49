import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type MockProcess, startMockProcess } from './support/mock-process.ts';

const readme = readFileSync(new URL('../../mock/README.md', import.meta.url), 'utf8');
const section = readme.split(/^(?=## )/m).find((part) => part.startsWith('## A walk\n')) ?? '';
const [commands = ''] = fenced('sh');
const [printed = ''] = fenced('');

interface Page {
  readonly items: readonly { readonly id: string; readonly status: string }[];
}

const home = mkdtempSync(join(tmpdir(), 'mock-walk-'));
let mock: MockProcess;
let answers: unknown[];

beforeAll(async () => {
  // One answer a line, and nothing of how this machine calls others.
  writeFileSync(join(home, '.curlrc'), 'write-out = "\\n"\nnoproxy = "*"\n');
  mock = await startMockProcess();
  const { port } = new URL(mock.url);
  const script = commands.replaceAll('127.0.0.1:4010', `127.0.0.1:${port}`);
  if (!script.includes(mock.url)) throw new Error('The README has no walk for port 4010');
  if (spawnSync('curl', ['--version']).error) throw new Error('The walk needs curl: install it');
  const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script], {
    env: { ...process.env, CURL_HOME: home },
    timeout: 30_000,
  });
  answers = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);
}, 60_000);
afterAll(async () => {
  rmSync(home, { recursive: true });
  await mock?.stop();
});

test('the walk of the README shows a sandbox through its states', () => {
  const pages = answers.filter((it): it is Page => Object.hasOwn(Object(it), 'items'));
  const sandboxes = pages.flatMap(({ items }) => items);
  expect(sandboxes).toHaveLength(pages.length);
  expect(new Set(sandboxes.map(({ id }) => id)).size).toBe(1);
  expect(sandboxes.map(({ status }) => status).join(' ')).toMatch(
    /^STARTING RUNNING PAUSED( STARTING)?( RUNNING)?$/,
  );
  expect(answers.filter((it) => Object.hasOwn(Object(it), 'success'))).toEqual([
    { success: true },
    { success: true },
  ]);
});

test('the walk of the README ends with the conversation in the list', () => {
  const [list] = answers.filter((it): it is { title: string }[] => Array.isArray(it));
  const [task] = answers.filter((it) => Object.hasOwn(Object(it), 'app_conversation_id'));
  expect(task).toMatchObject({ status: 'WORKING', request: { title: list?.[0]?.title } });
  expect(list).toMatchObject([{ sandbox_status: 'RUNNING', execution_status: 'running' }]);
});

test('what the README does wrong is told, with the place', () => {
  expect(answers.at(-1)).toMatchObject({ detail: [{ loc: ['query', 'limit'] }] });
});

test('the mock prints what the README shows', async () => {
  const lines = (text: string) =>
    text
      .replaceAll(/\d+ ms/g, 'some ms')
      .trimEnd()
      .split('\n');
  expect(printed).not.toBe('');
  // Its lines may be a moment late.
  await expect
    .poll(() => lines(mock.output()))
    .toEqual(expect.arrayContaining(lines(printed.replaceAll('…\n', ''))));
});

/** The blocks of the section that are written in a language. */
function fenced(language: string): string[] {
  const blocks = section.matchAll(/^```(\w*)\n(.*?)^```$/gms);
  return [...blocks].filter(([, name]) => name === language).map(([, , text]) => text!);
}

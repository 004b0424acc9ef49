import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { checkServer } from '../checker/check-server.ts';
import { OptionError } from '../checker/options.ts';
import { flagOf, readOptions } from './options.ts';

const folder = mkdtempSync(join(tmpdir(), 'conformance-'));
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, content: string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const key = 'S3CR3T-7G2K';
const base = ['--base-url', 'http://127.0.0.1:1'];

/** What the program says of wrong arguments, before it sends anything. */
async function complaint(args: readonly string[], apiKey = key) {
  try {
    const options = readOptions(args, { AGENT_CONVERSATION_API_KEY: apiKey });
    if (typeof options === 'string') return options;
    await checkServer(options.check, {
      onPlan: () => {
        throw new Error('taken');
      },
    });
    return 'taken';
  } catch (error) {
    return error instanceof OptionError ? error.toldWith(flagOf) : (error as Error).message;
  }
}

const bounds = '--budget takes a number of requests, a time, or both, such as 500,60s';
const address =
  '--base-url must be an absolute http(s) address such as http://localhost:3000, without user, query and fragment';
const pattern =
  'write an operation, a check such as searchSandboxes.pages, a kind of check such as *.pages, v0 or v1';

test.each<[args: readonly string[], says: string]>([
  [[], '--base-url is missing: the address of the server; see --help'],
  [['--bas-url', 'x'], "Unknown option '--bas-url'; is --base-url meant? See --help"],
  [['--report-file', 'x'], "Unknown option '--report-file'; see --help"],
  [['--api-key', key], "Unknown option '--api-key'; is --api-key-file meant? See --help"],
  [[`--api-key=${key}`], "Unknown option '--api-key'; is --api-key-file meant? See --help"],
  [['-b', 'x'], "Unknown option '-b'; see --help"],
  [[key], 'An argument has no option before it; see --help'],
  [['--base-url'], "Option '--base-url <value>' argument missing; see --help"],
  [['--strict=yes', ...base], "Option '--strict' does not take an argument; see --help"],
  [['--base-url', 'localhost:3000'], address],
  [['--base-url', 'ftp://localhost'], address],
  [['--base-url', `http://ada:${key}@localhost`], address],
  [['--base-url', `http://localhost?key=${key}`], address],
  [[...base, '--budget', 'x'], `${bounds}, not 'x'`],
  [[...base, '--budget', '500,600'], `${bounds}, not '500,600'`],
  [[...base, '--budget', '5s,6s'], `${bounds}, not '5s,6s'`],
  [[...base, '--budget', ''], `${bounds}, not ''`],
  [[...base, '--budget', '0'], '--budget must be a whole number, 1 or more, not 0'],
  [[...base, '--budget', '0s'], '--budget must be above 0 and at most 2147483647, not 0'],
  [
    [...base, '--budget', '999h'],
    '--budget must be above 0 and at most 2147483647, not 3596400000',
  ],
  [[...base, '--timeout', '5'], "--timeout takes a time such as 500ms, 30s or 2m, not '5'"],
  [[...base, '--wait', 'long'], "--wait takes a time such as 500ms, 30s or 2m, not 'long'"],
  [[...base, '--rate', 'x'], "--rate takes a number such as 20 or 0.5, not 'x'"],
  [[...base, '--rate', '0'], '--rate must be above 0 and at most 10000, not 0'],
  [[...base, '--seed', '1.5'], "--seed takes a whole number, 0 or more, not '1.5'"],
  [[...base, '--include', 'foo'], `--include names no check by 'foo'; ${pattern}`],
  [[...base, '--exclude', '*.foo'], `--exclude names no check by '*.foo'; ${pattern}`],
  [[...base, '--exclude', '*'], '--exclude leaves nothing to check'],
  [
    [...base, '--include', '*.lifecycle'],
    '--include names only checks that change something; they need --write',
  ],
  [[...base, '--write-remote'], '--write-remote means nothing without --write'],
  [
    ['--base-url', 'https://agents.example/x', '--write'],
    '--write is for servers on this machine; for agents.example add --write-remote',
  ],
  [[...base, '--report', 'xml'], "--report takes pretty, json, junit, har, not 'xml'"],
  [[...base, '--report', 'json='], '--report json= needs the name of a file'],
  [
    [...base, '--report', 'json,har'],
    '--report: only one report can go to the output; name a file for the others, such as junit=report.xml',
  ],
  [[...base, '--report', 'json=a', '--report', 'har=a'], '--report: two reports cannot go to a'],
  [
    [...base, '--report', 'har=/nowhere/a.har'],
    '--report har=/nowhere/a.har: there is no folder /nowhere',
  ],
  [
    [...base, '--api-key-file', '/nowhere/key'],
    '--api-key-file /nowhere/key: there is no such file',
  ],
  [[...base, '--api-key-file', folder], `--api-key-file ${folder}: this is a folder`],
  [
    [...base, '--api-key-file', file('empty', '\n')],
    `--api-key-file ${join(folder, 'empty')}: the file is empty`,
  ],
  [
    [...base, '--api-key-file', file('two', `${key}\n${key}\n`)],
    `--api-key-file ${join(folder, 'two')}: the key must be one line of visible ASCII characters, without spaces`,
  ],
])('%j is refused', async (args, says) => {
  expect(await complaint(args)).toBe(says);
});

test.each([
  [
    '',
    'There is no key: set AGENT_CONVERSATION_API_KEY, or name a file that has it by --api-key-file',
  ],
  [
    'S3CR3T 7G2K',
    'AGENT_CONVERSATION_API_KEY: the key must be one line of visible ASCII characters, without spaces',
  ],
])('the key %j of the environment is refused', async (apiKey, says) => {
  expect(await complaint(base, apiKey).then((it) => [it, it.includes('S3CR3T')])).toEqual([
    says,
    false,
  ]);
});

test.each([
  [['--write', '--base-url', 'http://127.9.9.9']],
  [['--write', '--base-url', 'http://[::1]:80']],
  [['--write', '--base-url', 'http://mock.localhost/x/']],
  [['--write', '--write-remote', '--base-url', 'https://agents.example']],
  [[...base, '--budget', '60s']],
  [[...base, '--budget', '1.5m,20']],
  [[...base, '--rate', '0.5', '--timeout', '500ms', '--wait', '1h', '--seed', '0']],
  [[...base, '--include', 'v1', '--exclude', '*.random', '--exclude', 'getSettings']],
  [[...base, '--report', 'junit=a.xml,pretty', '--report', 'har=b.har']],
])('%j is taken', async (args) => {
  expect(await complaint(args)).toBe('taken');
});

test('the key of a file comes before that of the environment, without the end of its line', () => {
  const path = file('key', 'from-the-file\r\n');
  const options = readOptions([...base, '--api-key-file', path], {
    AGENT_CONVERSATION_API_KEY: key,
  });
  expect(options).toMatchObject({ check: { apiKey: 'from-the-file' }, keyFile: path });
});

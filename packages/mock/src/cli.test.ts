import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { cleanUp, folder } from '../test/program.ts';
import { help, readOptions } from './cli-options.ts';
import { assembleMock } from './assemble.ts';
import { ask } from './testing/ask.ts';

afterAll(cleanUp);

/** The options of the mock for a command line, which must not be a request for help. */
function optionsOf(...args: string[]) {
  const options = readOptions(args);
  if (typeof options === 'string') throw new Error(options);
  return options;
}

const whole = 'takes a whole number, 0 or more';
const address =
  'proxy is an absolute http(s) address such as http://localhost:3000, without query and user';

test.each([
  ['--prot 80', "Unknown option '--prot'"],
  ['--port', "Option '--port <value>' argument missing"],
  ['--json=yes', "Option '--json' does not take an argument"],
  ['4010', "Unexpected argument '4010'"],
  ['--port web', `--port ${whole}, not 'web'`],
  ['--port 70000', "--port takes a number from 0 to 65535, not '70000'"],
  ['--port=-1', `--port ${whole}, not '-1'`],
  ['--port=', `--port ${whole}, not ''`],
  ['--port 4010.5', `--port ${whole}, not '4010.5'`],
  ['--clock x', "clock is real, requests, manual, not 'x'"],
  ['--latency 1e3', `--latency ${whole}, not '1e3'`],
  ['--startup-time=-1', `--startup-time ${whole}, not '-1'`],
  ['--edition 2024', "edition is documented, mid-2026, late-2025, not '2024'"],
  ['--rate-limit 0', 'rateLimit is a number of requests, 1 or more, not 0'],
  ['--allow-origin acme.example', 'allowOrigins takes origins such as '],
  ['--proxy ftp://localhost', address],
  ['--proxy http://localhost --stateless', 'A proxy takes no stateless'],
  ['--proxy http://localhost --fault *:503', 'A proxy takes no faults'],
  ['--proxy http://localhost --state-file a.json', '--proxy takes no --state-file'],
  ['--stateless --examples', 'stateless takes no examples'],
  ['--json --quiet', '--json and --quiet exclude each other'],
  ['--state-file=', '--state-file needs the name of a file'],
  ['--fault nowhere:404', "--fault nowhere:404: There is no operation 'nowhere', but "],
  ['--fault getSettings:burn', '--fault getSettings:burn: An answer breaks by reset, '],
  ['--fault getSettings:999', '--fault getSettings:999: A status is 200 to 599, not 999'],
  ['--fault *:404:0', '--fault *:404:0: A fault strikes 1 or more times, not 0'],
  ['--fault *', '--fault *: write OPERATION:WHAT or OPERATION:WHAT:TIMES'],
  ['--fault *:404:often', '--fault *:404:often: write OPERATION:WHAT or OPERATION:WHAT:TIMES'],
])('rejects %s', (args, message) => {
  expect(() => readOptions(args.split(' '))).toThrow(message);
});

test('reads every option', () => {
  const args = '--port 0 --seed a --examples --startup-time 5 --clock manual --latency 7 --control';
  expect(optionsOf(...args.split(' '), '--json', '--state-file', 'a.json')).toEqual({
    port: 0,
    log: 'json',
    stateFile: 'a.json',
    mock: {
      seed: 'a',
      examples: true,
      startupTime: 5,
      clock: 'manual',
      latency: 7,
      control: true,
    },
  });
  expect(optionsOf()).toMatchObject({ port: 4010, log: 'lines', mock: { control: false } });
  expect(optionsOf('--quiet', '--stateless')).toMatchObject({
    log: 'none',
    mock: { stateless: true },
  });
  const strictest = '--edition mid-2026 --unauthorized-body text --rate-limit 10 --strict';
  expect(optionsOf(...strictest.split(' ')).mock).toMatchObject({
    edition: 'mid-2026',
    unauthorizedBody: 'text',
    rateLimit: 10,
    strict: true,
  });
  const browser =
    '--default-key any --allow-host a.example --allow-host b --allow-origin https://a.example';
  expect(optionsOf(...browser.split(' ')).mock).toMatchObject({
    defaultKey: 'any',
    allowHosts: ['a.example', 'b'],
    allowOrigins: ['https://a.example'],
  });
  expect(optionsOf('--proxy', 'http://localhost:1').mock).toMatchObject({
    proxy: 'http://localhost:1',
  });
});

test.each([
  ['getSettings:404', { operation: 'getSettings', status: 404 }],
  ['*:503:1', { status: 503, times: 1 }],
  ['*:delay=500', { delay: 500 }],
  ['searchSandboxes:truncated:2', { operation: 'searchSandboxes', break: 'truncated', times: 2 }],
])('--fault %s', (rule, fault) => {
  const { faults } = optionsOf('--fault', rule, '--fault=*:500').mock;
  expect(faults).toEqual([fault, { status: 500 }]);
});

/** What must not be repeated, as it may be a secret. */
const marker = 'sk-marker-4711';
const spec = { id: 'a', command: null };

test.each<[option: string, text: string, reason: string]>([
  ['--settings', '', 'this is not JSON (line 1 column 1)'],
  ['--settings', `{"llm_api_key": ${marker}}`, 'this is not JSON (line 1 column 17)'],
  ['--settings', `{\n "a": "${marker}"\n  "b": 1}`, 'this is not JSON (line 3 column 3)'],
  ['--settings', `{"llm_api_key": "${marker}`, 'this is not JSON (line 1 column 32)'],
  ['--settings', `{"llm_api_key": "${marker}"}}`, 'this is not JSON (line 1 column 34)'],
  ['--settings', '[]', 'The settings break the contract: the whole must be an object'],
  [
    '--settings',
    `{"max_iterations": "${marker}"}`,
    'The settings break the contract: /max_iterations must be an integer or null',
  ],
  [
    '--sandbox-specs',
    JSON.stringify([spec, { id: 'b', command: marker }]),
    'The sandbox specs break the contract: /items/1/command must be an array or null',
  ],
])('rejects %s with the content %j, without repeating a value', (option, text, reason) => {
  const path = join(folder(), 'given.json');
  writeFileSync(path, text);
  expect(() => readOptions([option, path])).toThrow(new TypeError(`${option} ${path}: ${reason}`));
});

test('rejects a file that does not exist, and a folder', () => {
  const path = folder();
  const missing = join(path, 'missing.json');
  for (const option of ['--settings', '--sandbox-specs']) {
    expect(() => readOptions([option, missing])).toThrow(
      `${option} ${missing}: there is no such file`,
    );
    expect(() => readOptions([option, path])).toThrow(`${option} ${path}: this is a folder`);
  }
});

test('uses the settings and sandbox specs of files, and never returns their secrets', async () => {
  const settings = join(folder(), 'settings.json');
  const specs = join(folder(), 'specs.json');
  writeFileSync(settings, JSON.stringify({ llm_model: 'mine', llm_api_key: marker }));
  writeFileSync(specs, JSON.stringify({ items: [spec] }));
  const options = optionsOf('--settings', settings, '--sandbox-specs', specs);
  const { mock } = assembleMock(options.mock);
  const { body, text } = await ask(mock, 'GET', '/api/settings');
  expect(body).toMatchObject({ llm_model: 'mine', llm_api_key_set: true });
  expect(text).not.toContain(marker);
  expect((await ask(mock, 'GET', '/api/v1/sandbox-specs/search')).body).toEqual({
    items: [spec],
    next_page_id: null,
  });
});

const known = optionsIn(help);

test('--help lists every option and the exit codes', () => {
  const source = readFileSync(new URL('cli-options.ts', import.meta.url), 'utf8');
  const options = [...source.matchAll(/^ {6}'?([a-z-]+)'?: \{ type: /gm)].map(
    ([, it]) => `--${it}`,
  );
  expect(known.toSorted()).toEqual(options.toSorted());
  expect(help).toContain('Exit codes: 0 stopped by a signal, 2 ');
});

test('the README lists the same options, and its commands use no others', () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  const [, section = ''] = readme.split('\n## Options\n');
  const rows = section.slice(0, section.indexOf('\n## ')).match(/^\| `.*?\|/gm);
  expect(optionsIn(String(rows)).toSorted()).toEqual(known.toSorted());
  const commands = readme.match(/^npx agent-conversation-mock.*$/gm);
  expect(known).toEqual(expect.arrayContaining(optionsIn(String(commands))));
});

function optionsIn(text: string): string[] {
  return [...new Set(text.match(/(?<![\w-])--[a-z][a-z-]*/g))];
}

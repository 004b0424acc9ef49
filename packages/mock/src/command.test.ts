import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from '@agent-conversation/cli';
import { afterAll, expect, test, vi } from 'vitest';
import { cleanUp, folder } from '../test/program.ts';
import { type CliOptions, mockCommand } from './command.ts';

afterAll(cleanUp);

/** Reads a command line, and returns the options, or what the program writes. */
async function read(...args: readonly string[]) {
  let options: CliOptions | undefined;
  let [out, err] = ['', ''];
  const command = mockCommand((given) => {
    options = given;
    return 0;
  });
  const io = { out: (text: string) => (out += text), err: (text: string) => (err += text) };
  const code = await runCommand(command, args, io);
  return { code, options, out, err };
}

const optionsOf = async (...args: readonly string[]) => {
  const { err, options } = await read(...args);
  expect(err).toBe('');
  return options!;
};

const address = '--proxy is an absolute http(s) address such as http://localhost:3000, ';
const integer = (most: string) => `It must be an integer from 0 to ${most}`;

test.each([
  ['--prot 80', "Unknown option '--prot', did you mean '--port'"],
  ['--port', "Option '--port <NUMBER>' argument missing"],
  ['4010', 'Too many arguments'],
  ['--port web', integer('65535')],
  ['--port 70000', integer('65535')],
  ['--port=', "argument '' is invalid"],
  ['--clock x', "--clock is real, requests, manual, not 'x'"],
  ['--latency 1e3', 'It must be a duration such as 500ms, 30s or 2m'],
  ['--startup-time=-1', 'It must be a duration'],
  ['--edition 2024', "--edition is documented, mid-2026, late-2025, not '2024'"],
  ['--rate-limit 0', '--rate-limit is a number of requests, 1 or more, not 0'],
  ['--allow-origin acme.example', '--allow-origin takes origins such as '],
  ['--proxy ftp://localhost', address],
  ['--proxy http://localhost --stateless', '--proxy cannot be combined with stateless'],
  ['--proxy http://localhost --fault *:503', '--proxy cannot be combined with faults'],
  ['--prism --seed a', '--prism cannot be combined with seed'],
  ['--prism --proxy http://localhost', '--prism cannot be combined with proxy'],
  ['--proxy http://localhost --state-file a.json', '--proxy cannot be combined with --state-file'],
  ['--stateless --examples', '--examples cannot be combined with stateless'],
  ['--json --quiet', '--json cannot be combined with --quiet'],
  ['--state-file=', '--state-file takes a value'],
  ['--fault nowhere:404', "'nowhere:404' is invalid. operation is listAppConversations, "],
  ['--fault getSettings:burn', 'break is reset, truncated, malformed, not '],
  ['--fault getSettings:999', 'status is 200 to 599, not 999'],
  ['--fault *:404:0', 'times is 1 or more, not 0'],
  ['--fault *', 'Write OPERATION:WHAT or OPERATION:WHAT:TIMES'],
  ['--fault *:404:often', 'Write OPERATION:WHAT or OPERATION:WHAT:TIMES'],
])('rejects %s', async (args, message) => {
  const { code, out, err, options } = await read(...args.split(' '));
  expect({ code, out, options }).toEqual({ code: 2, out: '', options: undefined });
  expect(err).toContain(message);
  expect(err).toMatch(/^.*\. See agent-conversation-mock --help\n$/);
});

test.each<[args: string, options: Partial<CliOptions['mock']>]>([
  ['--seed a --examples --clock manual', { seed: 'a', examples: true, clock: 'manual' }],
  ['--startup-time 5ms --latency 2s', { startupTimeInMs: 5, latencyInMs: 2000 }],
  ['--startup-time 0', { startupTimeInMs: 0 }],
  ['--stateless --control', { stateless: true, control: true }],
  [
    '--edition mid-2026 --unauthorized-body text',
    { edition: 'mid-2026', unauthorizedBody: 'text' },
  ],
  ['--rate-limit 10 --strict', { rateLimit: 10, strict: true }],
  [
    '--default-key any --allow-host a.example --allow-host b',
    { defaultKey: 'any', allowHosts: ['a.example', 'b'] },
  ],
  ['--allow-origin https://a.example', { allowOrigins: ['https://a.example'] }],
  ['--proxy http://localhost:1', { proxy: 'http://localhost:1' }],
  ['--prism --latency 0', { prism: true, latencyInMs: 0 }],
  ['--fault getSettings:404', { faults: [{ operation: 'getSettings', status: 404 }] }],
  ['--fault *:503:1 --fault=*:500', { faults: [{ status: 503, times: 1 }, { status: 500 }] }],
  ['--fault *:delay=500ms', { faults: [{ delayInMs: 500 }] }],
  [
    '--fault searchSandboxes:truncated:2',
    { faults: [{ operation: 'searchSandboxes', break: 'truncated', times: 2 }] },
  ],
])('reads %s', async (args, mock) => {
  expect((await optionsOf(...args.split(' '))).mock).toEqual(mock);
});

test('reads the port, the log and the state file', async () => {
  const none = { port: 4010, log: 'lines', stateFile: undefined, mock: {} };
  expect(await optionsOf()).toEqual(none);
  expect(await optionsOf('--quiet')).toEqual({ ...none, log: undefined });
  const all = ['--port', '0', '--json', '--state-file', 'a.json'];
  expect(await optionsOf(...all)).toEqual({ port: 0, log: 'json', stateFile: 'a.json', mock: {} });
});

test('a duration without a unit is milliseconds, with a deprecation warning', async () => {
  const warn = vi.spyOn(process, 'emitWarning').mockReturnValue();
  expect((await optionsOf('--latency', '7')).mock).toEqual({ latencyInMs: 7 });
  const warning = { type: 'DeprecationWarning', code: 'AGENT_CONVERSATION_duration' };
  expect(warn.mock.calls).toEqual([[expect.stringContaining('write 7ms'), warning]]);
  warn.mockRestore();
});

/** A value that must not be repeated, as it can be a secret. */
const marker = 'sk-marker-4711';
const spec = { id: 'a', command: null };

test.each<[option: string, text: string, reason: string]>([
  ['--settings', '', 'this is not JSON (line 1 column 1)'],
  ['--settings', `{"llm_api_key": ${marker}}`, 'this is not JSON (line 1 column 17)'],
  ['--settings', `{\n "a": "${marker}"\n  "b": 1}`, 'this is not JSON (line 3 column 3)'],
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
])('rejects %s with the content %j, without repeating a value', async (option, text, reason) => {
  const path = join(folder(), 'given.json');
  writeFileSync(path, text);
  expect(await read(option, path)).toMatchObject({
    code: 2,
    err: `${option} ${path}: ${reason}\n`,
  });
});

test.each(['--settings', '--sandbox-specs'])('%s names a file that exists', async (option) => {
  const path = folder();
  const missing = join(path, 'missing.json');
  expect((await read(option, missing)).err).toBe(
    `${option} ${missing}: no such file or directory\n`,
  );
  expect((await read(option, path)).err).toBe(
    `${option} ${path}: illegal operation on a directory\n`,
  );
});

test('reads settings and sandbox specs from files', async () => {
  const [settings, specs] = [join(folder(), 'settings.json'), join(folder(), 'specs.json')];
  writeFileSync(settings, '{"llm_model":"mine"}');
  writeFileSync(specs, JSON.stringify({ items: [spec] }));
  const { mock } = await optionsOf('--settings', settings, '--sandbox-specs', specs);
  expect(mock).toEqual({ settings: { llm_model: 'mine' }, sandboxSpecs: { items: [spec] } });
});

test('the README lists the options of the help, and its commands use no others', async () => {
  const { out } = await read('--help');
  expect(out).toContain('Exit codes: 0 stopped by a signal; 2 ');
  const known = optionsIn(String(out.match(/^ {2}(-h, )?--.*$/gm)));
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

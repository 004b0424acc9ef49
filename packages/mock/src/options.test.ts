import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from '@agent-conversation/cli';
import { afterAll, expect, test } from 'vitest';
import { cleanUp, folder } from '../test/program.ts';
import { type CliOptions, mockCommand } from './command.ts';
import {
  createMock,
  type Fault,
  type ListenOptions,
  type MockOptions,
} from './index.ts';

afterAll(cleanUp);

/** Reads a command line, and returns the options, or what the program writes. */
async function read(...args: readonly string[]) {
  let options: CliOptions | undefined;
  let [out, err] = ['', ''];
  const command = mockCommand((given) => {
    options = given;
    return 0;
  });
  const io = {
    out: (text: string) => (out += text),
    err: (text: string) => (err += text),
  };
  const code = await runCommand(command, args, io);
  return { code, options, out, err };
}

/** Returns why a command line is wrong. */
async function problemOf(args: string) {
  const { code, out, err, options } = await read(...args.split(' '));
  expect({ code, out, options }).toEqual({
    code: 2,
    out: '',
    options: undefined,
  });
  expect(err).toMatch(/^.*\. See agent-conversation-mock --help\n$/);
  return err;
}

const proxy = 'http://localhost:3000';
const header = 'must be a header value: printable ASCII without spaces';
const origins =
  'takes origins such as https://app.acme.example, without a path, not';
const hosts = 'takes host names without a port, not';
const otherClock =
  'needs the clock real or manual: with requests, each request takes a second';
const noState = 'cannot be combined with stateless, which keeps no state';
const count = 'is a number of requests, 1 or more, not';
const duration = 'is a number of milliseconds, 0 or more, not';
const conflict = (other: string) =>
  `cannot be combined with ${other}: the mock itself does not respond`;
const absolute = `is an absolute http(s) address such as ${proxy}`;
const withoutUser =
  'is an address without a user and a password: send credentials with the requests';
const bare =
  'is an address without a query and a fragment, to which the paths of requests are added';

// prettier-ignore
test.each<[options: object, problem: string, args?: string]>([
  [{ clock: 'sun' }, "is one of real, requests, manual, not 'sun'", '--clock sun'],
  [{ edition: '2024' }, "is one of documented, 0.62.0, 1.5.0, 1.11.0, not '2024'", '--edition 2024'],
  [{ unauthorizedBody: 'html' }, "is one of detail, error, text, not 'html'", '--unauthorized-body html'],
  [{ rateLimit: 0 }, `${count} 0`, '--rate-limit 0'],
  [{ rateLimit: 1.5 }, `${count} 1.5`],
  [{ rateLimit: 10, seed: 'a' }, otherClock, '--rate-limit 10 --seed a'],
  [{ defaultKey: '' }, header],
  [{ defaultKey: 'ä' }, header, '--default-key ä'],
  [{ acceptKeys: ['ä'] }, 'takes header values: printable ASCII without spaces', '--accept-key ä'],
  [{ keyHeaders: ['X Key'] }, "takes names of headers, not 'X Key'"],
  [{ allowHosts: ['a.example:80'] }, `${hosts} 'a.example:80'`, '--allow-host a.example:80'],
  [{ allowOrigins: ['acme.example'] }, `${origins} 'acme.example'`, '--allow-origin acme.example'],
  [{ allowOrigins: ['https://acme.example/'] }, `${origins} 'https://acme.example/'`],
  [{ latencyInMs: -1 }, `${duration} -1`],
  [{ latencyInMs: 600 * 3_600_000 }, `${duration} 2160000000`, '--latency 600h'],
  [{ startupTimeInMs: '5' }, `${duration} 5`],
  [{ host: 'http://a' }, "is an address such as 0.0.0.0 or ::, not 'http://a'", '--host http://a'],
  [{ replay: { log: { entries: [] } }, edition: '1.11.0' }, conflict('edition')],
  [{ proxy, edition: '1.11.0' }, conflict('edition'), `--proxy ${proxy} --edition 1.11.0`],
  [{ proxy, stateless: true }, conflict('stateless'), `--proxy ${proxy} --stateless`],
  [{ proxy, saved: {} }, conflict('saved')],
  [{ prism: true, proxy }, conflict('proxy'), `--prism --proxy ${proxy}`],
  [{ prism: true, faults: [] }, conflict('faults'), '--prism --fault *:503'],
  [{ examples: true, stateless: true }, noState, '--examples --stateless'],
  [{ proxy: '/api' }, absolute, '--proxy /api'],
  [{ proxy: 'ftp://localhost' }, absolute, '--proxy ftp://localhost'],
  [{ proxy: 'localhost:3000' }, absolute, '--proxy localhost:3000'],
  [{ proxy: 'http://' }, absolute, '--proxy http://'],
  [{ proxy: 'http://localhost?a=b' }, bare, '--proxy http://localhost?a=b'],
  [{ proxy: 'http://localhost/?' }, bare, '--proxy http://localhost/?'],
  [{ proxy: 'http://localhost/#' }, bare, '--proxy http://localhost/#'],
  [{ proxy: 'http://localhost/a#b' }, bare, '--proxy http://localhost/a#b'],
  [{ proxy: 'http://ada:MARKER@localhost' }, withoutUser, '--proxy http://ada:MARKER@localhost'],
  [{ proxy: 'http://:MARKER@localhost' }, withoutUser, '--proxy http://:MARKER@localhost'],
  [{ proxy: 'http://MARKER@localhost' }, withoutUser, '--proxy http://MARKER@localhost'],
])('the options %j are rejected: %s', async (options, problem, args) => {
  const message = `${Object.keys(options)[0]} ${problem}`;
  expect(() => createMock(options as MockOptions)).toThrow(expect.objectContaining({ message }));
  const lines = args === undefined ? [] : [await problemOf(args)];
  expect(lines.join()).not.toContain('MARKER');
  expect(lines).toEqual(lines.map(() => expect.stringContaining(`${args?.split(' ')[0]} ${problem}. See`) as string));
});

test('an unknown option is rejected, and what is off or undefined contradicts nothing', () => {
  const message =
    /^There is no option 'sead', but edition, unauthorizedBody, .*, onExchange$/;
  expect(() => createMock({ sead: 'a' } as MockOptions)).toThrow(message);
  createMock({ proxy, prism: false, stateless: false, examples: false });
  createMock({ seed: undefined });
});

test.each([
  ['--prot 80', "Unknown option '--prot', did you mean '--port'"],
  ['4010', 'Too many arguments'],
  ['--port 70000', 'It must be an integer from 0 to 65535'],
  ['--latency 1000', 'It must be a duration such as 500ms, 30s or 2m'],
  ['--latency 1e3', 'It must be a duration such as 500ms, 30s or 2m'],
  [
    '--prism --state-file a.json',
    '--prism cannot be combined with --state-file',
  ],
  [
    '--proxy http://a --state-file a.json',
    '--proxy cannot be combined with --state-file',
  ],
  ['--record a.har', '--record needs --proxy: the mock itself is not recorded'],
  ['--json --quiet', '--json cannot be combined with --quiet'],
  ['--state-file=', '--state-file takes a value'],
  [
    '--fault nowhere:404',
    "'nowhere:404' is invalid. operation is one of listAppConversations, ",
  ],
  [
    '--fault getSettings:burn',
    'break is one of reset, truncated, malformed, not ',
  ],
  ['--fault *:404:0', 'times is 1 or more, not 0'],
  ['--fault *', 'Write OPERATION:WHAT or OPERATION:WHAT:TIMES'],
  ['--fault *:404:often', 'Write OPERATION:WHAT or OPERATION:WHAT:TIMES'],
])('rejects %s', async (args, message) => {
  expect(await problemOf(args)).toContain(message);
});

// prettier-ignore
test.each<[args: string, options: MockOptions, rest?: Partial<CliOptions>]>([
  ['--seed a --examples --clock manual', { seed: 'a', examples: true, clock: 'manual' }],
  ['--startup-time 0ms --latency 2s', { startupTimeInMs: 0, latencyInMs: 2000 }],
  ['--stateless --control', { stateless: true, control: true }],
  ['--edition 1.11.0 --unauthorized-body text', { edition: '1.11.0', unauthorizedBody: 'text' }],
  ['--rate-limit 10 --strict', { rateLimit: 10, strict: true }],
  ['--default-key any --allow-host a.example --allow-host b', { defaultKey: 'any', allowHosts: ['a.example', 'b'] }],
  ['--accept-key a --accept-key b', { acceptKeys: ['a', 'b'] }],
  ['--key-header Authorization --default-key any', { keyHeaders: ['Authorization'], defaultKey: 'any' }],
  ['--proxy http://a --allow-origin https://a.example', { proxy: 'http://a', allowOrigins: ['https://a.example'] }],
  ['--host 0.0.0.0', { host: '0.0.0.0' }],
  ['--proxy http://a --host :: --record a.har', { proxy: 'http://a', host: '::' }, { record: 'a.har' }],
  ['--prism --quiet', { prism: true }, { log: undefined }],
  ['--fault getSettings:404 --fault=*:500', { faults: [{ operation: 'getSettings', status: 404 }, { status: 500 }] }],
  ['--fault *:delay=500ms', { faults: [{ delayInMs: 500 }] }],
  ['--fault *:truncated:2', { faults: [{ break: 'truncated', times: 2 }] }],
  ['--port 0 --json --state-file a.json', {}, { port: 0, log: 'json', stateFile: 'a.json' }],
])('reads %s', async (args, mock, rest) => {
  const { err, options } = await read(...args.split(' '));
  expect(err).toBe('');
  expect(options).toEqual({ port: 4010, log: 'lines', stateFile: undefined, record: undefined, mock, ...rest });
});

/** A value that must not be repeated, as it can be a secret. */
const marker = 'sk-marker-4711';
const spec = { id: 'a', command: null };
const settingsProblem =
  'The settings break the contract: /max_iterations must be an integer or null';
const specsProblem =
  'The sandbox specs break the contract: /items/1/command must be an array or null';

test.each<{ option: string; text: string; reason: string }>([
  {
    option: '--settings',
    text: '',
    reason: 'this is not JSON (line 1 column 1)',
  },
  {
    option: '--settings',
    text: `{\n "a": "${marker}"\n  "b": 1}`,
    reason: 'this is not JSON (line 3 column 3)',
  },
  {
    option: '--settings',
    text: `{"max_iterations": "${marker}"}`,
    reason: settingsProblem,
  },
  {
    option: '--sandbox-specs',
    text: JSON.stringify([spec, { id: 'b', command: marker }]),
    reason: specsProblem,
  },
  {
    option: '--data',
    text: JSON.stringify({ sandboxes: [{ status: [marker] }] }),
    reason: 'The data break the contract: /sandboxes/0/status must be a string',
  },
  {
    option: '--scenarios',
    text: JSON.stringify({ a: { settings: { max_iterations: marker } } }),
    reason: `scenarios 'a': ${settingsProblem}`,
  },
])(
  'rejects $option with the content $text, and repeats no value',
  async (rejected) => {
    const { option, text, reason } = rejected;
    const path = join(folder(), 'given.json');
    writeFileSync(path, text);
    expect(await read(option, path)).toMatchObject({
      code: 2,
      err: `${option} ${path}: ${reason}\n`,
    });
  },
);

test('reads settings and sandbox specs from files that exist', async () => {
  const at = folder();
  const [settings, specs] = [join(at, 'settings.json'), join(at, 'specs.json')];
  const missing = `--settings ${settings}: no such file or directory\n`;
  expect((await read('--settings', settings)).err).toBe(missing);
  const wrong = `--sandbox-specs ${at}: illegal operation on a directory\n`;
  expect((await read('--sandbox-specs', at)).err).toBe(wrong);
  writeFileSync(settings, '{"llm_model":"mine"}');
  writeFileSync(specs, JSON.stringify({ items: [spec] }));
  const { options } = await read(
    '--settings',
    settings,
    '--sandbox-specs',
    specs,
  );
  const mock = {
    settings: { llm_model: 'mine' },
    sandboxSpecs: { items: [spec] },
  };
  expect(options).toMatchObject({ mock });
});

test('reads data and scenarios from files', async () => {
  const at = folder();
  const [data, scenarios] = [join(at, 'data.json'), join(at, 'scenarios.json')];
  writeFileSync(data, '{"sandboxes":[{"id":"a"}]}');
  writeFileSync(scenarios, '{"slow":{"latencyInMs":5}}');
  const args = ['--data', data, '--scenarios', scenarios, '--scenario'];
  const { options } = await read(...args, 'slow');
  expect(options?.mock).toEqual({
    data: { sandboxes: [{ id: 'a' }] },
    scenarios: { slow: { latencyInMs: 5 } },
    scenario: 'slow',
  });
  expect((await read(...args, 'fast')).err).toContain(
    "--scenario is one of slow, not 'fast'",
  );
  expect((await read('--scenario', 'a')).err).toContain(
    '--scenario needs scenarios',
  );
});

test('the README lists the options of the help, and its commands use no others', async () => {
  const { out } = await read('--help');
  expect(out).toContain('Exit codes: 0 stopped by a signal; 2 ');
  const known = optionsIn(String(out.match(/^ {2}(-h, )?--.*$/gm)));
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  const [, section = ''] = readme.split('\n## Options\n');
  const rows = section.slice(0, section.indexOf('\n## ')).match(/^\| `.*?\|/gm);
  expect(optionsIn(String(rows)).toSorted()).toEqual(known.toSorted());
  const commands = readme.match(
    /(?<=^npm exec --no -- )agent-conversation-mock.*$/gm,
  );
  expect(known).toEqual(expect.arrayContaining(optionsIn(String(commands))));
});

function optionsIn(text: string): string[] {
  return [...new Set(text.match(/(?<![\w-])--[a-z][a-z-]*/g))];
}

/** Each property of an object, and undefined. */
type AllUndefined<T> = { readonly [Name in keyof T]-?: undefined };

const noOptions: AllUndefined<MockOptions> = {
  acceptKeys: undefined,
  allowHosts: undefined,
  allowOrigins: undefined,
  clock: undefined,
  control: undefined,
  data: undefined,
  defaultKey: undefined,
  edition: undefined,
  examples: undefined,
  faults: undefined,
  keyHeaders: undefined,
  host: undefined,
  latencyInMs: undefined,
  onExchange: undefined,
  prism: undefined,
  proxy: undefined,
  rateLimit: undefined,
  sandboxSpecs: undefined,
  replay: undefined,
  saved: undefined,
  scenario: undefined,
  scenarios: undefined,
  seed: undefined,
  settings: undefined,
  startupTimeInMs: undefined,
  stateless: undefined,
  strict: undefined,
  unauthorizedBody: undefined,
};

const noFault: AllUndefined<Fault> = {
  body: undefined,
  break: undefined,
  delayInMs: undefined,
  headers: undefined,
  key: undefined,
  operation: undefined,
  status: undefined,
  times: undefined,
  when: undefined,
};

const noListenOptions: AllUndefined<ListenOptions> = {
  port: undefined,
  requestTimeoutInMs: undefined,
};

/** Returns the status and the settings that a mock responds with. */
async function settingsOf(fetch: typeof globalThis.fetch, url = 'http://mock') {
  const headers = { 'X-Session-API-Key': 'any' };
  const response = await fetch(`${url}/api/settings`, { headers });
  return { status: response.status, body: (await response.json()) as object };
}

test('an option that is undefined is as if it were left out', async () => {
  const mock = createMock(noOptions);
  const usual = await settingsOf(createMock().fetch);
  expect(usual.status).toBe(200);
  expect(await settingsOf(mock.fetch)).toEqual(usual);
  const server = await mock.listen(noListenOptions);
  try {
    expect(await settingsOf(fetch, server.url)).toEqual(usual);
  } finally {
    await server.close();
  }
});

test('a property of a fault that is undefined is as if it were left out', async () => {
  const mock = createMock({ faults: [{ ...noFault, status: 418 }] });
  mock.fault({ ...noFault, delayInMs: 1 });
  expect((await settingsOf(mock.fetch)).status).toBe(418);
  expect((await settingsOf(mock.fetch)).status).toBe(418);
});

test.each(['documented', '1.5.0'] as const)(
  'a setting that is undefined is as if it were left out: %s',
  async (edition) => {
    const settings = { language: 'de', agent: undefined, llm_model: undefined };
    const { body } = await settingsOf(createMock({ edition, settings }).fetch);
    const usual = await settingsOf(
      createMock({ edition, settings: { language: 'de' } }).fetch,
    );
    expect(body).toEqual(usual.body);
    expect(Object.keys(body)).toEqual(Object.keys(usual.body));
  },
);

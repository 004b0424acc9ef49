import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { operations as validators } from '@agent-conversation/validators';
import { afterAll, expect, test } from 'vitest';
import { cleanUp, run } from '../test/program.ts';

afterAll(cleanUp);

const operations = Object.keys(validators).join(', ');
const whole = 'takes a whole number, 0 or more';

test.concurrent.each<[string, string]>([
  ['--prot 80', "Unknown option '--prot'; see --help"],
  ['-p 80', "Unknown option '-p'; see --help"],
  ['--port', "Option '--port <value>' argument missing; see --help"],
  ['--port --json', "Option '--port' argument is ambiguous; see --help"],
  ['--json=yes', "Option '--json' does not take an argument; see --help"],
  ['4010', "Unexpected argument '4010'; see --help"],
  ['--port web', `--port ${whole}, not 'web'`],
  ['--port 70000', "--port takes a number from 0 to 65535, not '70000'"],
  ['--port -1', "Option '--port' argument is ambiguous; see --help"],
  ['--port=-1', `--port ${whole}, not '-1'`],
  ['--port=', `--port ${whole}, not ''`],
  ['--port 4010.5', `--port ${whole}, not '4010.5'`],
  ['--clock x', "clock is real, requests, manual, not 'x'"],
  ['--latency x', `--latency ${whole}, not 'x'`],
  ['--latency 1e3', `--latency ${whole}, not '1e3'`],
  ['--startup-time=-1', `--startup-time ${whole}, not '-1'`],
  ['--startup-time -1', "Option '--startup-time' argument is ambiguous; see --help"],
  [
    '--proxy nonsense',
    'proxy is an absolute http(s) address such as http://localhost:3000, without query and user',
  ],
  [
    '--proxy ftp://localhost',
    'proxy is an absolute http(s) address such as http://localhost:3000, without query and user',
  ],
  [
    '--proxy http://localhost --stateless',
    'A proxy takes no stateless: the service behaves as it does',
  ],
  [
    '--proxy http://localhost --examples',
    'A proxy takes no examples: the service behaves as it does',
  ],
  [
    '--stateless --examples',
    'stateless takes no examples: it keeps nothing that could begin with them',
  ],
  [
    '--proxy http://localhost --fault *:503',
    'A proxy takes no faults: the service behaves as it does',
  ],
  [
    '--proxy http://localhost --state-file state.json',
    '--proxy takes no --state-file: the service keeps its own state',
  ],
  ['--json --quiet', '--json and --quiet exclude each other'],
  ['--state-file=', '--state-file needs the name of a file'],
  [
    '--fault nowhere:404',
    `--fault nowhere:404: There is no operation 'nowhere', but ${operations}`,
  ],
  [
    '--fault getSettings:burn',
    "--fault getSettings:burn: An answer breaks by reset, truncated, malformed, not 'burn'",
  ],
  ['--fault getSettings:999', '--fault getSettings:999: A status is 200 to 599, not 999'],
  ['--fault *:404:0', '--fault *:404:0: A fault strikes 1 or more times, not 0'],
  [
    '--fault *:delay=99999999999',
    '--fault *:delay=99999999999: A delay is 0 to 2147483647 milliseconds, not 99999999999',
  ],
  ['--fault *', '--fault *: write OPERATION:WHAT or OPERATION:WHAT:TIMES'],
  ['--fault *:404:often', '--fault *:404:often: write OPERATION:WHAT or OPERATION:WHAT:TIMES'],
])('%s is refused', async (args, message) => {
  expect(await run(args.split(' '))).toEqual({ code: 2, stdout: '', stderr: `${message}\n` });
});

test.concurrent('a taken port is told, with the way out', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  expect(await run(['--port', String(port)])).toEqual({
    code: 2,
    stdout: '',
    stderr: `Port ${port} of 127.0.0.1 is taken. Stop what listens there, or choose another with --port.\n`,
  });
  server.close();
});

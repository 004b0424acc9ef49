/** The command, with editions that are scripts. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  mkdtempDisposableSync,
  readdirSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '@agent-conversation/cli';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { checkReport } from '../commands/report.ts';
import { editions } from '../main.ts';
import { addEdition, type Behavior } from './fake-edition.ts';

let cache: ReturnType<typeof mkdtempDisposableSync>;
beforeEach(
  () => (cache = mkdtempDisposableSync(join(tmpdir(), 'editions-test-'))),
);
afterEach(() => {
  vi.unstubAllEnvs();
  cache.remove();
});

interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

async function command(...args: readonly string[]): Promise<Ended> {
  let [out, err] = ['', ''];
  const io = {
    out: (text: string) => (out += text),
    err: (text: string) => (err += text),
  };
  const folder = args.includes('--cache') ? [] : ['--cache', cache.path];
  const code = await runCommand(editions, [...args, ...folder], io);
  return { code, out, err };
}

test.each([
  { args: [], message: "Missing required argument 'COMMAND'" },
  {
    args: ['begin'],
    message: "Command-argument value 'begin' is invalid for argument 'COMMAND'",
  },
  { args: ['start'], message: 'start needs an edition, such as 1.5.0' },
  { args: ['list', '1.5.0'], message: 'list takes no edition' },
  {
    args: ['start', 'newest'],
    message: "'newest' is no edition: name a version of the package",
  },
  { args: ['check', '1.5.0', '--port', '1'], message: '--port is for start' },
  {
    args: ['start', '1.5.0', '--report', 'a'],
    message: '--report is for compare, check and run',
  },
  {
    args: ['list', '--report', 'a'],
    message: '--report is for compare, check and run',
  },
  {
    args: ['start', '1.5.0', '--port', '70000'],
    message: 'It must be an integer from 0 to 65535',
  },
])('$args: $message', async ({ args, message }) => {
  const { code, err } = await command(...args);
  expect({ code, isInOneLine: err.trim().split('\n').length === 1 }).toEqual({
    code: 2,
    isInOneLine: true,
  });
  expect(err).toContain(message);
});

test('lists the editions that are known, and those that are installed', async () => {
  addEdition(cache.path, '1.5.0', 'listening');
  addEdition(cache.path, '1.3.0', 'listening');
  const { out } = await command('list');
  expect(out)
    .toBe(`Edition  Generations  Key          Settings          Installed
0.62.0   V0, V1       for V0 only  /api/settings     no
1.5.0    V0, V1       for both     /api/settings     yes
1.11.0   V1           yes          /api/v1/settings  no

Also installed: 1.3.0

Folder: ${cache.path}
`);
});

test('a file in place of the folder is reported with what to do', async () => {
  const file = join(cache.path, 'file');
  writeFileSync(file, '');
  for (const args of [['list'], ['install', '1.5.0']]) {
    const { code, err } = await command(...args, '--cache', file);
    expect({ args, code }).toEqual({ args, code: 2 });
    expect(err).toMatch(
      /^E(NOTDIR|EXIST): .*Name another folder with --cache FOLDER\.\n$/,
    );
  }
});

test('a folder in place of the report is rejected before anything is started', async () => {
  addEdition(cache.path, '1.5.0', 'listening');
  const { code, err } = await command(
    'compare',
    '1.5.0',
    '--report',
    cache.path,
  );
  expect({ code, err }).toEqual({
    code: 2,
    err: `--report ${cache.path}: the file cannot be written (illegal operation on a directory)\n`,
  });
});

test.each([
  {
    report: '/dev/null/x.md',
    reason: /cannot be written \(not a directory\)$/,
  },
  {
    report: 'FOLDER/no/x.md',
    reason: /cannot be written \(no such file or directory\)$/,
  },
  {
    report: 'FOLDER/loop',
    reason: /cannot be written \(too many symbolic links encountered\)$/,
  },
  {
    report: `FOLDER/${'x'.repeat(300)}`,
    reason: /cannot be written \(name too long\)$/,
  },
])(
  'the report $report is rejected before anything is started',
  async ({ report, reason }) => {
    addEdition(cache.path, '1.5.0', 'listening');
    symlinkSync('loop', join(cache.path, 'loop'));
    const before = readdirSync(cache.path);
    const file = report.replace('FOLDER', cache.path);
    for (const action of ['compare', 'check', 'run']) {
      const { code, err } = await command(action, '1.5.0', '--report', file);
      expect(code).toBe(2);
      expect(err.startsWith(`--report ${file}: `)).toBe(true);
      expect(err.trimEnd()).toMatch(reason);
    }
    expect(readdirSync(cache.path)).toEqual(before);
  },
);

test('a report that can be written leaves nothing before the run', () => {
  for (const file of [
    join(cache.path, 'new.md'),
    join(cache.path, 'old.md'),
    '/dev/null',
  ]) {
    if (file.endsWith('old.md')) writeFileSync(file, 'old');
    checkReport(file);
  }
  expect(readdirSync(cache.path)).toEqual(['old.md']);
});

test('a taken port is reported before anything is installed', async () => {
  await using server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  const { code, err } = await command('start', '1.5.0', '--port', String(port));
  expect({ code, err }).toEqual({
    code: 2,
    err: `Port ${port} of 127.0.0.1 is taken. Stop what listens there, or choose another with --port.\n`,
  });
});

test('other systems get one sentence', async () => {
  const { platform } = process;
  Object.defineProperty(process, 'platform', { value: 'win32' });
  try {
    expect(await command('start', '1.5.0', '--port', '0')).toEqual({
      code: 2,
      out: '',
      err: 'Editions of the service run on Linux and macOS only.\n',
    });
  } finally {
    Object.defineProperty(process, 'platform', { value: platform });
  }
});

test('a service that ends shows its last lines, without secrets', async () => {
  addEdition(cache.path, '1.5.0', 'ending');
  const { code, err } = await command('start', '1.5.0', '--port', '0');
  expect(code).toBe(2);
  expect(err).toContain(
    'The service has ended with exit code 3. Its last lines:\n  Loading\n',
  );
  expect(err).toContain(
    '  api_key=[redacted] and [redacted]\n  The port is wrong\n',
  );
});

test('a service that does not work is reported with what it responds', async () => {
  addEdition(cache.path, '1.5.0', 'failing');
  const { code, err } = await command('start', '1.5.0', '--port', '0');
  expect(code).toBe(2);
  expect(err).toMatch(
    /responds with 500 to GET http:\S+\/api\/settings, must be 200 or 404/,
  );
});

/** Starts an edition with a program of its own, as a shell does. */
function start(behavior: Behavior) {
  addEdition(cache.path, '1.5.0', behavior);
  return startProgram();
}

function startProgram(...options: readonly string[]) {
  const main = join(import.meta.dirname, '../main.ts');
  const args = [
    main,
    'start',
    '1.5.0',
    '--port',
    '0',
    '--cache',
    cache.path,
    ...options,
  ];
  const env = {
    ...process.env,
    SECRET_OF_THE_CALLER: 'secret',
    npm_lifecycle_event: undefined,
  };
  return spawn(process.execPath, args, { env });
}

/** Reads what a program prints until it has all of a pattern. */
async function read(
  child: ReturnType<typeof start>,
  pattern: RegExp,
): Promise<RegExpExecArray> {
  let text = '';
  for await (const chunk of child.stdout.setEncoding('utf8')) {
    text += String(chunk);
    const match = pattern.exec(text);
    if (match) return match;
  }
  throw new Error(`The program has ended: ${text}`);
}

test.each(['SIGINT', 'SIGTERM', 'SIGKILL'] as const)(
  'start serves until %s, and nothing is left of it',
  async (signal) => {
    const child = start('listening');
    const ended = once(child, 'exit');
    const pattern = /Base URL {2}(\S+)\n {2}Key {7}(\w+)[^]*Ctrl-C/;
    const [, baseUrl = '', key = ''] = await read(child, pattern);
    const headers = { 'X-Session-API-Key': key };
    const options = { method: 'POST', headers };
    const response = await fetch(`${baseUrl}/api/v1/sandboxes`, options);
    const { pid } = (await response.json()) as { pid: number };
    process.kill(pid, 'SIGSTOP');
    expect(await fetch(`${baseUrl}/api/v1/sandboxes/search`)).toMatchObject({
      status: 401,
    });

    child.kill(signal);
    const [code] = (await ended) as [number | null];
    expect(code).toBe(signal === 'SIGKILL' ? null : 0);
    await expect.poll(() => isRunning(pid), { timeout: 10_000 }).toBe(false);
    await expect
      .poll(() => isReachable(baseUrl), { timeout: 10_000 })
      .toBe(false);
  },
);

/** Ends a program as soon as it reports a step. @returns what it reports, and how it ends */
async function endDuring(child: ReturnType<typeof start>, step: string) {
  const ended = once(child, 'exit');
  let err = '';
  for await (const chunk of child.stderr.setEncoding('utf8')) {
    const isFirst = !err.includes(step);
    err += String(chunk);
    if (isFirst && err.includes(step)) child.kill('SIGINT');
  }
  return { err, ended: await ended };
}

test('Ctrl-C while the service starts ends it, without a result', async () => {
  const { err, ended } = await endDuring(start('silent'), 'Start edition');
  expect(ended).toEqual([2, null]);
  expect(err).toMatch(/^Start edition 1\.5\.0 … ended after .* m?s$/m);
  expect(err).toContain(
    'Ended by SIGINT: the service and its sandboxes are stopped.',
  );
});

test('Ctrl-C while an edition is installed leaves nothing of it, and says so', async () => {
  const child = startProgram('--python', addPython('sleep 60'));
  const { err, ended } = await endDuring(child, 'Install uv');
  expect(ended).toEqual([2, null]);
  expect(err).toMatch(/^Install uv in it … ended after .* m?s$/m);
  expect(err).toContain(
    'Ended by SIGINT: nothing of it runs, and what was begun of the installation is removed.\n',
  );
  expect(readdirSync(cache.path)).toEqual(['python3.12']);
});

/** Adds a Python whose virtual environments have a pip that is a script for a shell. */
function addPython(pip: string): string {
  const python = join(cache.path, 'python3.12');
  const script = `#!/bin/sh
if [ "$1" = --version ]; then echo Python 3.12.9; exit; fi
mkdir -p "$3/bin"
cat > "$3/bin/python" << 'END'
#!/bin/sh
${pip}
END
chmod +x "$3/bin/python"
`;
  writeFileSync(python, script);
  chmodSync(python, 0o755);
  return python;
}

test('an installation that fails leaves nothing, and says what to do', async () => {
  const python = addPython(
    'echo "NewConnectionError: Failed to establish a new connection" >&2; exit 1',
  );
  const { code, err } = await command('install', '1.5.0', '--python', python);
  expect(code).toBe(2);
  expect(err).toContain('Create a virtual environment …');
  expect(err).toContain(
    'Could not install uv. The package index cannot be reached: check the network',
  );
  expect(readdirSync(cache.path)).toEqual(['python3.12']);
});

test.each([
  {
    version: '9.9.9',
    advice: 'There is no such version for this system and Python',
  },
  {
    version: '0.62.0',
    advice: 'The wheel of 0.62.0 is for Python 3.12 on Linux (x86-64) only',
  },
])(
  'a version that cannot be installed: $version',
  async ({ version, advice }) => {
    const wanted = `openhands-ai==${version}`;
    const minors = Array.from({ length: 40 }, (_, minor) => minor);
    const ignored = minors.map(
      (minor) => `0.${minor}.0 Requires-Python <3.13,>=3.12`,
    );
    const found = minors.map((minor) => `1.${minor}.0`);
    const python = addPython(`case "$*" in *download*) ;; *) exit ;; esac
cat << 'LINES'
ERROR: Ignored the following versions that require a different python version: ${ignored.join('; ')}
ERROR: Could not find a version that satisfies the requirement ${wanted} (from versions: ${found.join(', ')})
ERROR: No matching distribution found for ${wanted}
LINES
exit 1`);
    const { code, err } = await command('install', version, '--python', python);
    const newest = ignored.slice(-5).join('; ');
    const newestFound = found.slice(-5).join(', ');
    expect(code).toBe(2);
    expect(err).toContain(`Could not install ${wanted}. ${advice}:
  ERROR: Ignored the following versions that require a different python version: … ${newest}
  ERROR: Could not find a version that satisfies the requirement ${wanted} (from versions: … ${newestFound})
  ERROR: No matching distribution found for ${wanted}
`);
  },
);

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function isReachable(url: string): Promise<boolean> {
  try {
    await fetch(url);
    return true;
  } catch {
    return false;
  }
}

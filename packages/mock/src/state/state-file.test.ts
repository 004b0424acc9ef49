import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs, {
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { ask, startSandbox } from '../../test/ask.ts';
import { cleanUp, folder, run, start } from '../../test/program.ts';
import { assembleMock } from '../mock.ts';
import type { MockOptions } from '../options.ts';
import { openStateFile } from './state-file.ts';
import type { SavedState } from './store.ts';

afterAll(cleanUp);
afterEach(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
});

const file = () => join(folder(), 'state.json');
/** Starts a mock with a state file. The next one with the same file is the mock after a restart. */
function open(path: string, options: MockOptions = {}) {
  const { close, ...storage } = openStateFile(path);
  const { mock, seed } = assembleMock(
    { clock: 'manual', control: true, ...options },
    { storage },
  );
  return { mock, seed, close };
}

/** Saves a state, of which nothing is to be restored. */
async function saveTo(path: string, saved: object): Promise<void> {
  const { save, close } = openStateFile(path);
  await save(saved, () => {}).finally(close);
}

/** Returns what a file has, as a mock reads it. */
function savedIn(path: string): SavedState | undefined {
  const { saved, close } = openStateFile(path);
  close();
  return saved;
}

/** Returns the content of the lock of a process on this machine. */
const lockOf = (pid: number | undefined) =>
  JSON.stringify({ pid, host: hostname() });

/** Returns the content of the lock of a process that has ended. */
async function abandonedLock(): Promise<string> {
  const ended = spawn(process.execPath, ['-e', '']);
  await once(ended, 'exit');
  return lockOf(ended.pid);
}

/** Puts a function in the place of `link`, which gets that of the system. */
function replaceLink(
  link: (system: typeof fs.linkSync, from: string, to: string) => void,
): void {
  const system = fs.linkSync;
  const replacement = (from: fs.PathLike, to: fs.PathLike) =>
    link(system, String(from), String(to));
  vi.spyOn(fs, 'linkSync').mockImplementation(replacement);
  syncBuiltinESMExports();
}

const state: SavedState = {
  seed: 'a',
  clock: 'real',
  offset: 0,
  accounts: { abc: { requests: 1, ids: [1, 2, 3, 4] } as never },
};

test.each<MockOptions>([{}, { clock: 'requests' }, { examples: true }])(
  'restores everything after a restart with %j, and generates new ids',
  async (options) => {
    const path = file();
    const before = open(path, options);
    const { mock } = before;
    await startSandbox(mock, 'grace');
    const { id } = await startSandbox(mock);
    await ask(mock, 'POST', `/api/v1/sandboxes/${id}/pause`);
    await ask(mock, 'POST', '/api/v1/app-conversations', {
      body: { llm_model: 'acme/m' },
    });
    await ask(mock, 'POST', '/api/conversations', { body: {} });
    await ask(mock, 'GET', '/api/v1/sandboxes/search');
    await ask(mock, 'POST', '/_mock/advance', { body: { milliseconds: 1500 } });

    before.close();
    const after = open(path, options);
    expect(after.seed).toBe(before.seed);
    for (const key of ['ada', 'grace'])
      expect(after.mock.state(key)).toEqual(mock.state(key));
    after.mock.advance(60_000);
    expect(after.mock.state('ada').appConversations[0]).toMatchObject({
      llm_model: 'acme/m',
    });
    await startSandbox(after.mock);
    const ids = after.mock.state('ada').sandboxes.map((it) => it.id);
    expect(new Set(ids).size).toBe(ids.length);
    await ask(after.mock, 'POST', '/_mock/reset', { key: 'ada' });
    after.close();
    const fresh = open(path, options);
    fresh.close();
    expect(fresh.mock.state('ada').sandboxes).toEqual(
      fresh.mock.state('nobody').sandboxes,
    );
  },
);

test('writes neither keys nor secrets', async () => {
  const [path, key, secret] = [file(), 'key-of-mine', 'sk-marker-4711'];
  const { mock } = open(path, {
    startupTimeInMs: 0,
    settings: { llm_api_key: secret },
  });
  const { session_api_key } = await startSandbox(mock, key);
  await ask(mock, 'POST', '/api/v1/app-conversations', { key, body: {} });
  const text = readFileSync(path, 'utf8');
  for (const it of [key, secret, session_api_key!]) {
    expect(it.length).toBeGreaterThan(8);
    expect(text).not.toContain(it);
  }
});

test('writes every change before its response, also of many at once', async () => {
  const path = file();
  const { mock } = open(path);
  const keys = Array.from({ length: 60 }, (_, index) => `key ${index % 3}`);
  const started = await Promise.all(
    keys.map(async (key) => startSandbox(mock, key)),
  );
  const text = readFileSync(path, 'utf8');
  expect(started.filter(({ id }) => !text.includes(id))).toEqual([]);
});

test('a change that comes while another is written is written, too', async () => {
  const path = file();
  const { save, close } = openStateFile(path);
  let requests = 1;
  const writing = Promise.withResolvers<void>();
  const changing = {
    toJSON() {
      writing.resolve();
      return {
        ...state,
        accounts: { abc: { ...state.accounts['abc'], requests } },
      };
    },
  };
  const first = save(changing, () => {});
  await writing.promise;
  requests = 2;
  await save(changing, () => {});
  close();
  expect(savedIn(path)?.accounts['abc']?.requests).toBe(2);
  await expect(first).resolves.toBeUndefined();
});

test.each(['/api/v1/sandboxes/search', '/_mock/state'])(
  'GET %s shows a change of another request once that is stored',
  async (request) => {
    const path = file();
    const { mock, close } = open(path);
    const { id } = await startSandbox(mock);
    const pausing = ask(mock, 'POST', `/api/v1/sandboxes/${id}/pause`);
    let shown = '';
    while (!shown.includes('PAUSED'))
      shown = (await ask(mock, 'GET', request)).text;
    expect(readFileSync(path, 'utf8')).toContain('PAUSED');
    await pausing;
    close();
  },
);

test('undoes what could not be written, reports it in every response that waits, and goes on', async () => {
  const inner = join(folder(), 'inner');
  mkdirSync(inner);
  const path = join(inner, 'state.json');
  const { mock } = open(path);
  const { id } = await startSandbox(mock);
  mock.advance(2000);
  await ask(mock, 'POST', '/_mock/advance', { body: { milliseconds: 1000 } });
  const before = mock.state('ada');

  renameSync(inner, `${inner}-moved`);
  const request = async (method: string, at: string, body?: object) =>
    ask(mock, method, at, { body });
  const turn = async () => new Promise((resolve) => setTimeout(resolve, 0));
  const [reads, changes] = await Promise.all([
    Promise.all(
      ['/api/v1/sandboxes/search', '/_mock/state'].map((at) =>
        request('GET', at),
      ),
    ),
    Promise.all([
      request('POST', `/api/v1/sandboxes/${id}/pause`),
      request('POST', '/api/v1/sandboxes'),
      // One that comes while the first save is being written.
      turn().then(async () => request('POST', '/api/v1/sandboxes')),
      request('POST', '/_mock/advance', { milliseconds: 5000 }),
      request('POST', '/_mock/reset'),
    ]),
  ]);
  for (const failed of changes) {
    expect(failed.status).toBe(500);
    expect(failed.text).toContain('ENOENT: no such file or directory');
  }
  for (const { text } of reads) expect(text).not.toContain('PAUSED');
  expect(mock.state('ada')).toEqual(before);
  expect((await request('GET', '/api/v1/sandboxes/search')).body).toMatchObject(
    {
      items: [{ id, status: 'RUNNING' }],
    },
  );

  renameSync(`${inner}-moved`, inner);
  const next = await startSandbox(mock);
  const text = readFileSync(path, 'utf8');
  expect(text).toContain(next.id);
  expect(text).not.toContain('PAUSED');
});

test('what a delayed request changes is stored, whatever failed in the meantime', async () => {
  const inner = join(folder(), 'inner');
  mkdirSync(inner);
  const path = join(inner, 'state.json');
  const { mock } = open(path);
  mock.fault({ operation: 'startSandbox', delayInMs: 100, times: 1 });
  const late = startSandbox(mock);
  renameSync(inner, `${inner}-moved`);
  const failed = await ask(mock, 'POST', '/api/v1/sandboxes');
  renameSync(`${inner}-moved`, inner);
  expect(failed.status).toBe(500);
  const { id } = await late;
  expect(mock.state('ada').sandboxes).toMatchObject([{ id }]);
  expect(readFileSync(path, 'utf8')).toContain(id);
});

describe.skipIf(process.platform === 'win32')('on POSIX', () => {
  test('only the owner can read the file, its lock, and what was a draft of others', async () => {
    const path = file();
    writeFileSync(`${path}.new`, 'left behind', { mode: 0o644 });
    const { save, close } = openStateFile(path);
    expect(statSync(`${path}.lock`).mode & 0o777).toBe(0o600);
    await save(state, () => {});
    close();
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(savedIn(path)).toEqual(state);
  });

  test('writes through no link that somebody else put in the place of the draft', async () => {
    const path = file();
    const other = join(folder(), 'other.txt');
    writeFileSync(other, 'mine');
    const { save, close } = openStateFile(path);
    symlinkSync(other, `${path}.new`);
    await expect(save(state, () => {})).rejects.toThrow('EEXIST');
    expect(readFileSync(other, 'utf8')).toBe('mine');
    await save(state, () => {});
    close();
    expect(savedIn(path)).toEqual(state);
  });

  test('a symbolic link stays one, and its target is written, whether it exists or not', async () => {
    const at = folder();
    mkdirSync(join(at, 'real'));
    const target = join(at, 'real', 'state.json');
    const [link, linkToLink] = [
      join(at, 'link.json'),
      join(at, 'real', 'second.json'),
    ];
    symlinkSync('real/second.json', link);
    symlinkSync('state.json', linkToLink);
    for (const requests of [1, 2]) {
      await saveTo(link, { ...state, offset: requests });
      expect(lstatSync(link).isSymbolicLink()).toBe(true);
      expect(lstatSync(linkToLink).isSymbolicLink()).toBe(true);
      expect(savedIn(target)?.offset).toBe(requests);
    }
    const { close } = openStateFile(link);
    expect(() => openStateFile(target)).toThrow(
      `${target} is in use by another mock`,
    );
    close();
  });

  test('rejects links that lead in a circle', () => {
    const path = file();
    symlinkSync(path, path);
    expect(() => openStateFile(path)).toThrow(
      `The state file ${path} cannot be used: ELOOP`,
    );
  });

  test('rejects a FIFO without waiting for a writer, a device and a directory', async () => {
    const directory = folder();
    for (const path of [directory, `${directory}/`]) {
      const message = `The state file ${path} cannot be used: it is not a regular file`;
      expect(() => openStateFile(path)).toThrow(message);
      expect(existsSync(`${directory}.lock`)).toBe(false);
    }
    // Without permission for /dev, the lock is the problem.
    expect(() => openStateFile('/dev/null')).toThrow(
      'The state file /dev/null cannot be used: ',
    );

    const fifo = join(folder(), 'fifo');
    execFileSync('/bin/sh', ['-c', 'mkfifo "$0"', fifo]);
    const { code, stderr } = await run(['--port', '0', '--state-file', fifo]);
    expect(code).toBe(2);
    expect(stderr).toBe(
      `The state file ${fifo} cannot be used: it is not a regular file\n`,
    );
    expect(existsSync(`${fifo}.lock`)).toBe(false);
  });

  const lockEndings = ['.lock', '.lock.takeover'];

  /** Puts what a command makes in the place of a lock. Returns the path of the state file, and what the mock says. */
  async function plantLock(command: string, ending: string) {
    const path = file();
    writeFileSync(`${path}.lock`, await abandonedLock());
    const lock = `${path}${ending}`;
    execFileSync('/bin/sh', ['-c', `rm -f "$0"; ${command}`, lock]);
    const reason = 'has a lock that is not a regular file. ';
    const advice = `Delete ${lock} if no mock uses the file`;
    return { path, lock, message: `The state file ${path} ${reason}${advice}` };
  }

  test.each([
    { kind: 'a symbolic link to nothing', command: 'ln -s nowhere "$0"' },
    {
      kind: 'a symbolic link to a lock',
      command: 'echo "{}" > "$0.real"; ln -s "$0.real" "$0"',
    },
    { kind: 'a directory', command: 'mkdir "$0"' },
  ])('rejects $kind in the place of a lock', async ({ command }) => {
    for (const ending of lockEndings) {
      const { path, lock, message } = await plantLock(command, ending);
      const before = lstatSync(lock).ino;
      expect(() => openStateFile(path)).toThrow(new TypeError(message));
      expect(lstatSync(lock).ino).toBe(before);
    }
  });

  test('rejects a FIFO in the place of a lock, without waiting for a writer', async () => {
    for (const ending of lockEndings) {
      const { path, lock, message } = await plantLock('mkfifo "$0"', ending);
      const before = lstatSync(lock).ino;
      const { code, stdout, stderr } = await run([
        '--port',
        '0',
        '--state-file',
        path,
      ]);
      expect(stderr).toBe(`${message}\n`);
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(lstatSync(lock).ino).toBe(before);
    }
  });

  test('a mock that ends while it writes its lock leaves none that is not complete', async () => {
    const path = file();
    const cli = fileURLToPath(
      new URL('../../bin/agent-conversation-mock.js', import.meta.url),
    );
    // Files cannot have any content, so that the first write fails.
    const command = [
      '-c',
      'ulimit -f 0; exec "$@"',
      'sh',
      process.execPath,
      cli,
    ];
    const program = spawn('/bin/sh', [
      ...command,
      '--port',
      '0',
      '--state-file',
      path,
    ]);
    const [code] = (await once(program, 'exit')) as [number | null];
    expect(code).not.toBe(0);
    expect(existsSync(`${path}.lock`)).toBe(false);
    openStateFile(path).close();
  });
});

describe('two mocks with one file', () => {
  test('of which the second in the same process is rejected', () => {
    const path = file();
    const { close } = openStateFile(path);
    expect(() => openStateFile(path)).toThrow(
      new TypeError(
        `The state file ${path} is in use by another mock in this process`,
      ),
    );
    close();
    openStateFile(path).close();
    expect(existsSync(`${path}.lock`)).toBe(false);
  });

  test('of which the second program is rejected, until the first one has ended', async () => {
    const path = file();
    const args = ['--state-file', path, '--quiet'];
    const first = await start(args);
    const { pid } = JSON.parse(readFileSync(`${path}.lock`, 'utf8')) as {
      pid: number;
    };
    const second = await run(['--port', '0', ...args]);
    expect(second).toMatchObject({ code: 2, stdout: '' });
    expect(second.stderr).toContain(
      `The state file ${path} is in use by process ${pid}. `,
    );
    expect(second.stderr).toContain(
      `delete ${path}.lock if that process is no mock\n`,
    );
    await first.end('SIGTERM');
    expect(existsSync(`${path}.lock`)).toBe(false);

    // One that is killed leaves its lock behind.
    const killed = await start(args);
    await killed.end('SIGKILL');
    expect(existsSync(`${path}.lock`)).toBe(true);
    const next = await start(args);
    await next.end('SIGINT');
    expect(existsSync(`${path}.lock`)).toBe(false);
  });

  test('of which only one replaces the lock of a process that has ended', async () => {
    const path = file();
    writeFileSync(`${path}.lock`, await abandonedLock());
    const programs = [1, 2, 3, 4].map(async () =>
      start(['--state-file', path, '--quiet']).catch(
        (error: Error) => error.message,
      ),
    );
    const results = await Promise.all(programs);
    const rejected = results.filter((result) => typeof result === 'string');
    expect(rejected).toHaveLength(results.length - 1);
    for (const message of rejected)
      expect(message).toContain('is in use by process');
  });

  test('of which none replaces a lock while another one does that', async () => {
    const path = file();
    const abandoned = await abandonedLock();
    writeFileSync(`${path}.lock`, abandoned);
    writeFileSync(`${path}.lock.takeover`, lockOf(process.ppid));
    expect(() => openStateFile(path)).toThrow(
      `is in use by process ${process.ppid}. `,
    );
    expect(readFileSync(`${path}.lock`, 'utf8')).toBe(abandoned);
    expect(readFileSync(`${path}.lock.takeover`, 'utf8')).toBe(
      lockOf(process.ppid),
    );
  });

  test('of which the other one was faster to replace a lock', async () => {
    const path = file();
    const lock = `${path}.lock`;
    writeFileSync(lock, await abandonedLock());
    replaceLink((system, from, to) => {
      if (to === `${lock}.takeover`) writeFileSync(lock, lockOf(process.ppid));
      system(from, to);
    });
    expect(() => openStateFile(path)).toThrow(
      `is in use by process ${process.ppid}. `,
    );
    expect(readFileSync(lock, 'utf8')).toBe(lockOf(process.ppid));
    expect(readdirSync(dirname(path))).toEqual([basename(lock)]);
  });

  test('of which the other one begins to replace a lock, and does not', async () => {
    const path = file();
    const lock = `${path}.lock`;
    writeFileSync(lock, await abandonedLock());
    writeFileSync(`${lock}.takeover`, lockOf(process.ppid));
    let attempts = 0;
    replaceLink((system, from, to) => {
      if (to === lock) attempts += 1;
      if (attempts === 2) rmSync(`${lock}.takeover`, { force: true });
      system(from, to);
    });
    const { close } = openStateFile(path);
    expect(readFileSync(lock, 'utf8')).toBe(lockOf(process.pid));
    close();
  });

  test('of which others ended while they replaced a lock', async () => {
    const path = file();
    const abandoned = await abandonedLock();
    const endings = ['.lock', '.lock.takeover', '.lock.takeover.takeover'];
    for (const ending of endings) writeFileSync(`${path}${ending}`, abandoned);
    const { close } = openStateFile(path);
    expect(readFileSync(`${path}.lock`, 'utf8')).toBe(lockOf(process.pid));
    close();
    expect(readdirSync(dirname(path))).toEqual([]);
  });

  test('of which nobody sees a lock without its content', () => {
    const path = file();
    const seen: unknown[] = [];
    replaceLink((system, from, to) => {
      const isBefore = !existsSync(to);
      system(from, to);
      seen.push({ isBefore, to, content: readFileSync(to, 'utf8') });
    });
    openStateFile(path).close();
    const content = lockOf(process.pid);
    expect(seen).toEqual([{ isBefore: true, to: `${path}.lock`, content }]);
  });

  test.each(['EPERM', 'ENOTSUP'])(
    'on a file system without hard links: %s',
    async (code) => {
      const path = file();
      const lock = `${path}.lock`;
      replaceLink(() => {
        throw Object.assign(new Error(`${code}: link`), { code });
      });
      for (const before of [undefined, await abandonedLock()]) {
        if (before !== undefined) writeFileSync(lock, before);
        const { close } = openStateFile(path);
        expect(readFileSync(lock, 'utf8')).toBe(lockOf(process.pid));
        close();
        expect(readdirSync(dirname(path))).toEqual([]);
      }
      writeFileSync(lock, lockOf(process.ppid));
      expect(() => openStateFile(path)).toThrow(
        `is in use by process ${process.ppid}. `,
      );
      expect(readFileSync(lock, 'utf8')).toBe(lockOf(process.ppid));
      expect(readdirSync(dirname(path))).toEqual([basename(lock)]);
    },
  );

  test.each([
    {
      lock: JSON.stringify({ pid: 1, host: 'elsewhere' }),
      reason: 'by process 1 on elsewhere. ',
    },
    { lock: lockOf(process.ppid), reason: 'in use by process ' },
    { lock: '', reason: 'has a lock that names no process. ' },
  ])('of which the first one cannot be seen: $lock', ({ lock, reason }) => {
    const path = file();
    writeFileSync(`${path}.lock`, lock);
    expect(() => openStateFile(path)).toThrow(reason);
    expect(readFileSync(`${path}.lock`, 'utf8')).toBe(lock);
  });

  test('of which the first one had the same process number, as in a container', () => {
    const path = file();
    writeFileSync(`${path}.lock`, lockOf(process.pid));
    openStateFile(path).close();
    expect(existsSync(`${path}.lock`)).toBe(false);
  });
});

test('rejects a file that is damaged or cut anywhere, and leaves it as it is', async () => {
  const path = file();
  await saveTo(path, state);
  expect(savedIn(path)).toEqual(state);
  const text = readFileSync(path, 'latin1');
  // The last byte is a line break.
  for (let at = 0; at < text.length - 1; at += 7) {
    const flipped = String.fromCharCode(text.charCodeAt(at) ^ 1);
    for (const damaged of [
      text.slice(0, at),
      text.slice(0, at) + flipped + text.slice(at + 1),
    ]) {
      writeFileSync(path, damaged, 'latin1');
      expect(() => openStateFile(path), `byte ${at}`).toThrow(
        'Move it away to start without it.',
      );
      expect(readFileSync(path, 'latin1')).toBe(damaged);
    }
  }
});

test('rejects a file of another contract, and names both', async () => {
  const path = file();
  await saveTo(path, state);
  const text = readFileSync(path, 'utf8').replace(
    /"contract":"[^"]+"/,
    '"contract":"0.0.1 (a)"',
  );
  writeFileSync(path, text);
  const message = `The state file ${path} was written by contract 0.0.1 (a), and this is `;
  expect(() => openStateFile(path)).toThrow(message);
});

test('rejects a file that does not fit the options, and names it', async () => {
  const path = file();
  const { mock, close } = open(path);
  await startSandbox(mock);
  close();
  const { code, stderr } = await run([
    '--port',
    '0',
    '--state-file',
    path,
    '--seed',
    'other',
  ]);
  expect(code).toBe(2);
  expect(stderr).toContain(
    `The state file ${path} does not fit. The state was saved with the seed`,
  );
  expect(stderr).toContain(
    'Start the mock with the options of before, or move the file away.',
  );
});

test('rejects a path that cannot be written', () => {
  const missing = join(folder(), 'missing', 'state.json');
  expect(() => openStateFile(missing)).toThrow(
    `${missing} cannot be used: ENOENT: no such file`,
  );
});

test('a state that cannot be written as JSON fails one save, and none after it', async () => {
  const { save, close } = openStateFile(file());
  await expect(save({ tooLong: 1n }, () => {})).rejects.toThrow('BigInt');
  await expect(save(state, () => {})).resolves.toBeUndefined();
  close();
});

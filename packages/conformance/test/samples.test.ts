/** The samples of the contract, run with curl, Node and Python: what they send and print. */
import { execFile, spawn, spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { createMock } from '@agent-conversation/mock';
import { afterAll, test } from 'vitest';
import { operations } from '../src/contract.ts';
import type { Exchange, SentRequest } from '../src/oracle/exchange.ts';
import { validateExchange } from '../src/oracle/validate-exchange.ts';
import { examples } from './support/bodies.ts';
import { isDemanded } from '@agent-conversation/testing/left-out';
import { listen } from '@agent-conversation/testing/listen';
import { recording } from './support/recorder.ts';
import { typeErrors } from './support/type-check.ts';

const folder = fileURLToPath(new URL('../../../openapi/samples/', import.meta.url));

const python = ['python3', '/usr/bin/python3'].find(
  (it) => spawnSync(it, ['-c', 'import httpx']).status === 0,
);
const curl = spawnSync('curl', ['--version']).status === 0;

/** Why the samples of a language cannot be run here. */
const missing: Readonly<Record<string, string>> = {
  ...(curl ? {} : { sh: 'curl was not found: run `apt-get install curl`' }),
  ...(python
    ? {}
    : {
        py: 'Python 3 with httpx was not found: run `apt-get install python3-httpx` or `pip install httpx`',
      }),
};
const packageOf: Readonly<Record<string, string>> = { sh: 'curl', py: 'python3-httpx' };
for (const [ending, howToInstall] of Object.entries(missing)) {
  if (isDemanded(packageOf[ending]!)) throw new Error(howToInstall);
  console.error(`\nTHE SAMPLES *.${ending} WERE NOT RUN. ${howToInstall}\n`);
}

/** How a program has ended. */
interface Ended {
  readonly exitCode: unknown;
  /** Errors first, as a terminal shows them: curl prints what it has received when it ends. */
  readonly printed: string;
}
type RunProgram = (code: string) => Promise<Ended>;

/** Nothing else: keys, proxies, colors and settings of curl also come from the environment. */
const env = { PATH: process.env['PATH'] };
const processOptions = { cwd: import.meta.dirname, env };

/** Runs programs each with a command of its own, whose last argument is the code. */
function runWith(program: string, ...args: readonly string[]): RunProgram {
  const options = { ...processOptions, timeout: 50_000 };
  return (code) =>
    new Promise((resolve) => {
      execFile(program, [...args, code], options, (error, stdout, stderr) => {
        resolve({ exitCode: error ? error.code : 0, printed: stderr + stdout });
      });
    });
}

/** Runs programs as forks of one Python: most of the time of a program would be the import of httpx. */
function runWithPython(program: string): RunProgram {
  const script = fileURLToPath(new URL('support/run-python.py', import.meta.url));
  const child = spawn(program, [script], { ...processOptions, stdio: ['pipe', 'pipe', 'inherit'] });
  afterAll(() => void child.stdin.end());
  const waiting = new Map<number, PromiseWithResolvers<Ended>>();
  createInterface(child.stdout).on('line', (line) => {
    const { id, ...ended } = JSON.parse(line) as Ended & { readonly id: number };
    waiting.get(id)!.resolve(ended);
    waiting.delete(id);
  });
  child.on('exit', (exitCode) => {
    const error = new Error(`Python has ended with ${exitCode}`);
    for (const running of waiting.values()) running.reject(error);
  });
  let count = 0;
  return async (code) => {
    const id = count++;
    const ended = Promise.withResolvers<Ended>();
    waiting.set(id, ended);
    child.stdin.write(`${JSON.stringify({ id, code })}\n`);
    return ended.promise;
  };
}

const languages: Readonly<Record<string, RunProgram>> = {
  sh: runWith('sh', '-c'),
  ts: runWith(process.execPath, '--input-type=module-typescript', '-e'),
  js: runWith(process.execPath, '--input-type=module', '-e'),
  py: python ? runWithPython(python) : runWith('python3', '-c'),
};

/** Every operation is called to succeed, and to fail. */
const pairs = operations.flatMap(({ operationId }) => {
  const outcomes = ['success', 'failure'];
  return outcomes.map((outcome) => ({ operationId, outcome, name: `${operationId}/${outcome}` }));
});
const samples = pairs.flatMap((pair) => {
  const programs = Object.entries(languages);
  return programs.map(([ending, runProgram]) => ({
    ...pair,
    ending,
    runProgram,
    file: `${pair.name}.${ending}`,
  }));
});

/** The request of each pair as the first of its programs sent it. */
const sent: Record<string, string> = {};

test.concurrent.for(samples)(
  '$file',
  async ({ file, name, operationId, outcome, ending, runProgram }, { expect, skip }) => {
    skip(missing[ending] !== undefined, missing[ending]);
    const isSuccess = outcome === 'success';
    const sample = await run(runProgram, readFileSync(folder + file, 'utf8'));
    // With `--fail-with-body`, curl ends with 22; the others print the error.
    expect(sample.exitCode, sample.printed).toBe(isSuccess || ending !== 'sh' ? 0 : 22);
    for (const exchange of sample.exchanges) {
      const { operation, violations } = validateExchange(exchange, { closed: true });
      expect(operation).toBe(operationId);
      expect(exchange.response.status < 300).toBe(isSuccess);
      const isExpected = exchange.response.status === 422;
      expect(violations.filter(({ side }) => side === 'response' || !isExpected)).toEqual([]);
    }
    const [request, ...more] = sample.requests;
    expect(more).toEqual([]);
    if (isSuccess && request?.body !== undefined) {
      const values = examples.filter((it) => it.operation.operationId === operationId);
      expect(values.map(({ value }) => value)).toContainEqual(request.body);
    }
    await expect(sample.printed).toMatchFileSnapshot(`${folder}${file}.out`);
    const recorded = `${JSON.stringify(request, undefined, 2)}\n`;
    // A recorded request that differs would be replaced by -u.
    expect(recorded).toBe((sent[name] ??= recorded));
    await expect(recorded).toMatchFileSnapshot(`${folder}${name}.request.json`);
  },
);

test('the TypeScript compiles with the types of Node alone', ({ expect }) => {
  const files = pairs.map(({ name }) => [
    `${name.replace('/', '-')}.ts`,
    readFileSync(`${folder}${name}.ts`, 'utf8'),
  ]);
  expect(typeErrors('samples', Object.fromEntries(files), { lib: ['es2023'] })).toBe('');
});

test('no other operation or outcome has files', ({ expect }) => {
  const names = globSync('*/*', { cwd: folder }).map((file) => file.replace(/\..*/, ''));
  expect(new Set(names)).toEqual(new Set(pairs.map(({ name }) => name)));
});

/**
 * Runs a sample against a mock of its own, which starts with the examples of the contract.
 *
 * @param code calls the address of all samples once
 */
async function run(runProgram: RunProgram, code: string) {
  const exchanges: Exchange[] = [];
  const mock = createMock({ examples: true, seed: 'samples', clock: 'manual' });
  const server = await listen(recording((request) => mock.fetch(request), exchanges));
  const [before, after, ...more] = code.split('http://127.0.0.1:4010');
  if (after === undefined || more.length > 0) throw new Error('A sample has no address, or more.');
  const ended = await runProgram(before! + server.url + after);
  server.close();
  return { exchanges, requests: exchanges.map(({ request }) => shown(request)), ...ended };
}

/** What the documentation shows of a request: JSON as its value, anything else as it is. */
function shown({ method, url, headers, body = '' }: SentRequest) {
  const { pathname, searchParams } = new URL(url);
  const names = ['X-Session-API-Key', 'Authorization', 'Content-Type'];
  return {
    method,
    // The query is encoded as a form is (URL Standard, section 5.2).
    path: searchParams.size > 0 ? `${pathname}?${searchParams.toString()}` : pathname,
    headers: Object.fromEntries(
      names.flatMap((name) => (headers.has(name) ? [[name, headers.get(name)]] : [])),
    ),
    ...(body !== '' && bodyOf(body)),
  };
}

function bodyOf(text: string): { readonly body?: unknown; readonly rawBody?: string } {
  try {
    return { body: JSON.parse(text) as unknown };
  } catch {
    return { rawBody: text };
  }
}

/** The samples of the contract, run with curl, Node and Python: what they send and print. */
import { execFile, spawn, spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
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
import { findPython } from '@agent-conversation/testing/python';
import { recording } from './support/recorder.ts';
import { typeErrors } from './support/type-check.ts';

const folder = fileURLToPath(
  new URL('../../../openapi/samples/', import.meta.url),
);

const python = findPython('The samples *.py');
const curl = spawnSync('curl', ['--version']).status === 0;
const curlAdvice = 'curl was not found: run `apt-get install curl`';

if (!curl && isDemanded('curl')) throw new Error(curlAdvice);
if (!curl) console.error(`\nTHE SAMPLES *.sh WERE NOT RUN. ${curlAdvice}\n`);

/** Why the samples of a language cannot be run here. */
const missing: Readonly<Record<string, string>> = {
  ...(curl ? {} : { sh: curlAdvice }),
  ...(python ? {} : { py: 'Python 3 with httpx was not found' }),
};

/** How a program has ended. */
interface Ended {
  readonly exitCode: unknown;
  /** Errors first, as a terminal shows them: curl prints what it has received when it ends. */
  readonly printed: string;
}
type RunProgram = (code: string) => Promise<Ended>;

/** The key that readers of the guides export, and nothing else: proxies, colors and settings also come from there. */
const env = {
  PATH: process.env['PATH'],
  AGENT_CONVERSATION_API_KEY: 'exported',
};
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
  const script = fileURLToPath(
    new URL('support/run-python.py', import.meta.url),
  );
  const child = spawn(program, [script], {
    ...processOptions,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  afterAll(() => void child.stdin.end());
  const waiting = new Map<number, PromiseWithResolvers<Ended>>();
  createInterface(child.stdout).on('line', (line) => {
    const { id, ...ended } = JSON.parse(line) as Ended & {
      readonly id: number;
    };
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
  return outcomes.map((outcome) => ({
    operationId,
    outcome,
    name: `${operationId}/${outcome}`,
  }));
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

/** With `--fail-with-body`, curl ends with 22; the others print the error. */
function exitCodeOf(outcome: string, ending: string): number {
  return outcome === 'failure' && ending === 'sh' ? 22 : 0;
}

/** The request of each pair as the first of its programs sent it. */
const sent: Record<string, string> = {};

test.concurrent.for(samples)(
  '$file',
  async (
    { file, name, operationId, outcome, ending, runProgram },
    { expect, skip },
  ) => {
    skip(missing[ending] !== undefined, missing[ending]);
    const isSuccess = outcome === 'success';
    const sample = await run(runProgram, readFileSync(folder + file, 'utf8'));
    expect(sample.exitCode, sample.printed).toBe(exitCodeOf(outcome, ending));
    for (const exchange of sample.exchanges) {
      const { operation, violations } = validateExchange(exchange, {
        closed: true,
      });
      expect(operation).toBe(operationId);
      expect(exchange.response.status < 300).toBe(isSuccess);
      const isExpected = exchange.response.status === 422;
      expect(
        violations.filter(({ side }) => side === 'response' || !isExpected),
      ).toEqual([]);
    }
    const [request, ...more] = sample.requests;
    expect(more).toEqual([]);
    if (isSuccess && request?.body !== undefined) {
      const values = examples.filter(
        (it) => it.operation.operationId === operationId,
      );
      expect(values.map(({ value }) => value)).toContainEqual(request.body);
    }
    await expect(sample.printed).toMatchFileSnapshot(`${folder}${file}.out`);
    const recorded = `${JSON.stringify(request, undefined, 2)}\n`;
    // A recorded request that differs would be replaced by -u.
    expect(recorded).toBe((sent[name] ??= recorded));
    await expect(recorded).toMatchFileSnapshot(`${folder}${name}.request.json`);
  },
);

/** What differs on a mock that other samples have used: ids, times, and the statuses at that time. */
const changing = [
  { kind: '<time>', pattern: /\b\d{4}-\d\d-\d\dT[\d:.]+Z/g },
  { kind: '<request id>', pattern: /(?<=request id )[\w-]+/g },
  {
    kind: '<id>',
    pattern:
      /\bsbx-(?!unknown)\w+|\b[0-9a-f]{32}\b|\b(?=\w*\d)(?=\w*[A-Z])\w{20,22}\b/g,
  },
  { kind: '<status>', pattern: /\b(?:STARTING|RUNNING|PAUSED)\b/g },
];
/** What a sandbox has in some of its statuses only. */
const statusDependent = ['name', 'url', 'port', 'status_detail'];

/** Returns the names of the properties in JSON, or a text without what changes. */
function outlineOf(printed: string): unknown {
  const names = new Set<string>();
  try {
    JSON.parse(printed, (name, value: unknown) => {
      if (!/^\d*$/.test(name) && !statusDependent.includes(name))
        names.add(name);
      return value;
    });
    return [...names].toSorted();
  } catch {
    let text = printed;
    for (const { kind, pattern } of changing)
      text = text.replaceAll(pattern, kind);
    return text;
  }
}

/** What can be run here. */
const available = Object.keys(languages).filter(
  (ending) => missing[ending] === undefined,
);
const quick = available.filter((ending) => !['ts', 'js'].includes(ending));
/**
 * All languages send the same requests: without `FC_RUNS`, which `npm run check` sets, those run together that start
 * sooner than Node.
 */
const endings =
  process.env['FC_RUNS'] === undefined && quick.length > 0 ? quick : available;

test('samples run as copied on one mock with examples, in the order of the pages', async ({
  expect,
}) => {
  const exchanges: Exchange[] = [];
  const server = await serveMock(exchanges);
  // The outputs of new samples are recorded by the tests of each.
  const runnable = samples.filter(
    ({ ending, file }) =>
      endings.includes(ending) && existsSync(`${folder}${file}.out`),
  );
  for (const { name } of pairs) {
    const programs = runnable.filter((sample) => sample.name === name);
    // The languages of a page are alternatives: none needs what another one does.
    const ended = programs.map(async ({ file, runProgram }) => {
      const code = readFileSync(folder + file, 'utf8');
      const { exitCode, printed } = await runProgram(
        withAddress(code, server.url),
      );
      return [file, { exitCode, printed: outlineOf(printed) }];
    });
    const promised = programs.map(({ file, outcome, ending }) => {
      const exitCode = exitCodeOf(outcome, ending);
      const printed = outlineOf(readFileSync(`${folder}${file}.out`, 'utf8'));
      return [file, { exitCode, printed }];
    });
    expect(Object.fromEntries(await Promise.all(ended))).toEqual(
      Object.fromEntries(promised),
    );
  }
  server.close();
  expect(exchanges).toHaveLength(runnable.length);
});

test('the TypeScript compiles with the types of Node alone', ({ expect }) => {
  const files = pairs.map(({ name }) => [
    `${name.replace('/', '-')}.ts`,
    readFileSync(`${folder}${name}.ts`, 'utf8'),
  ]);
  expect(
    typeErrors('samples', Object.fromEntries(files), { lib: ['es2023'] }),
  ).toBe('');
});

test('no other operation or outcome has files', ({ expect }) => {
  const names = globSync('*/*', { cwd: folder }).map((file) =>
    file.replace(/\..*/, ''),
  );
  expect(new Set(names)).toEqual(new Set(pairs.map(({ name }) => name)));
});

/** Runs a sample against a mock of its own, which starts with the examples of the contract. */
async function run(runProgram: RunProgram, code: string) {
  const exchanges: Exchange[] = [];
  const server = await serveMock(exchanges);
  const ended = await runProgram(withAddress(code, server.url));
  server.close();
  return {
    exchanges,
    requests: exchanges.map(({ request }) => shown(request)),
    ...ended,
  };
}

/** Serves a mock as the documentation starts it, and records its exchanges. */
function serveMock(exchanges: Exchange[]) {
  const mock = createMock({ examples: true, seed: 'samples', clock: 'manual' });
  return listen(recording((request) => mock.fetch(request), exchanges));
}

/**
 * Returns a sample with the address of a server.
 *
 * @param code calls the address of all samples once
 */
function withAddress(code: string, url: string): string {
  const [before, after, ...more] = code.split('http://127.0.0.1:4010');
  if (after === undefined || more.length > 0)
    throw new Error('A sample has no address, or more.');
  return before! + url + after;
}

/** What the documentation shows of a request: JSON as its value, anything else as it is. */
function shown({ method, url, headers, body = '' }: SentRequest) {
  const { pathname, searchParams } = new URL(url);
  const names = ['X-Session-API-Key', 'Authorization', 'Content-Type'];
  return {
    method,
    // The query is encoded as a form is (URL Standard, section 5.2).
    path:
      searchParams.size > 0
        ? `${pathname}?${searchParams.toString()}`
        : pathname,
    headers: Object.fromEntries(
      names.flatMap((name) =>
        headers.has(name) ? [[name, headers.get(name)]] : [],
      ),
    ),
    ...(body !== '' && bodyOf(body)),
  };
}

function bodyOf(text: string): {
  readonly body?: unknown;
  readonly rawBody?: string;
} {
  try {
    return { body: JSON.parse(text) as unknown };
  } catch {
    return { rawBody: text };
  }
}

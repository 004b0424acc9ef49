/** The samples of the contract, run with curl and with Node: what they send and print. */
import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createMock } from '@agent-conversation/mock';
import { test } from 'vitest';
import { operations } from '../src/contract.ts';
import type { Exchange, SentRequest } from '../src/oracle/exchange.ts';
import { validateExchange } from '../src/oracle/validate-exchange.ts';
import { examples } from './support/bodies.ts';
import { listen } from '@agent-conversation/testing/listen';
import { recording } from './support/recorder.ts';
import { typeErrors } from './support/type-check.ts';

const folder = fileURLToPath(new URL('../../../openapi/samples/', import.meta.url));

/** Every operation is called to succeed, and to fail. */
const pairs = operations.flatMap(({ operationId }) =>
  ['success', 'failure'].map((outcome) => ({
    operationId,
    outcome,
    name: `${operationId}/${outcome}`,
  })),
);

test.concurrent.for(pairs)('$name', async ({ name, operationId, outcome }, { expect }) => {
  const code = (ending: string) => readFileSync(`${folder}${name}.${ending}`, 'utf8');
  const isSuccess = outcome === 'success';
  const [curl, typeScript] = await Promise.all([
    run('sh', '-c', code('sh')),
    run(process.execPath, '--input-type=module-typescript', '-e', code('ts')),
  ]);
  // With `--fail-with-body`, curl ends with 22; the TypeScript catches its error.
  expect([curl.exitCode, typeScript.exitCode]).toEqual([isSuccess ? 0 : 22, 0]);
  expect(typeScript.requests).toEqual(curl.requests);
  for (const exchange of [...curl.exchanges, ...typeScript.exchanges]) {
    const { operation, violations } = validateExchange(exchange, { closed: true });
    expect(operation).toBe(operationId);
    expect(exchange.response.status < 300).toBe(isSuccess);
    const isExpected = exchange.response.status === 422;
    expect(violations.filter(({ side }) => side === 'response' || !isExpected)).toEqual([]);
  }
  const [request, ...more] = curl.requests;
  expect(more).toEqual([]);
  if (isSuccess && request?.body !== undefined) {
    const values = examples.filter((it) => it.operation.operationId === operationId);
    expect(values.map(({ value }) => value)).toContainEqual(request.body);
  }
  await expect(curl.printed).toMatchFileSnapshot(`${folder}${name}.sh.out`);
  await expect(typeScript.printed).toMatchFileSnapshot(`${folder}${name}.ts.out`);
  const recorded = `${JSON.stringify(request, undefined, 2)}\n`;
  await expect(recorded).toMatchFileSnapshot(`${folder}${name}.request.json`);
});

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

/** Nothing else: keys, proxies, colors and settings of curl also come from the environment. */
const env = { PATH: process.env['PATH'] };

/**
 * Runs a sample against a mock of its own, which starts with the examples of the contract.
 *
 * @param args the last one is the code, which calls the address of all samples once
 */
async function run(program: string, ...args: readonly string[]) {
  const exchanges: Exchange[] = [];
  const mock = createMock({ examples: true, seed: 'samples', clock: 'manual' });
  const server = await listen(recording((request) => mock.fetch(request), exchanges));
  const [before, after, ...more] = args.at(-1)!.split('http://127.0.0.1:4010');
  if (after === undefined || more.length > 0) throw new Error('A sample has no address, or more.');
  const code = before! + server.url + after;
  const ended = await new Promise<{ exitCode: unknown; printed: string }>((resolve) => {
    const options = { cwd: import.meta.dirname, env, timeout: 50_000 };
    execFile(program, [...args.slice(0, -1), code], options, (error, stdout, stderr) => {
      // Errors first, as a terminal shows them: curl prints what it has received when it ends.
      resolve({ exitCode: error ? error.code : 0, printed: stderr + stdout });
    });
  });
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

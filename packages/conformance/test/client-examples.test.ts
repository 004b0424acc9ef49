/** The examples in the client's docstrings: all compile, and those of calls succeed against the mock. */
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as functions from '@agent-conversation/client/operations';
import * as queries from '@agent-conversation/client/query';
import { expect, test, vi } from 'vitest';
import { operations } from '../src/contract.ts';
import { typeErrors, writeProgram } from './support/type-check.ts';

const client = fileURLToPath(new URL('../../client/', import.meta.url));
const all = globSync('src/**/*.ts', { cwd: client })
  .toSorted()
  .flatMap((file) => {
    const text = readFileSync(client + file, 'utf8');
    return [...text.matchAll(/^( *)\* @example\n(.*?)^ *\*(?:\/| @)/gms)].map(
      (match) => ({
        file,
        name: `${file}:${text.slice(0, match.index).split('\n').length}`.replaceAll(
          /\W+/g,
          '-',
        ),
        code: match[2]!
          .replaceAll(/^ *\* ?/gm, '')
          .replaceAll('*\\/', '*/')
          .trim(),
      }),
    );
  });
type Example = (typeof all)[number];
const methods = all.filter(({ file }) => file === 'src/generated/resources.ts');
const calls = [
  ...methods,
  ...all.filter(({ file }) => file === 'src/generated/functions.ts'),
];
const files = Object.fromEntries(
  all.map((it) => [`${it.name}.ts`, moduleOf(it)]),
);

test('every method and every function has an example of its own', () => {
  const called = calls.map(
    ({ code }) => /await ([\w.]+)\(/.exec(code)?.[1] ?? code,
  );
  const [ofClient, names] = [
    called.slice(0, methods.length),
    called.slice(methods.length),
  ];
  expect(new Set(ofClient).size).toBe(operations.length);
  expect(new Set(names)).toEqual(
    new Set(operations.map((it) => it.operationId)),
  );
});

test('every example compiles', () => {
  expect(all.length).toBeGreaterThan(calls.length);
  const lib = ['es2023', 'dom', 'dom.asynciterable'];
  expect(
    typeErrors('client-examples', files, { lib, noUnusedLocals: false }),
  ).toBe('');
});

const folder = writeProgram('client-calls', files);

test.each(calls)(
  '$name succeeds, and prints what it has found',
  async ({ name, code }) => {
    const log = vi.spyOn(console, 'log').mockReturnValue();
    const { example } = (await import(`${folder}/${name}.ts`)) as {
      example: () => Promise<void>;
    };
    await example();
    const printed = log.mock.calls.flat().filter((it) => it !== undefined);
    log.mockRestore();
    expect(printed.length > 0).toBe(code.includes('console.log'));
  },
);

/** A module in which any example of the client compiles, and that of a call succeeds. */
function moduleOf({ file, code }: Example): string {
  const lines = code.split('\n');
  const own = lines.filter((line) => line.startsWith('import '));
  const rest = lines.filter((line) => !own.includes(line)).join('\n');
  // An error comes from a call.
  const body = rest.startsWith('catch ')
    ? `try { await client.settings.get(); } ${rest}`
    : rest;
  // The entry has a function of the same name.
  const isOther = file.includes('openapi-fetch');
  // The ids of the examples are known to the mock without a state, which has no last page, though.
  const stateless = !code.includes('for await');
  return `
import { ${Object.keys(functions).join(', ')} } from '@agent-conversation/client/operations';
import { ${Object.keys(queries).join(', ')} } from '@agent-conversation/client/query';
import { createClient, isClientError, known, redact, sandboxStatusValues } from '@agent-conversation/client';
import type { Middleware, Sandbox } from '@agent-conversation/client';
import { checkResponses } from '@agent-conversation/client/checks';
import { createMock } from '@agent-conversation/mock';
import * as tanstack from '@tanstack/query-core';
${own.join('\n')}
const mock = createMock({ stateless: ${stateless} });
const client = createClient({ baseUrl: 'http://mock', apiKey: 'any', fetch: mock.fetch });
const connection = client;
const sandbox: Sandbox = await client.sandboxes.start();
const currentTrace = () => 'trace';
const cache = new tanstack.QueryClient();
function useQuery<T>(options: tanstack.QueryObserverOptions<T>) {
  return new tanstack.QueryObserver<T>(cache, options).getCurrentResult();
}
function useInfiniteQuery<T>(
  options: tanstack.InfiniteQueryObserverOptions<T, Error, T, readonly unknown[], string | undefined>,
) {
  return new tanstack.InfiniteQueryObserver(cache, options).getCurrentResult();
}
function useMutation<T, V>(options: tanstack.MutationObserverOptions<T, Error, V>) {
  const observer = new tanstack.MutationObserver<T, Error, V>(cache, options);
  return { mutate: (variables: V) => void observer.mutate(variables) };
}
// An example may return.
export async function example() {
${isOther ? "const { createClient } = await import('@agent-conversation/client/openapi-fetch');" : ''}
${body}
}
`;
}

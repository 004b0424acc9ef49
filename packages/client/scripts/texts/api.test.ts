/** API.md: a table of the operations, and the declarations of each entry of the package. */
import { fileURLToPath } from 'node:url';
import * as main from '@agent-conversation/client';
import type {
  CallOptions,
  ClientOptions,
  WaitOptions,
} from '@agent-conversation/client';
import * as checks from '@agent-conversation/client/checks';
import * as openapiFetch from '@agent-conversation/client/openapi-fetch';
import * as functions from '@agent-conversation/client/operations';
import packageJson from '@agent-conversation/client/package.json' with { type: 'json' };
import * as queries from '@agent-conversation/client/query';
import type { Contract } from '@agent-conversation/contract';
import document from '@agent-conversation/openapi/openapi.json' with { type: 'json' };
import { format, resolveConfig } from 'prettier';
import { expect, test } from 'vitest';
import { readOperations } from '../model.ts';
import { apiReference } from '../reference.ts';

const root = new URL('../../', import.meta.url);
const filepath = fileURLToPath(new URL('API.md', root));
const entries = Object.entries(packageJson.exports).flatMap(([key, it]) => {
  if (typeof it === 'string') return [];
  const name = key.replace('.', packageJson.name);
  return [{ name, file: fileURLToPath(new URL(it.types, root)) }];
});
const operations = readOperations(document as unknown as Contract);

const folder = new URL('dist/', root);
const reference = await format(apiReference(entries, folder, operations), {
  ...(await resolveConfig(filepath)),
  filepath,
});

test('API.md is what the built declarations say; `npm run record` updates it', async () => {
  await expect(reference).toMatchFileSnapshot(filepath);
});

test('its links lead to its headings', () => {
  const headings = [...reference.matchAll(/^###? `?([\w.]+)`?$/gm)].map(
    ([, name = '']) => name.replaceAll('.', '').toLowerCase(),
  );
  const links = [...reference.matchAll(/\]\(#(.*?)\)/g)].map(
    ([, link]) => link,
  );
  expect(links.length).toBeGreaterThan(100);
  expect(headings).toEqual(expect.arrayContaining(links));
});

const options: Record<keyof (ClientOptions & CallOptions & WaitOptions), true> =
  {
    apiKey: true,
    attemptTimeoutInMs: true,
    baseUrl: true,
    fetch: true,
    graceInMs: true,
    headers: true,
    log: true,
    maxBodyInBytes: true,
    middleware: true,
    onProgress: true,
    pollIntervalInMs: true,
    retries: true,
    signal: true,
    timeoutInMs: true,
    waitThroughError: true,
  };

test.each(Object.keys(options))(
  'the option %s is listed with its type',
  (option) => {
    const [, section = ''] = /^## Options\n([^]*?)^## /m.exec(reference) ?? [];
    expect(section).toMatch(new RegExp(`^- \`${option}\` _`, 'm'));
  },
);

test.each([
  ['@agent-conversation/client', main],
  ['@agent-conversation/client/operations', functions],
  ['@agent-conversation/client/query', queries],
  ['@agent-conversation/client/openapi-fetch', openapiFetch],
  ['@agent-conversation/client/checks', checks],
])('what %s exports has a section, is a guard, or is named', (_, exported) => {
  for (const name of Object.keys(exported)) {
    // The lists of values, such as `sandboxStatusValues`, are those of another package.
    if (name.endsWith('Values')) continue;
    const guard = `Guard: \`${name}(value)\`.`;
    const isShown =
      reference.includes(`### \`${name}\`\n`) || reference.includes(guard);
    expect(
      isShown || reference.includes(`\`${name}\` is deprecated`),
      name,
    ).toBe(true);
  }
});

test('each method of the client has a section', () => {
  const client = main.createClient({
    baseUrl: 'http://127.0.0.1:4010',
    apiKey: 'any',
  });
  const { send: _, ...resources } = client;
  const names = Object.entries(resources).flatMap(([resource, methods]) =>
    methodNames(methods).map((method) => `client.${resource}.${method}`),
  );
  expect(names).toContain('client.sandboxes.waitUntil');
  expect(names.length).toBeGreaterThan(operations.length);
  for (const name of names) expect(reference).toContain(`### \`${name}\`\n`);
});

/** Returns the names of the methods of an object and of its class. */
function methodNames(value: object): string[] {
  const prototype = Object.getPrototypeOf(value) as object;
  const inherited =
    prototype === Object.prototype ? [] : methodNames(prototype);
  const own = Object.getOwnPropertyNames(value).filter(
    (name) => name !== 'constructor',
  );
  return [...inherited, ...own];
}

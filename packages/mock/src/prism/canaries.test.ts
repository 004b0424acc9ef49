/**
 * What the mock does not leave to Prism, and why: one test for each fault of Prism 5.16 that it works
 * around. A test that fails here brings good news: the fault is mended, and what it names can go.
 */
import type { IHttpConfig } from '@stoplight/prism-http';
import { createInstance, getHttpOperationsFromSpec } from '@stoplight/prism-http';
import { createLogger } from '@stoplight/prism-core';
import { createServer } from '@stoplight/prism-http-server';
import { expect, test } from 'vitest';

const ownValidators = 'the checks by @agent-conversation/validators';
const ownServer = "the mock's own HTTP server";
const adapter = 'in src/prism/prism.ts';

/** What a failing test says. */
const mended = (workaround: string) =>
  `Prism has mended this. Remove what worked around it: ${workaround}. Then remove this test.`;

const json = (schema: object, more: object = {}) => ({
  content: { 'application/json': { schema, ...more } },
});
const answering = (schema: object, more?: object) => ({
  responses: { 200: { description: '', ...json(schema, more) } },
});
const answer = answering({ type: 'object' }, { example: { a: 1 } });
const taking = (schema: object) => ({
  requestBody: { required: true, ...json(schema) },
  ...answer,
});

test('its server hangs on a body that is not JSON', async () => {
  const operation = { requestBody: json({ type: 'object' }), ...answer };
  const status = await withServer(operation, async (url) => {
    const headers = { 'Content-Type': 'application/json' };
    const send = (body: string) =>
      fetch(url, { method: 'POST', headers, body, signal: AbortSignal.timeout(1500) });
    expect((await send('{"a": 1}')).status).toBe(200);
    return send('{"a":').then(
      (response) => response.status,
      (error: unknown) => (error as Error).name,
    );
  });
  expect(status, mended(ownServer)).toBe('TimeoutError');
});

test('its server answers 405 without Allow', async () => {
  const [status, allow] = await withServer(answer, async (url) => {
    const response = await fetch(url, { method: 'DELETE' });
    return [response.status, response.headers.get('allow')];
  });
  expect(status).toBe(405);
  expect(allow, mended(`Allow, in ${ownServer}`)).toBeNull();
});

const draft2020 = 'https://json-schema.org/draft/2020-12/schema';
const ofOpenApi = 'https://spec.openapis.org/oas/3.1/dialect/base';
const listed = { type: 'object', properties: { a: {} }, unevaluatedProperties: false };
const pair = { type: 'array', prefixItems: [{}], items: false };
test.each([
  ['a member too many', listed, { b: 1 }, { [draft2020]: 422, none: 200, [ofOpenApi]: 200 }],
  ['a good list', pair, [1], { [draft2020]: 200, none: 422, [ofOpenApi]: 200 }],
  ['a wrong type', listed, 'text', { [draft2020]: 422, none: 422, [ofOpenApi]: 200 }],
])('the dialect decides how it judges %s', async (_, schema, body, want) => {
  const judge = async (jsonSchemaDialect: string | undefined) => {
    const ask = await prism(taking(schema), { jsonSchemaDialect });
    return statusOf(await ask({ body }));
  };
  expect(await judge(draft2020)).toBe(want[draft2020]);
  expect(
    { none: await judge(undefined), [ofOpenApi]: await judge(ofOpenApi) },
    mended(`${ownValidators}, and \`jsonSchemaDialect\` in the contract`),
  ).toEqual({ none: want.none, [ofOpenApi]: want[ofOpenApi] });
});

test('a schema that it cannot compile takes everything', async () => {
  const properties = { a: { type: 'string', pattern: '(' } };
  const ask = await prism(taking({ type: 'object', properties }));
  expect(statusOf(await ask({ body: 'text' })), mended(ownValidators)).toBe(200);
});

test.each([null, false, 0, ''])('the body %j is taken for a missing one', async (body) => {
  const required = await prism(taking({ enum: [body] }));
  expect(statusOf(await required({ body })), mended(ownValidators)).toBe(422);
});

test('null is taken for the absence of a body that need not be there', async () => {
  const optional = await prism({ requestBody: json({ type: 'object' }), ...answer });
  expect(statusOf(await optional({ body: 1 }))).toBe(422);
  expect(statusOf(await optional({ body: null })), mended(ownValidators)).toBe(200);
});

test.each<[string, Record<string, string>, unknown]>([
  ['the length', { 'Content-Length': '2' }, 415],
  ['a type that is none', { 'Content-Type': 'none' }, 'Could not parse MIME type string "none"'],
])('it fails over %s of a body that the operation does not take', async (_, headers, want) => {
  const ask = await prism(answer);
  expect(
    await ask({ headers }).then(statusOf, (error: unknown) => (error as Error).message),
    mended(`the call without headers ${adapter}`),
  ).toBe(want);
});

test('the first Accept decides for all requests of a configuration', async () => {
  const [ask, control] = [await prism(answer), await prism(answer)];
  const sent = { headers: { Accept: 'application/json' } };
  expect([statusOf(await control(sent)), statusOf(await control({}))]).toEqual([200, 200]);
  await ask({ headers: { Accept: 'text/html' } });
  expect(
    [statusOf(await ask(sent)), statusOf(await ask({}))],
    mended(`the configuration for each call ${adapter}`),
  ).toEqual([406, 406]);
});

test.each([
  ['no seed', undefined],
  ['an empty seed', ''],
])('%s goes on with the random numbers of the last one', async (_, seed) => {
  const operation = answering({ type: 'string', pattern: '^[a-z]{20}$' });
  const seeded = await prism(operation, {}, { dynamic: true, seed: 'a' });
  const unseeded = await prism(operation, {}, { dynamic: true, ...(seed === '' && { seed }) });
  const afterSeed = async () => {
    await seeded({});
    return bodyOf(await unseeded({}));
  };
  const first = await afterSeed();
  expect(bodyOf(await unseeded({}))).not.toBe(first);
  expect(await afterSeed(), mended(`the seed for each call ${adapter}`)).toBe(first);
});

test('a value of x-faker heeds no seed', async () => {
  const operation = answering({ type: 'string', 'x-faker': 'string.uuid' });
  const ask = await prism(operation, {}, { dynamic: true, seed: 'a' });
  const first = bodyOf(await ask({}));
  expect(first).toMatch(/^[\da-f-]{36}$/);
  expect(bodyOf(await ask({})), mended('the removal of x-faker in src/prism/fakeable.ts')).not.toBe(
    first,
  );
});

test('an example is handed out itself', async () => {
  const ask = await prism(answer);
  Object.assign(bodyOf(await ask({})) as object, { changed: true });
  expect(bodyOf(await ask({})), mended(`structuredClone ${adapter}`)).toMatchObject({
    changed: true,
  });
});

test('what may be anything is made of its own description', async () => {
  const schema = { type: 'object', required: ['any'], properties: { any: { description: 'Any' } } };
  const ask = await prism(answering(schema), {}, { dynamic: true, seed: 'a' });
  expect(
    bodyOf(await ask({})),
    mended('the filling of empty schemas in src/prism/fakeable.ts'),
  ).toMatchObject({ any: { description: 'Any' } });
});

test('an answer without an example shows what is writeOnly', async () => {
  const properties = { secret: { type: 'string', writeOnly: true } };
  const ask = await prism(answering({ type: 'object', properties }));
  expect(
    bodyOf(await ask({})),
    mended('the removal of writeOnly members in src/prism/fakeable.ts'),
  ).toHaveProperty('secret');
});

test('where a status lacks the example, it answers with another status', async () => {
  const named = (name: string) => ({
    description: '',
    ...json({ type: 'object' }, { examples: { [name]: { value: {} } } }),
  });
  const responses = { 200: named('Good'), 404: named('Gone') };
  const ask = await prism({ responses }, {}, { dynamic: false, code: 404, exampleKey: 'Good' });
  expect(
    statusOf(await ask({})),
    mended(`the comparison of the status with the wish ${adapter}`),
  ).toBe(200);
});

interface Sent {
  readonly headers?: Record<string, string>;
  readonly body?: unknown;
}
type Result = Awaited<ReturnType<Awaited<ReturnType<typeof prism>>>>;

/** Prism over a document with one operation, `POST /x`, validating everything. */
async function prism(
  operation: object,
  document: { jsonSchemaDialect?: string | undefined } = {},
  mock: IHttpConfig['mock'] = { dynamic: false },
) {
  const operations = await operationsOf(operation, document);
  const instance = createInstance(configOf(mock), { logger });
  // Async, as it also throws before it begins.
  return async (sent: Sent) =>
    instance.request({ method: 'post', url: { path: '/x' }, ...sent }, operations)();
}

/** Serves the operation as `POST /x`, and ends the server whatever happens. */
async function withServer<T>(operation: object, use: (url: string) => Promise<T>): Promise<T> {
  const config = configOf({ dynamic: false });
  const server = createServer(await operationsOf(operation, {}), {
    components: { logger },
    config,
    cors: false,
  });
  try {
    return await use(`${await server.listen(0, '127.0.0.1')}/x`);
  } finally {
    await server.close();
  }
}

const logger = createLogger('prism', { level: 'silent' });

function operationsOf(operation: object, document: { jsonSchemaDialect?: string | undefined }) {
  return getHttpOperationsFromSpec({
    openapi: '3.1.1',
    info: { title: 'Test', version: '1' },
    jsonSchemaDialect: draft2020,
    ...document,
    paths: { '/x': { post: structuredClone(operation) } },
  });
}

function configOf(mock: IHttpConfig['mock']): IHttpConfig {
  return {
    isProxy: false,
    mock,
    checkSecurity: false,
    validateRequest: true,
    validateResponse: true,
    errors: false,
    upstreamProxy: undefined,
  };
}

function statusOf(result: Result): number | undefined {
  return result._tag === 'Right'
    ? result.right.output.statusCode
    : (result.left as { status?: number }).status;
}

function bodyOf(result: Result): unknown {
  if (result._tag === 'Left') throw result.left;
  return result.right.output.body;
}

import { contractOperations } from '@agent-conversation/contract';
import document from '@agent-conversation/openapi/openapi.json' with { type: 'json' };
import type {
  AppConversationStartRequest,
  Sandbox,
  SandboxStatus,
} from '@agent-conversation/types';
import { type RequestOf, startSandbox } from '@agent-conversation/validators';
import * as schemas from '@agent-conversation/validators/schemas';
import { expect, expectTypeOf, test } from 'vitest';
import { standardSchema } from './standard-schema.ts';
import type { Check } from './violations.ts';

const sandbox = {
  id: 'sbx-1',
  created_by_user_id: null,
  sandbox_spec_id: 'spec',
  status: 'RUNNING',
  session_api_key: null,
};

test('every schema of the contract and the parameters of every operation are exported', () => {
  const parameters = contractOperations(document).flatMap((operation) => {
    const locations = new Set(
      operation.parameters.map((parameter) => parameter.in),
    );
    const names = {
      path: 'Path',
      query: 'Query',
      header: 'Header',
      cookie: 'Cookie',
    };
    return [...locations].map(
      (location) => operation.operationId + names[location],
    );
  });
  const wanted = [...Object.keys(document.components.schemas), ...parameters];
  expect(Object.keys(schemas).toSorted()).toEqual(wanted.toSorted());
  const standards = Object.values(schemas).map((schema) => schema['~standard']);
  for (const { version, vendor, validate } of standards) {
    expect({ version, vendor }).toEqual({
      version: 1,
      vendor: '@agent-conversation/validators',
    });
    expect(validate).toBeTypeOf('function');
  }
});

test('every example of a schema is valid, and is returned as it is', () => {
  const all = Object.entries(schemas).flatMap(([name, schema]) => {
    const { [name]: declared } = document.components.schemas as Record<
      string,
      object
    >;
    const { examples = [] } = (declared ?? {}) as { examples?: unknown[] };
    return examples.map((example) => ({ example, schema }));
  });
  for (const { example, schema } of all) {
    const result = schema['~standard'].validate(example);
    expect(result).toEqual({ value: example });
  }
  expect(schemas.Sandbox['~standard'].validate(sandbox)).toStrictEqual({
    value: sandbox,
  });
});

test('an invalid value has an issue with a path for each location', () => {
  const page = {
    items: [
      sandbox,
      { ...sandbox, status: 'LOST', exposed_urls: [{ port: 'x' }] },
    ],
  };
  const { issues } = schemas.SandboxPage['~standard'].validate(page);
  expect(issues).toEqual([
    {
      message: 'must be one of STARTING, RUNNING, PAUSED, ERROR, MISSING',
      path: ['items', 1, 'status'],
    },
    {
      message: 'must be an integer',
      path: ['items', 1, 'exposed_urls', 0, 'port'],
    },
  ]);
});

test('names that look like positions or have special characters are steps of a path as they are', () => {
  const settings = {
    llm_api_key_set: true,
    provider_tokens_set: { 0: 1, 'a/b~c': 1 },
  };
  const { issues } = schemas.Settings['~standard'].validate(settings);
  expect(issues?.map(({ path }) => path)).toEqual([
    ['provider_tokens_set', '0'],
    ['provider_tokens_set', 'a/b~c'],
  ]);
});

test('a value as a whole has an empty path, and a missing property its own', () => {
  const { validate } = schemas.CreateConversationRequest['~standard'];
  const wanted = [{ message: 'must be an object', path: [] }];
  expect(validate(undefined).issues).toEqual(wanted);
  expect(validate('text').issues).toEqual(wanted);
  expect(schemas.pauseSandboxPath['~standard'].validate({}).issues).toEqual([
    { message: 'is missing', path: ['sandbox_id'] },
  ]);
});

test('a location of which the value has nothing has its names in the path', () => {
  const check: Check = () => false;
  check.errors = [
    {
      instancePath: '/a/0',
      keyword: 'required',
      params: { missingProperty: 'b' },
    },
  ];
  const { issues } = standardSchema(check)['~standard'].validate({});
  expect(issues).toEqual([{ message: 'is missing', path: ['a', '0', 'b'] }]);
});

test('parameters are parsed values', () => {
  const { validate } = schemas.searchSandboxesQuery['~standard'];
  expect(validate({ limit: 5, page_id: 'a' })).toEqual({
    value: { limit: 5, page_id: 'a' },
  });
  expect(validate({ limit: 500 }).issues).toEqual([
    { message: 'must be at most 100', path: ['limit'] },
  ]);
});

test('the schemas have the types of the contract', () => {
  type Output<
    Schema extends { readonly '~standard': { readonly types?: unknown } },
  > = NonNullable<Schema['~standard']['types']>;
  expectTypeOf<Output<typeof schemas.Sandbox>>().toEqualTypeOf<{
    readonly input: Sandbox;
    readonly output: Sandbox;
  }>();
  const result = schemas.AppConversationStartRequest['~standard'].validate({
    title: 'a',
  });
  if (result.issues) throw new Error(result.issues[0]!.message);
  expectTypeOf(result.value).toEqualTypeOf<AppConversationStartRequest>();
  const status = schemas.SandboxStatus['~standard'].validate('RUNNING');
  if (status.issues) throw new Error(status.issues[0]!.message);
  expectTypeOf(status.value).toEqualTypeOf<SandboxStatus>();
  const query = schemas.searchSandboxesQuery['~standard'].validate({});
  if (query.issues) throw new Error(query.issues[0]!.message);
  expectTypeOf(query.value).toEqualTypeOf<
    RequestOf<'searchSandboxes'>['query']
  >();
});

test('vitest takes them, as every consumer of Standard Schema does', () => {
  expect({ body: sandbox }).toEqual({
    body: expect.schemaMatching(schemas.Sandbox),
  });
  const lost = { ...sandbox, status: 'LOST' };
  expect({ body: lost }).not.toEqual({
    body: expect.schemaMatching(schemas.Sandbox),
  });
  const response = {
    status: 200,
    contentType: 'application/json',
    body: sandbox,
  };
  expect(startSandbox.validateResponse(response)).toMatchObject({
    valid: true,
  });
});

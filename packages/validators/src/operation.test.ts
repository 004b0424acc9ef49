import { expect, test } from 'vitest';
import {
  type Description,
  operation,
  type Parameter,
  type Parameters,
} from './operation.ts';
import type { Check } from './violations.ts';

const parameters = (...all: readonly Parameter[]): Parameters => ({
  all,
  check: () => true,
});

const parameter = (
  name: string,
  type: Parameter['type'] = 'string',
  list = false,
): Parameter => ({
  name,
  type,
  list,
});

/** An operation as the contract has none today. */
function describe(changes: Partial<Description<'getSettings'>>) {
  return operation<'getSettings'>({
    id: 'getSettings',
    method: 'GET',
    path: '/',
    parameters: {},
    responses: { 204: { body: null } },
    ...changes,
  });
}

test.each<[Parameter['type'], string, unknown]>([
  ['number', '1.5', 1.5],
  ['number', '-2e3', -2000],
  ['number', '.5', '.5'],
  ['number', '1e999', '1e999'],
  ['number', 'NaN', 'NaN'],
  ['number', '', ''],
  ['boolean', 'true', true],
  ['boolean', 'false', false],
  ['boolean', 'TRUE', 'TRUE'],
  ['boolean', '1', '1'],
  ['integer', '-5', -5],
  ['integer', '5\n', '5\n'],
])('as a %s, %j is read as %j', (type, text, want) => {
  const { validateRequest } = describe({
    parameters: { query: parameters(parameter('a', type)) },
  });
  const result = validateRequest({ query: new URLSearchParams({ a: text }) });
  expect(result).toMatchObject({ request: { query: { a: want } } });
});

test('lists in paths and headers are separated by commas', () => {
  const { validateRequest } = describe({
    parameters: {
      path: parameters(parameter('ids', 'integer', true)),
      header: parameters(
        parameter('X-Tags', 'string', true),
        parameter('X-Count', 'integer'),
      ),
    },
  });
  const headers = new Headers({ 'x-tags': 'a, b', 'x-count': '5' });
  expect(validateRequest({ path: { ids: '1,2,x' }, headers })).toStrictEqual({
    valid: true,
    request: {
      path: { ids: [1, 2, 'x'] },
      query: {},
      body: undefined,
      header: { 'X-Tags': ['a', 'b'], 'X-Count': 5 },
    },
  });
});

test('pointers to headers are in lower case', () => {
  const check: Check = () => false;
  check.errors = [
    { instancePath: '/X-Count', keyword: 'type', params: { type: 'integer' } },
  ];
  const { validateRequest } = describe({
    parameters: { header: { all: [parameter('X-Count', 'integer')], check } },
  });
  expect(
    validateRequest({ headers: new Headers({ 'X-Count': 'five' }) }),
  ).toMatchObject({
    violations: [
      { part: 'header', pointer: '/x-count', message: 'must be an integer' },
    ],
  });
});

test('a required parameter that is repeated is not missing as well', () => {
  const check: Check = () => false;
  check.errors = [
    {
      instancePath: '',
      keyword: 'required',
      params: { missingProperty: 'id' },
    },
  ];
  const { validateRequest } = describe({
    parameters: { query: { all: [parameter('id')], check } },
  });
  const violationsOf = (query: string) => {
    const result = validateRequest({ query: new URLSearchParams(query) });
    return result.valid ? [] : result.violations.map(({ keyword }) => keyword);
  };
  // What a check leaves is read once.
  const { errors } = check;
  expect(violationsOf('id=1&id=2')).toEqual(['repeated']);
  check.errors = errors;
  expect(violationsOf('')).toEqual(['required']);
});

test('ignores body and content type of a response that has no body', () => {
  const { validateResponse } = describe({});
  const parts = { status: 204, contentType: 'text/html', body: 'surplus' };
  expect(validateResponse(parts)).toStrictEqual({
    valid: true,
    status: 204,
    body: undefined,
  });
});

import { describe, expect, test } from 'vitest';
import { operations } from '../src/contract.ts';
import { bodyExamples, parameterExamples } from './support/examples.ts';
import { violations } from './support/violations.ts';

test.each(bodyExamples)('$title is valid', ({ schema, value, file }) => {
  expect(violations(schema, value), file).toEqual([]);
});

test.each(parameterExamples)('$title is valid', ({ schema, value }) => {
  expect(violations(schema, value)).toEqual([]);
});

describe.each(operations)('$operationId', ({ operationId, requestBody, responses }) => {
  const places = [...(requestBody ? ['request'] : []), ...Object.keys(responses)];

  test.each(places)('has an example for %s', (place) => {
    const titles = bodyExamples.map(({ title }) => title);
    expect(titles).toContainEqual(expect.stringMatching(`^${operationId} ${place} `));
  });
});

test('what breaks a schema is seen, with its place', () => {
  const sandbox = { $ref: '#/components/schemas/Sandbox' };
  expect(violations(sandbox, { id: 1, status: 'LOST', created_at: 'yesterday' })).toEqual([
    "/: must have required property 'created_by_user_id'",
    "/: must have required property 'sandbox_spec_id'",
    "/: must have required property 'session_api_key'",
    '/id: must be string',
    expect.stringMatching(/^\/status: must be equal to one of the allowed values \(STARTING,/),
    '/created_at: must match format "date-time"',
  ]);
});

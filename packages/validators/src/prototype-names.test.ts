/** Names that every object inherits, in every argument: nobody is led astray by them. */
import { contractOperations } from '@agent-conversation/contract';
import document from '@agent-conversation/openapi/openapi.json' with { type: 'json' };
import { operations, type OperationId } from '@agent-conversation/validators';
import * as schemas from '@agent-conversation/validators/schemas';
import { describe, expect, test } from 'vitest';

const names = [
  ...Object.getOwnPropertyNames(Object.prototype),
  ...Object.getOwnPropertyNames(Function.prototype),
];
const all = contractOperations(document).map((operation) => ({
  ...operation,
  validator: operations[operation.operationId as OperationId],
}));

/** The violations of a result, each as `part pointer keyword`. */
function violationsIn(
  result: ReturnType<(typeof all)[number]['validator']['validateRequest']>,
) {
  const found = result.valid ? [] : result.violations;
  return found.map(
    ({ part, pointer, keyword }) => `${part} ${pointer} ${keyword}`,
  );
}

describe.each(names)('%s', (name) => {
  test('is no operation', () => {
    expect((operations as Record<string, unknown>)[name]).toBeUndefined();
  });

  test.each(all)('is no status of $operationId', ({ validator }) => {
    for (const status of [name, { toString: () => '200' }, ['200'], '200']) {
      const parts = {
        status: status as number,
        contentType: 'application/json',
        body: {},
      };
      const result = validator.validateResponse(parts);
      expect(result).toMatchObject({
        violations: [{ part: 'status', keyword: 'status' }],
      });
    }
  });

  test.each(all)('is no media type of $operationId', ({ validator }) => {
    const { validateResponse } = validator;
    const result = validateResponse({
      status: 200,
      contentType: name,
      body: null,
    });
    const violations = result.valid ? [] : result.violations;
    expect(violations.map(({ keyword }) => keyword)).toContain('media-type');
  });

  test.each(all)(
    'is no parameter of $operationId',
    ({ validator, parameters }) => {
      const query = new URLSearchParams([[name, '1']]);
      const path = Object.fromEntries([[name, '1']]);
      const found = violationsIn(
        validator.validateRequest({ query, path }, { closed: true }),
      );
      expect(found).toContain(`query /${name} additionalProperties`);
      for (const { in: location, name: parameter, required } of parameters) {
        const isMissing = found.includes(`${location} /${parameter} required`);
        expect(isMissing).toBe(required === true);
      }
    },
  );

  test.each(all.filter(({ requestBody }) => requestBody))(
    'is no property of the body of $operationId',
    ({ validator }) => {
      const body: unknown = JSON.parse(`{"${name}":1}`);
      const found = violationsIn(
        validator.validateRequest({ body }, { closed: true }),
      );
      expect(found).toContain(`body /${name} additionalProperties`);
    },
  );

  test('is no value of an enumeration', () => {
    const result = schemas.SandboxStatus['~standard'].validate(name);
    expect(result.issues).toMatchObject([{ path: [] }]);
  });
});

test('what an object inherits is none of its properties', () => {
  const sandbox = {
    id: 'sbx-1',
    created_by_user_id: null,
    sandbox_spec_id: 'spec',
    status: 'RUNNING',
    session_api_key: null,
  };
  const body: unknown = Object.create(sandbox);
  const parts = { status: 200, contentType: 'application/json', body };
  const result = operations.startSandbox.validateResponse(parts);
  const pointers = result.valid
    ? []
    : result.violations.map(({ pointer }) => pointer);
  expect(pointers).toEqual(Object.keys(sandbox).map((name) => `/${name}`));
});

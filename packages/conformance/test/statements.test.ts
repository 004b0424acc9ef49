import { describe, expect, test } from 'vitest';
import { contract, operations, type Provenance, resolve } from '../src/contract.ts';
import { lifecycleNotation, notation, parameterNotation } from './support/notation.ts';
import { lifecycles, retryClasses, secretMembers } from '../statements/decided.ts';
import {
  documentedObjects,
  documentedOperations,
  documentedSecurity,
} from '../statements/documented.ts';
import { observedObjects, observedOperations } from '../statements/observed.ts';

test('the contract has the operations of the interface document, and no others', () => {
  const own = operations.map((operation) => [
    operation.method,
    operation.path,
    operation['x-generation'],
  ]);
  expect(own.toSorted()).toEqual(documentedOperations.toSorted());
});

describe.each(operations)('$operationId', (operation) => {
  const stated = observedOperations[operation.operationId];

  test('requires the API key in its header', () => {
    const schemes = operation.security.map((requirement) => Object.keys(requirement));
    expect(schemes, `security of ${operation.operationId}`).toEqual([[expect.any(String)]]);
    const scheme = contract.components.securitySchemes[schemes[0]![0]!];
    expect(scheme).toMatchObject(documentedSecurity);
  });

  test('is at its place', () => {
    const { method, path } = operation;
    expect({ method, path }).toEqual({ method: stated?.method, path: stated?.path });
  });

  test('takes the stated parameters and body', () => {
    const parameters = (operation.parameters ?? []).map((reference) => {
      const parameter = resolve(reference);
      const { name, required } = parameter;
      return [required ? `${name}!` : name, parameterNotation(parameter)];
    });
    expect(Object.fromEntries(parameters)).toEqual(stated?.parameters ?? {});
    const body = operation.requestBody;
    const request = body && notation(body.content['application/json']!.schema);
    expect(body?.required ? `${request}!` : request).toBe(stated?.request);
  });

  test('gives the stated answers, as JSON', () => {
    const answers = Object.entries(operation.responses).map(([status, response]) => {
      const { content } = resolve(response);
      expect(Object.keys(content), `${operation.operationId} ${status}`).toEqual([
        'application/json',
      ]);
      return [status, notation(content['application/json']!.schema)];
    });
    expect(Object.fromEntries(answers)).toEqual(stated?.answers);
  });
});

describe.each([
  { source: 'documented', objects: documentedObjects },
  { source: 'observed', objects: observedObjects },
] as const)('$source', ({ source, objects }) => {
  describe.each(Object.keys(objects))('%s', (name) => {
    const { required, members, defaults = {} } = objects[name]!;
    const schema = contract.components.schemas[name];
    const place = `openapi/components/schemas/${name}.yaml`;

    test('has the stated members with their types', () => {
      const own = membersOf(name, source).map(([member, value]) => [member, notation(value)]);
      expect(Object.fromEntries(own), place).toEqual(members);
    });

    test('requires the stated members', () => {
      const own = (schema?.required ?? []).filter((member) => member in members);
      expect(own.toSorted(), `required of ${place}`).toEqual(required);
    });

    test('has the stated defaults', () => {
      const own = membersOf(name, source).flatMap(([member, value]) =>
        value.default === undefined ? [] : [[member, value.default]],
      );
      expect(Object.fromEntries(own), `defaults of ${place}`).toEqual(defaults);
    });
  });
});

test('every object of the contract is stated', () => {
  const own = Object.entries(contract.components.schemas).flatMap(([name, { properties }]) =>
    properties ? [name] : [],
  );
  const stated = new Set([...Object.keys(documentedObjects), ...Object.keys(observedObjects)]);
  expect(own.toSorted()).toEqual([...stated].toSorted());
});

test('every operation has the decided retry class', () => {
  const own = operations.map((operation) => [operation.operationId, operation['x-retry']]);
  expect(Object.fromEntries(own)).toEqual(retryClasses);
});

test('the decided members are secret, and no others', () => {
  const own = Object.entries(contract.components.schemas).flatMap(([name, { properties = {} }]) =>
    Object.entries(properties).flatMap(([member, value]) =>
      value['x-secret'] ? [`${name}.${member}`] : [],
    ),
  );
  expect(own.toSorted()).toEqual(secretMembers);
});

test('states change as it was decided', () => {
  const own = Object.entries(contract.components.schemas).flatMap(([name, schema]) =>
    schema['x-lifecycle'] ? [[name, lifecycleNotation(schema['x-lifecycle'])]] : [],
  );
  expect(Object.fromEntries(own)).toEqual(lifecycles);
});

/** The members of an object schema that come from one source: their own provenance, or the object's. */
function membersOf(name: string, source: Provenance) {
  const schema = contract.components.schemas[name];
  return Object.entries(schema?.properties ?? {}).filter(
    ([, member]) => (member['x-provenance'] ?? schema?.['x-provenance']) === source,
  );
}

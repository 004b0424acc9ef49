import { describe, expect, test } from 'vitest';
import {
  type Body,
  contract,
  nameOf,
  operations,
  type Provenance,
  resolve,
} from '../src/contract.ts';
import {
  answerNotation,
  contentNotation,
  lifecycleNotation,
  linkNotation,
  notation,
  parameterNotation,
  serverNotation,
  unwritten,
} from './support/notation.ts';
import {
  exampleNames,
  lifecycles,
  links,
  retryClasses,
  secretMembers,
  servers,
} from '../statements/decided.ts';
import {
  documentedObjects,
  documentedOperations,
  documentedSecurity,
} from '../statements/documented.ts';
import { assumedOperations } from '../statements/assumed.ts';
import { observedObjects, observedOperations } from '../statements/observed.ts';
import type { ObjectStatements, OperationStatements } from '../statements/statement.ts';

/** The requests and the answers, by operation and status, or by the name of the response if it is shared. */
const bodies = operations.flatMap(({ operationId, requestBody, responses }) =>
  [...(requestBody ? [['request', requestBody] as const] : []), ...Object.entries(responses)].map(
    ([place, body]): [place: string, body: Partial<Body>] => [
      '$ref' in body ? nameOf(body.$ref) : `${operationId} ${place}`,
      resolve(body),
    ],
  ),
);

/** What is stated of the operations, by a source or where there is none. */
const stated: OperationStatements = { ...observedOperations, ...assumedOperations };
const assumed = Object.values(assumedOperations);
const assumedObjects = Object.assign({}, ...assumed.map((it) => it.objects)) as ObjectStatements;
const sources = [
  { source: 'documented', objects: documentedObjects },
  { source: 'observed', objects: observedObjects },
  { source: 'assumed', objects: assumedObjects },
] as const;

test('the contract has the operations of the interface document, and no others', () => {
  const own = operations.flatMap((operation) =>
    operation['x-provenance'] === 'documented'
      ? [[operation.method, operation.path, operation['x-generation']]]
      : [],
  );
  expect(own.toSorted()).toEqual(documentedOperations.toSorted());
});

test('the operations that a source has are stated, and no others', () => {
  const own = operations.filter((it) => it['x-provenance'] !== 'assumed');
  expect(own.map((it) => it.operationId).toSorted()).toEqual(
    Object.keys(observedOperations).toSorted(),
  );
});

test('the operations that no source has are stated, each in a file, and no others', () => {
  const own = operations.filter((it) => it['x-provenance'] === 'assumed');
  expect(own.map((it) => it.operationId).toSorted()).toEqual(Object.keys(assumedOperations));
  const both = Object.keys(assumedOperations).filter((id) => id in observedOperations);
  expect(both, 'statements/assumed').toEqual([]);
});

describe.each(operations)('$operationId', (operation) => {
  const its = stated[operation.operationId];

  test('requires the API key in its header', () => {
    const schemes = operation.security.map((requirement) => Object.keys(requirement));
    expect(schemes, `security of ${operation.operationId}`).toEqual([[expect.any(String)]]);
    const scheme = contract.components.securitySchemes[schemes[0]![0]!];
    expect(scheme).toMatchObject(documentedSecurity);
  });

  test('is at its place', () => {
    const { operationId, method, path } = operation;
    expect({ operationId, method, path }).toEqual({
      operationId,
      method: its?.method,
      path: its?.path,
    });
  });

  test('takes the stated parameters and body', () => {
    const parameters = (operation.parameters ?? []).map((reference) => {
      const parameter = resolve(reference);
      const { name, required } = parameter;
      return [required ? `${name}!` : name, parameterNotation(parameter)];
    });
    const { operationId, requestBody: body } = operation;
    expect(Object.fromEntries(parameters), `parameters of ${operationId}`).toEqual(
      its?.parameters ?? {},
    );
    const request = body && contentNotation(body.content);
    expect(body?.required ? `${request}!` : request, `body of ${operationId}`).toBe(its?.request);
  });

  test('gives the stated answers, as JSON', () => {
    const answers = Object.entries(operation.responses).map(([status, response]) => [
      status,
      answerNotation(response),
    ]);
    expect(Object.fromEntries(answers), `answers of ${operation.operationId}`).toEqual(
      its?.answers,
    );
  });
});

// A suite without tests is an error, and there may be no assumed objects.
const told = sources.filter(({ objects }) => Object.keys(objects).length > 0);

describe.each(told)('$source', ({ source, objects }) => {
  describe.each(Object.keys(objects))('%s', (name) => {
    const { required, members, defaults = {} } = objects[name]!;
    const schema = contract.components.schemas[name];
    const place = `openapi/components/schemas/${name}.yaml`;

    test('has the stated members with their types', () => {
      const own = membersOf(name, source).map(([member, value]) => [member, notation(value)]);
      expect(Object.fromEntries(own), place).toEqual(members);
    });

    test('demands nothing else, and takes other members', () => {
      const own = schema && unwritten(schema);
      const others = schema?.additionalProperties;
      expect({ own, others }, place).toEqual({ own: '', others: undefined });
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
  const all = sources.flatMap(({ objects }) => Object.keys(objects));
  expect(own.toSorted()).toEqual([...new Set(all)].toSorted());
});

test('the service is where it was decided', () => {
  expect(contract.servers.map(serverNotation), 'servers of openapi/openapi.yaml').toEqual(servers);
});

test('requests and answers have the decided examples', () => {
  const own = bodies.flatMap(([place, { content }]) => {
    const names = Object.values(content ?? {}).flatMap(({ examples }) =>
      Object.keys(examples ?? {}),
    );
    return names.length > 0 ? [[place, names]] : [];
  });
  const named = Object.assign({}, exampleNames, ...assumed.map((it) => it.examples)) as object;
  expect(Object.fromEntries(own)).toEqual(named);
});

test('answers have the decided links', () => {
  const own = bodies.flatMap(([place, { links: its = {} }]) => {
    const all = Object.entries(its).map(([name, link]) => [name, linkNotation(link)]);
    return all.length > 0 ? [[place, Object.fromEntries(all)]] : [];
  });
  const all = Object.assign({}, links, ...assumed.map((it) => it.links)) as object;
  expect(Object.fromEntries(own)).toEqual(all);
});

test('every operation has the decided retry class', () => {
  const own = operations.map((operation) => [operation.operationId, operation['x-retry']]);
  const classes = Object.entries(assumedOperations).map(([id, { retry }]) => [id, retry]);
  expect(Object.fromEntries(own)).toEqual({ ...retryClasses, ...Object.fromEntries(classes) });
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

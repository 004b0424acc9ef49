/**
 * Compares the contract with what running editions of the service responded (`../evidence`). Every response is valid,
 * every request that an edition accepted is valid, and where editions differ, the contract says so.
 */
import { readFileSync } from 'node:fs';
import {
  type Decision,
  readDecisions,
} from '@agent-conversation/cli/decisions';
import {
  type Evidence,
  compareVersions,
  expandPath,
  findEvidence,
  nameOf,
  readEvidence,
  readEvidenceNames,
} from '@agent-conversation/cli/evidence';
import { SourceFiles } from '@agent-conversation/cli/source';
import {
  childrenOf,
  type ContractOperation,
  contractOperations,
  isObject,
} from '@agent-conversation/contract';
import {
  Ajv2020,
  type ErrorObject,
  type ValidateFunction,
} from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';

const read = (file: string) =>
  readFileSync(new URL(file, import.meta.url), 'utf8');
const document = JSON.parse(read('../dist/openapi.json')) as object;
const operations = new Map(
  contractOperations(document).map((it) => [it.operationId, it]),
);
const directory = new URL('../evidence', import.meta.url).pathname;
const evidence = readEvidence(directory);
/** Recordings of operations that the contract has; those of removed ones stay. */
const ofOperations = evidence.filter(({ operationId }) =>
  operations.has(operationId),
);
const { entries: decisions } = readDecisions(read('../decisions.md'));
const files = new SourceFiles(new URL('../..', import.meta.url).pathname);

const ajv = new Ajv2020({ strict: false, allErrors: true, verbose: true });
ajv.addFormat(
  'date-time',
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/,
);
ajv.addFormat('uuid', /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
ajv.addFormat('password', true);
ajv.addSchema(document, 'contract');

/** Returns a validator, which is compiled once. */
function validatorOf(schema: object): ValidateFunction {
  const absolute = JSON.stringify(schema).replaceAll('"#/', '"contract#/');
  const known = compiled.get(absolute);
  if (known) return known;
  const validate = ajv.compile(JSON.parse(absolute) as object);
  compiled.set(absolute, validate);
  return validate;
}

const compiled = new Map<string, ValidateFunction>();

/** Returns what is wrong with a value, deepest in it, and the line of the schema that rejects it; or nothing. */
function violationsOf(schema: object | undefined, value: unknown): string[] {
  if (!schema) return ['no schema'];
  const validate = validatorOf(schema);
  if (validate(value)) return [];
  const depth = ({ instancePath }: ErrorObject) =>
    instancePath.split('/').length;
  const [error] = (validate.errors ?? []).toSorted(
    (a, b) => depth(b) - depth(a),
  );
  const schemaPath = pathOf.get(error?.parentSchema) ?? ['components'];
  const { file, line, column } = files.locate([
    ...schemaPath,
    error?.keyword ?? '',
  ]);
  const place = error?.instancePath.replaceAll(/\/\d+(?=\/|$)/g, '/*');
  return [`${file}:${line}:${column} ${place} ${error?.message}`];
}

/** Where each object of the document is in it. */
const pathOf = new Map<unknown, (string | number)[]>();
function addPaths(value: unknown, path: (string | number)[] = []): void {
  pathOf.set(value, path);
  for (const [step, child] of childrenOf(value))
    addPaths(child, [...path, step]);
}
addPaths(document);

/** Returns a line for each violation, with the first exchanges that have it. */
function summaryOf(
  invalid: readonly { exchange: Evidence; violations: string[] }[],
): string[] {
  const all = invalid.flatMap(({ exchange, violations }) =>
    violations.map((violation) => ({ violation, name: nameOf(exchange) })),
  );
  const groups = [...Map.groupBy(all, ({ violation }) => violation)];
  return groups.map(([violation, exchanges]) => {
    const names = [...new Set(exchanges.map(({ name }) => name))];
    const rest = names.length > 3 ? ` and ${names.length - 3} others` : '';
    return `${violation}: ${names.slice(0, 3).join(', ')}${rest}`;
  });
}

/** Fails with a line for each violation and what to do, without code of this file: the mistake is elsewhere. */
function expectNone(violations: readonly string[], toDo: string): void {
  if (violations.length === 0) return;
  const error = new Error([...violations, toDo].join('\n'));
  error.stack = error.message;
  throw error;
}

/** The legacy operations are gone in 1.7.0 and later (D33). */
function isGone({ edition, operationId }: Evidence): boolean {
  const isLegacy = ['createConversation', 'getSettings'].includes(operationId);
  return isLegacy && compareVersions(edition, '1.7.0') >= 0;
}

/** A failure of the service, which no contract can declare (D50). */
const isFault = ({ response }: Evidence) => response.status >= 500;

function invalidResponse(exchange: Evidence): string[] {
  const { operationId, response } = exchange;
  const declared = operations.get(operationId)?.responses[response.status];
  if (!declared) return [`the status ${response.status} is not declared`];
  return violationsOf(declared.schema, response.body);
}

test('there is evidence of three editions, and of each operation that is not assumed', () => {
  const editions = evidence.map(({ edition }) => edition);
  expect(editions).toEqual(
    expect.arrayContaining(['0.62.0', '1.5.0', '1.11.0']),
  );
  const recorded = new Set(ofOperations.map(({ operationId }) => operationId));
  const known = [...operations.values()].filter(
    (it) => it['x-provenance'] !== 'assumed',
  );
  expect([...recorded].toSorted()).toEqual(
    known.map(({ operationId }) => operationId).toSorted(),
  );
});

test('the names of the exchanges are the same if only the names are read', () => {
  expect(readEvidenceNames(directory).map(nameOf)).toEqual(
    evidence.map(nameOf),
  );
});

test('every recorded response is valid', () => {
  const invalid = ofOperations
    .filter((exchange) => !isGone(exchange) && !isFault(exchange))
    .map((exchange) => ({ exchange, violations: invalidResponse(exchange) }));
  const toDo =
    'Editions of the service have sent this (openapi/evidence): declare it, or undo the edit.';
  expectNone(summaryOf(invalid), toDo);
});

/** Returns the values of a query as their parameters have them. */
function invalidQuery(operation: ContractOperation, path: string): string[] {
  const query = new URL(expandPath(path), 'http://service.example')
    .searchParams;
  return operation.parameters.flatMap((parameter) => {
    if (parameter.in !== 'query' || !query.has(parameter.name)) return [];
    const texts = query.getAll(parameter.name);
    const isList = parameter.schema.type === 'array';
    if (!isList && texts.length > 1) return [`${parameter.name} is repeated`];
    const value = isList
      ? texts
      : valueOf(texts[0] ?? '', parameter.schema.type);
    return violationsOf(parameter.schema, value).map(
      (it) => `${it} (${parameter.name})`,
    );
  });
}

function valueOf(text: string, type: unknown): unknown {
  return type === 'integer' && /^-?\d+$/.test(text) ? Number(text) : text;
}

/** Returns the body without the properties that the edition ignores: a start task does not repeat them. */
function usedBody({ operationId, request, response }: Evidence): unknown {
  const { body } = request;
  if (
    operationId !== 'startAppConversation' ||
    !isObject(body) ||
    !isObject(response.body)
  ) {
    return body;
  }
  const repeated = Object(response.body['request']) as object;
  const used = Object.entries(body).filter(([name]) =>
    Object.hasOwn(repeated, name),
  );
  return Object.fromEntries(used);
}

function isWithoutContentType({ request }: Evidence): boolean {
  return (
    request.rawBody !== undefined && request.headers?.['content-type'] === null
  );
}

function invalidRequest(exchange: Evidence): string[] {
  const operation = operations.get(exchange.operationId)!;
  const body = usedBody(exchange);
  const schema = operation.requestBody?.schema;
  const inBody = schema && body !== undefined ? violationsOf(schema, body) : [];
  const inHeaders = isWithoutContentType(exchange)
    ? ['the body has no content type']
    : [];
  return [
    ...invalidQuery(operation, exchange.request.path),
    ...inHeaders,
    ...inBody,
  ];
}

const decision = (id: string): Decision =>
  decisions.find((it) => it.id === id)!;

/** What deployments convert is accepted, and not part of the contract (D46). */
const converted = decision('D46').evidence!.exchanges.flatMap(({ name }) =>
  findEvidence(evidence, name),
);

test('every request that an edition accepted is valid, unless the edition converts a value', () => {
  const accepted = ofOperations.filter(
    ({ response }) => response.status === 200,
  );
  const invalid = accepted
    .map((exchange) => ({ exchange, violations: invalidRequest(exchange) }))
    .filter(({ violations }) => violations.length > 0);
  const others = invalid.filter(
    ({ exchange }) => !converted.includes(exchange),
  );
  const toDo =
    'Editions of the service have accepted this (openapi/evidence): allow it, undo the edit, or list the exchange in ' +
    'D46 (openapi/decisions.md) if they convert the value.';
  expectNone(summaryOf(others), toDo);
  const names = new Set(invalid.map(({ exchange }) => nameOf(exchange)));
  const unneeded = converted
    .filter(({ response }) => response.status === 200)
    .map(nameOf);
  expect(unneeded.filter((name) => !names.has(name))).toEqual([]);
});

/** Returns an operation, and the components that its references lead to. */
function partsOf(operation: ContractOperation): unknown[] {
  const seen = new Set<string>();
  const expand = (part: unknown): unknown[] => {
    const references = [
      ...JSON.stringify(part).matchAll(/"#(\/components\/[^"]+)"/g),
    ];
    const added = references
      .map(([, pointer = '']) => pointer)
      .filter((pointer) => !seen.has(pointer) && seen.add(pointer));
    return [part, ...added.flatMap((pointer) => expand(componentAt(pointer)))];
  };
  return expand(operation);
}

function componentAt(pointer: string): unknown {
  const steps = pointer.split('/').slice(1);
  return steps.reduce<unknown>(
    (at, step) => (at as Record<string, unknown>)[step],
    document,
  );
}

/** Returns the editions that respond with another status than the newest one that has the operation. */
function deviatingEditions(exchanges: readonly Evidence[]): string[] {
  const newest = exchanges.at(-1)!;
  const others = exchanges.filter(
    ({ response }) => response.status !== newest.response.status,
  );
  return others.map(({ edition }) => edition);
}

const byName = Map.groupBy(
  ofOperations.filter((exchange) => !isGone(exchange)),
  ({ operationId, name }) => `${operationId}/${name}`,
);

test('where editions respond with other statuses, the contract names them', () => {
  const unnamed = [...byName].flatMap(([name, exchanges]) => {
    const texts = JSON.stringify(
      partsOf(operations.get(exchanges[0]!.operationId)!),
    );
    const missing = deviatingEditions(exchanges).filter(
      (edition) => !texts.includes(edition),
    );
    return missing.map((edition) => `${name}: ${edition}`);
  });
  expect(unnamed).toEqual([]);
});

/** The objects of a value by their paths, each with the names of its properties; lists have no steps of their own. */
type Objects = Map<string, Set<string>>;

function objectsIn(
  value: unknown,
  path = '',
  objects: Objects = new Map(),
): Objects {
  if (Array.isArray(value)) {
    for (const item of value) objectsIn(item, path, objects);
  } else if (isObject(value)) {
    const names = objects.get(path) ?? new Set<string>();
    objects.set(path, names);
    for (const [name, inner] of Object.entries(value)) {
      names.add(name);
      objectsIn(inner, `${path}/${name}`, objects);
    }
  }
  return objects;
}

/** Returns the names of the properties that an object has in one edition and not in another, where both succeed. */
function differingProperties(exchanges: readonly Evidence[]): Set<string> {
  const successes = exchanges.filter(({ response }) => response.status === 200);
  const editions = successes.map(({ response }) => objectsIn(response.body));
  const paths = new Set(editions.flatMap((objects) => [...objects.keys()]));
  const differing = [...paths].flatMap((path) => {
    // Where an edition has no such object at all, it is the list or the state that differs.
    const names = editions.flatMap((objects) => objects.get(path) ?? []);
    const all = new Set(names.flatMap((each) => [...each]));
    return [...all].filter((name) => names.some((each) => !each.has(name)));
  });
  return new Set(differing);
}

const version = /\d+\.\d+\.\d+/;

/** Whether a property, or the schema that has it, names editions. What no schema lists is the content of a map. */
function namesEditions(
  operation: ContractOperation,
  property: string,
): boolean {
  const texts = partsOf(operation).flatMap((part) => {
    const { properties, description } = part as Record<string, unknown>;
    const schema = isObject(properties) ? properties[property] : undefined;
    return schema === undefined
      ? []
      : [`${String(description)} ${JSON.stringify(schema)}`];
  });
  return texts.length === 0 || texts.some((text) => version.test(text));
}

test('where editions send other properties, the contract names the editions', () => {
  const unnamed = [...byName].flatMap(([name, exchanges]) => {
    const operation = operations.get(exchanges[0]!.operationId)!;
    const differing = [...differingProperties(exchanges)];
    const silent = differing.filter(
      (property) => !namesEditions(operation, property),
    );
    return silent.map((property) => `${name}: ${property}`);
  });
  expect(unnamed).toEqual([]);
});

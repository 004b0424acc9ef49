/** An edit means the same wherever it is written: inline, in a component, or in a component that is new. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { compareContracts } from './compare.ts';

type Value = Record<string, unknown>;

interface Parts {
  readonly parameter: Value;
  readonly header: Value;
  readonly response: Value;
  readonly schema: Value;
  /** More parameters and responses, which the edit adds or removes. */
  readonly parameters: readonly Value[];
  readonly responses: Readonly<Record<string, Value>>;
}

const color = { type: 'string', enum: ['red', 'blue'] };
const missing = { description: 'None.' };
const start: Parts = {
  parameter: {
    name: 'limit',
    in: 'query',
    schema: { type: 'integer', maximum: 100 },
  },
  header: { required: true, schema: { type: 'integer' } },
  response: { description: 'Things.' },
  schema: {
    type: 'object',
    required: ['id'],
    properties: { id: { type: 'string' }, color },
  },
  parameters: [],
  responses: {},
};

const schemaWith = (edit: Value): Parts => ({
  ...start,
  schema: { ...start.schema, ...edit },
});
const propertiesWith = (edit: Value): Parts =>
  schemaWith({
    properties: { ...(start.schema['properties'] as Value), ...edit },
  });

const edits: Readonly<Record<string, Parts>> = {
  'an optional property': propertiesWith({ note: { type: 'string' } }),
  'a required property': schemaWith({
    required: ['id', 'note'],
    properties: {
      ...(start.schema['properties'] as Value),
      note: { type: 'string' },
    },
  }),
  'a property less': schemaWith({ required: [], properties: { color } }),
  'another type of a property': propertiesWith({ id: { type: 'integer' } }),
  'an enum value more': propertiesWith({
    color: { ...color, enum: ['red', 'blue', 'green'] },
  }),
  'an enum value less': propertiesWith({ color: { ...color, enum: ['red'] } }),
  'an optional parameter': {
    ...start,
    parameters: [{ name: 'q', in: 'query', schema: { type: 'string' } }],
  },
  'a required parameter': {
    ...start,
    parameters: [
      { name: 'q', in: 'query', required: true, schema: { type: 'string' } },
    ],
  },
  'a lower limit of a parameter': {
    ...start,
    parameter: { ...start.parameter, schema: { type: 'integer', maximum: 50 } },
  },
  'a header that may be missing': {
    ...start,
    header: { schema: { type: 'integer' } },
  },
  'an error status': { ...start, responses: { '404': missing } },
  'a success status': { ...start, responses: { '202': missing } },
};

type Kind = 'parameters' | 'headers' | 'responses' | 'schemas';

/** Writes a contract that uses its schema twice. @param isShared whether a part stands in a component */
function contractOf(parts: Parts, isShared: boolean): string {
  const components: Record<Kind, Value> = {
    parameters: {},
    headers: {},
    responses: {},
    schemas: {},
  };
  const placed = (kind: Kind, name: string, value: Value): Value => {
    if (!isShared) return value;
    components[kind][name] = value;
    return { $ref: `#/components/${kind}/${name}` };
  };
  const thing = () => placed('schemas', 'Thing', parts.schema);
  const success = {
    ...parts.response,
    headers: { 'X-Left': placed('headers', 'Left', parts.header) },
    content: {
      'application/json': { schema: { type: 'array', items: thing() } },
    },
  };
  const others = Object.entries(parts.responses).map(([status, response]) => {
    return [status, placed('responses', `Status${status}`, response)] as const;
  });
  const list = {
    operationId: 'listThings',
    parameters: [
      placed('parameters', 'Limit', parts.parameter),
      ...parts.parameters.map((each) => placed('parameters', 'More', each)),
    ],
    responses: {
      '200': placed('responses', 'Things', success),
      ...Object.fromEntries(others),
    },
  };
  const create = {
    operationId: 'createThing',
    requestBody: { content: { 'application/json': { schema: thing() } } },
    responses: { '201': { description: 'Created.' } },
  };
  const paths = { '/things': { get: list, post: create } };
  return JSON.stringify({
    openapi: '3.1.1',
    info: { title: 'T', version: '1.0.0' },
    paths,
    components,
  });
}

/** Returns whom each kind of change breaks, and where. Inline, the schema stands in two places, and changes twice. */
function verdictOf(base: string, current: string) {
  const changes = compareContracts(
    { file: 'base.json', text: base },
    { file: 'current.json', text: current },
  );
  // The names of types are another matter.
  const own = changes.filter(({ rule }) => !rule.startsWith('schema-'));
  const byRule = Map.groupBy(own, ({ rule }) => rule);
  const verdicts = [...byRule].map(([rule, all]) => {
    const breaks = new Set(all.flatMap((change) => change.breaks));
    if (breaks.size > 1) breaks.delete('source');
    const operations = new Set(all.flatMap((change) => change.operations));
    return [rule, [...breaks].toSorted(), [...operations].toSorted()] as const;
  });
  return Object.fromEntries(
    verdicts.map(([rule, ...verdict]) => [rule, verdict]),
  );
}

test.each(Object.entries(edits))('%s', (_, edit) => {
  const inline = verdictOf(contractOf(start, false), contractOf(edit, false));
  expect(inline).not.toEqual({});
  expect(verdictOf(contractOf(start, true), contractOf(edit, true))).toEqual(
    inline,
  );
  expect(verdictOf(contractOf(start, false), contractOf(edit, true))).toEqual(
    inline,
  );
  expect(verdictOf(contractOf(start, true), contractOf(edit, false))).toEqual(
    inline,
  );
});

test('components instead of inline parts, and the other way round, are no change', () => {
  expect(verdictOf(contractOf(start, false), contractOf(start, true))).toEqual(
    {},
  );
  expect(verdictOf(contractOf(start, true), contractOf(start, false))).toEqual(
    {},
  );
});

test('removing both legacy operations from the contract breaks, and needs an approval', () => {
  const released = new URL(
    '../../openapi/released/openapi.yaml',
    import.meta.url,
  );
  const text = readFileSync(released, 'utf8');
  const contract = parse(text) as { paths: Record<string, unknown> };
  const legacy = Object.keys(contract.paths).filter(
    (path) => !path.startsWith('/api/v1/'),
  );
  for (const path of legacy) delete contract.paths[path];
  const changes = compareContracts(
    { file: 'base.yaml', text },
    { file: 'current.json', text: JSON.stringify(contract) },
  );
  const removed = changes.filter(({ rule }) => rule === 'operation-removed');
  expect(removed).toHaveLength(2);
  for (const change of removed) {
    expect(change).toMatchObject({
      effect: 'breaking',
      breaks: ['sender'],
      needsApproval: true,
    });
  }
});

import document from '@agent-conversation/openapi/openapi.json' with { type: 'json' };
import { operations, type OperationId, type Violation } from '@agent-conversation/validators';
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { describe, expect, test } from 'vitest';

type Json = Record<string, unknown>;

/** A body of the contract: its schema and examples, and how it is validated. */
interface Body {
  readonly title: string;
  readonly schema: unknown;
  readonly examples: readonly unknown[];
  readonly violations: (body: unknown, closed: boolean) => readonly Violation[];
}

function resolve(value: unknown): Json {
  const { $ref } = value as { $ref?: string };
  if ($ref === undefined) return value as Json;
  const steps = $ref.slice('#/'.length).split('/');
  return resolve(steps.reduce<unknown>((at, step) => (at as Json)[step], document));
}

function bodyOf(title: string, owner: unknown, violations: Body['violations']): Body[] {
  const { content } = resolve(owner) as { content?: Record<string, Json> };
  const { schema, examples } = content?.['application/json'] ?? {};
  if (!schema) return [];
  const values = Object.values(examples as Json).map((example) => resolve(example)['value']);
  return [{ title, schema, examples: values, violations }];
}

const bodies: Body[] = Object.values(document.paths as Record<string, Record<string, Json>>)
  .flatMap((pathItem) => Object.values(pathItem))
  .flatMap((operation) => {
    const id = operation['operationId'] as OperationId;
    const { validateRequest, validateAnswer } = operations[id];
    return [
      ...bodyOf(`${id} request`, operation['requestBody'] ?? {}, (body, closed) => {
        const result = validateRequest({ body }, { closed });
        // Nothing but the body is sent.
        return result.valid ? [] : result.violations.filter(({ part }) => part === 'body');
      }),
      ...Object.entries(operation['responses'] as Json).flatMap(([status, response]) =>
        bodyOf(`${id} ${status}`, response, (body, closed) => {
          const contentType = 'application/json';
          const parts = { status: Number(status), contentType, body };
          const result = validateAnswer(parts, { closed });
          return result.valid ? [] : result.violations;
        }),
      ),
    ];
  });

/** Ajv as anybody would use it on the contract, at run time. */
function plainAjv(closed: boolean) {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  formats.default(ajv, { mode: 'full' });
  ajv.addFormat('password', true);
  const root = closed ? close(document) : document;
  ajv.addSchema({ ...(root as Json), $id: 'https://contract.example/' });
  const absolute = (schema: unknown): unknown =>
    JSON.parse(
      JSON.stringify(closed ? close(schema) : schema).replaceAll(
        '"#/',
        '"https://contract.example/#/',
      ),
    );
  return (schema: unknown) => ajv.compile(absolute(schema) as object);
}

/** A copy in which every object that lists properties allows no others. */
function close(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(close);
  if (typeof value !== 'object' || value === null) return value;
  const copy = Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, close(inner)]));
  return 'properties' in copy && copy['type'] === 'object'
    ? { additionalProperties: false, ...copy }
    : copy;
}

const odd = [
  null,
  true,
  0,
  -1,
  1.5,
  1e300,
  '',
  'odd',
  '2026-11-02T09:14:07Z',
  [],
  [null],
  {},
  { type: 'text' },
];

/** A value with one place of it changed, in every way and at every place. */
function* mutations(value: unknown): Generator {
  yield* odd;
  if (Array.isArray(value)) {
    for (const [position, item] of value.entries()) {
      yield value.toSpliced(position, 1);
      for (const mutation of mutations(item)) yield value.with(position, mutation);
    }
  } else if (typeof value === 'object' && value !== null) {
    for (const surplus of ['surplus', '__proto__', 'constructor', 'a/b~c']) {
      yield Object.fromEntries([...Object.entries(value), [surplus, 1]]);
    }
    for (const [name, member] of Object.entries(value)) {
      const { [name]: _, ...others } = value as Json;
      yield others;
      for (const mutation of mutations(member)) yield { ...others, [name]: mutation };
    }
  }
}

/** The locations that Ajv reports, also those of branches that do not count. */
function locationsOf(errors: readonly ErrorObject[] | null | undefined): Set<string> {
  return new Set(
    (errors ?? []).map(({ instancePath, params }) => {
      const name = (params['missingProperty'] ?? params['additionalProperty']) as
        string | undefined;
      return name === undefined
        ? instancePath
        : `${instancePath}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    }),
  );
}

test('the contract has bodies, and examples of all of them', () => {
  expect(bodies.length).toBeGreaterThan(20);
  expect(bodies.filter(({ examples }) => examples.length === 0)).toEqual([]);
});

describe.each([
  ['open', false],
  ['closed', true],
])('%s', (_, closed) => {
  const compile = plainAjv(closed);

  test.each(bodies)('$title: every example is valid', ({ examples, violations }) => {
    expect(examples.flatMap((example) => violations(example, closed))).toEqual([]);
  });

  test.each(bodies)(
    '$title: every changed example gets the result of Ajv, each location once',
    ({ schema, examples, violations }) => {
      const validate = compile(schema);
      let count = 0;
      for (const mutation of examples.flatMap((example) => [...mutations(example)])) {
        const found = violations(mutation, closed);
        const isValid = validate(mutation);
        expect({ mutation, isValid: found.length === 0 }).toEqual({ mutation, isValid });
        const pointers = found.map(({ pointer }) => pointer);
        expect(new Set(pointers).size).toBe(pointers.length);
        // Ajv points at a choice by tag as a whole.
        const locations = locationsOf(validate.errors);
        const strange = found.filter(
          ({ pointer, keyword }) => keyword !== 'discriminator' && !locations.has(pointer),
        );
        expect({ mutation, strange }).toEqual({ mutation, strange: [] });
        count++;
      }
      expect(count).toBeGreaterThan(odd.length);
    },
  );
});

import { contractOperations } from '@agent-conversation/contract';
import document from '@agent-conversation/openapi/openapi.json' with { type: 'json' };
import {
  operations,
  type OperationId,
  type Violation,
} from '@agent-conversation/validators';
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { describe, expect, test } from 'vitest';

type Json = Record<string, unknown>;

/** The bodies of the contract: schema and examples of each, and how it is validated. */
const bodies = contractOperations(document).flatMap((it) => {
  const id = it.operationId as OperationId;
  const { validateRequest, validateResponse } = operations[id];
  const violationsOf = (result: {
    valid: boolean;
    violations?: readonly Violation[];
  }) =>
    // Nothing but the body is sent.
    (result.violations ?? []).filter(({ part }) => part === 'body');
  return [
    {
      title: `${id} request`,
      ...it.requestBody,
      violations: (body: unknown, closed: boolean) =>
        violationsOf(validateRequest({ body }, { closed })),
    },
    ...Object.entries(it.responses).map(([status, content]) => ({
      title: `${id} ${status}`,
      ...content,
      violations: (body: unknown, closed: boolean) =>
        violationsOf(
          validateResponse({ status: Number(status), body }, { closed }),
        ),
    })),
  ].flatMap(({ schema, examples, ...body }) =>
    schema && examples
      ? [{ ...body, schema, examples: [...examples.values()] }]
      : [],
  );
});

/** Ajv as anybody would use it on the contract, at run time. */
function plainAjv(closed: boolean) {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  formats.default(ajv, { mode: 'full' });
  ajv.addFormat('password', true);
  const $id = 'https://contract.example/';
  const copy = (value: unknown) => (closed ? close(value) : value) as Json;
  ajv.addSchema({ ...copy(document), $id });
  return (schema: object) =>
    ajv.compile(
      JSON.parse(
        JSON.stringify(copy(schema)).replaceAll('"#/', `"${$id}#/`),
      ) as object,
    );
}

/** A copy in which every object that lists properties allows no others. */
function close(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(close);
  if (typeof value !== 'object' || value === null) return value;
  const copy = Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, close(inner)]),
  );
  return 'properties' in copy && copy['type'] === 'object'
    ? { additionalProperties: false, ...copy }
    : copy;
}

// prettier-ignore
const odd = [null, true, 0, -1, 1.5, 1e300, '', 'odd', '2026-11-02T09:14:07Z', [], [null], {}, { type: 'text' }];

/** A value with one part of it changed, in every way and at every location. */
function* mutations(value: unknown): Generator {
  yield* odd;
  if (Array.isArray(value)) {
    for (const [position, item] of value.entries()) {
      yield value.toSpliced(position, 1);
      for (const mutation of mutations(item))
        yield value.with(position, mutation);
    }
  } else if (typeof value === 'object' && value !== null) {
    for (const surplus of ['surplus', '__proto__', 'constructor', 'a/b~c']) {
      yield Object.fromEntries([...Object.entries(value), [surplus, 1]]);
    }
    for (const [name, child] of Object.entries(value)) {
      const { [name]: _, ...others } = value as Json;
      yield others;
      for (const mutation of mutations(child))
        yield { ...others, [name]: mutation };
    }
  }
}

/** The locations that Ajv reports, also those of branches that do not count. */
function locationsOf(
  errors: readonly ErrorObject[] | null | undefined,
): Set<string> {
  return new Set(
    (errors ?? []).map(({ instancePath, params }) => {
      const name = (params['missingProperty'] ??
        params['additionalProperty']) as string | undefined;
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

  test.each(bodies)(
    '$title: every example is valid',
    ({ examples, violations }) => {
      expect(
        examples.flatMap((example) => violations(example, closed)),
      ).toEqual([]);
    },
  );

  test.each(bodies)(
    '$title: every changed example gets the result of Ajv, each location once',
    ({ schema, examples, violations }) => {
      const validate = compile(schema);
      let count = 0;
      for (const mutation of examples.flatMap((example) => [
        ...mutations(example),
      ])) {
        const found = violations(mutation, closed);
        const isValid = validate(mutation);
        expect({ mutation, isValid: found.length === 0 }).toEqual({
          mutation,
          isValid,
        });
        const pointers = found.map(({ pointer }) => pointer);
        expect(new Set(pointers).size).toBe(pointers.length);
        // Ajv points at a choice by tag as a whole.
        const locations = locationsOf(validate.errors);
        const strange = found.filter(
          ({ pointer, keyword }) =>
            keyword !== 'discriminator' && !locations.has(pointer),
        );
        expect({ mutation, strange }).toEqual({ mutation, strange: [] });
        count++;
      }
      expect(count).toBeGreaterThan(odd.length);
    },
  );
});

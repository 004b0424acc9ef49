import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { arbitrary } from './arbitrary.ts';
import { faultSites, wrongAt } from './faulty-requests.ts';
import { contract, operations, resolve, type Schema } from '../contract.ts';
import { violations } from '../../test/support/violations.ts';

const requests = operations.flatMap(({ operationId, requestBody }) =>
  requestBody ? [{ operationId, schema: requestBody.content['application/json']!.schema }] : [],
);
const components = Object.entries(contract.components.schemas).map(([name, schema]) => ({
  name,
  schema,
}));

/** Whether one of its members has an enumeration, of which a value can be misspelt. */
function hasValues(schema: Schema): boolean {
  const { properties = {}, anyOf = [], ...own } = resolve<Schema>(schema);
  return own.enum !== undefined || [...Object.values(properties), ...anyOf].some(hasValues);
}

test('there are requests to make', () => {
  expect(requests.length).toBeGreaterThan(1);
  expect(requests.filter(({ schema }) => hasValues(schema)).length).toBeGreaterThan(1);
});

describe.each(requests)('the request of $operationId', ({ schema }) => {
  test('is valid as it is made', () => {
    expect(wrongValue(schema, 1000)).toBeUndefined();
  });

  test('is wrong where it was made wrong', () => {
    const kinds = new Set<string>();
    fc.assert(
      fc.property(arbitrary(schema), fc.nat(), fc.nat(), (value, at, pick) => {
        const sites = faultSites(schema, value);
        const site = sites[at % sites.length]!;
        kinds.add(site.kind);
        const found = violations(schema, sent(wrongAt(value, site, pick)));
        expect(found, JSON.stringify(site)).toContainEqual(
          expect.stringContaining(placeOf(site.kind, site.steps)),
        );
      }),
      { numRuns: 200 },
    );
    const always = ['type', 'null', ...(hasValues(schema) ? ['misspelt'] : [])];
    expect([...kinds]).toEqual(expect.arrayContaining(always));
  });
});

test.each(components)('values of $name are valid', ({ schema }) => {
  expect(wrongValue(schema, 100)).toBeUndefined();
});

test('a keyword that is not known is named, and not ignored', () => {
  const schema = { type: 'string', pattern: '^a' } as Schema;
  expect(() => arbitrary(schema)).toThrow(
    'the keyword pattern of {"type":"string","pattern":"^a"}',
  );
  expect(() => arbitrary({ type: 'string', maxItems: 1 })).toThrow('the keyword maxItems of');
  expect(() => arbitrary({ type: 'string', format: 'ipv6' })).toThrow('the format ipv6');
  expect(() => arbitrary({ type: 'void' })).toThrow('the type void');
});

/** The smallest of so many values that is not valid. */
function wrongValue(schema: Schema, numRuns: number): unknown {
  const isValid = (value: unknown) => violations(schema, sent(value)).length === 0;
  return fc.check(fc.property(arbitrary(schema), isValid), { numRuns }).counterexample?.[0];
}

/** The value as its receiver reads it. */
function sent(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

/** What the oracle says of a place, up to what is wrong there. */
function placeOf(kind: string, steps: readonly (string | number)[]): string {
  const pointer = (some: typeof steps) =>
    some.map((step) => `/${`${step}`.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('') || '/';
  if (kind !== 'missing') return `${pointer(steps)}: must`;
  return `${pointer(steps.slice(0, -1))}: must have required property '${steps.at(-1)}'`;
}

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as types from '@agent-conversation/types';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { contract, operations, resolve } from '../src/contract.ts';
import { arbitrary } from '../src/requests/arbitrary.ts';
import { bodyExamples } from './support/examples.ts';
import { listedMembers } from './support/listed-members.ts';
import { type Mutation, mutations } from './support/mutations.ts';
import { diagnosticsOf, type TypeCase } from './support/type-program.ts';
import { type TypedPlace, typedPlaces } from './support/typed-places.ts';

const seed = Number(process.env['FC_SEED'] ?? 20261122);
const numRuns = 10;

const header =
  "import type * as types from '@agent-conversation/types'; type Same<A, B> = [A, B] extends [B, A] ? true : false;";

const instances = typedPlaces.map((place) => ({
  place,
  values: fc
    .sample(arbitrary(place.schema), { seed, numRuns })
    .map((value) => listedMembers(place.schema, JSON.parse(JSON.stringify(value)))),
}));
/** What the contract shows of a place, beside the random values. */
const examples = bodyExamples.map(({ title, schema, value }) => ({
  place: typedPlaces.find((it) => title.startsWith(`${it.title} `))!,
  values: [listedMembers(schema, value)],
}));
const mutants = [...instances, ...examples].flatMap(({ place, values }) =>
  mutantsOf(place, values),
);
test('what the contract allows compiles as its type, what it does not allow does not', () => {
  const diagnostics = diagnosticsOf('random-types', header, [
    ...[...instances, ...examples].flatMap(({ place, values }) =>
      values.map((value, index) => caseOf(place, `instance ${index}`, value)),
    ),
    ...mutants.map(({ place, mutation }) =>
      caseOf(place, mutation.title, mutation.value, !mutation.isNew),
    ),
    ...reached(),
  ]);
  expect(diagnostics).toEqual([]);
});

test('there is a mutant of each kind, and one with a new value of an enumeration', () => {
  const kinds = new Set(mutants.map(({ mutation }) => kindOf(mutation)));
  expect([...kinds].toSorted()).toEqual([
    'misspelt',
    'not null',
    'null',
    'optional misspelt',
    'required missing',
    'wrong type',
  ]);
  expect(mutants.some(({ mutation }) => mutation.isNew)).toBe(true);
});

test('every schema has a named type, every enumeration a list of its values, and there is no other', () => {
  const { schemas } = contract.components;
  const file = fileURLToPath(
    new URL('index.d.ts', import.meta.resolve('@agent-conversation/types')),
  );
  const declared = readFileSync(file, 'utf8').matchAll(/^export (?:interface|type) (\w+)/gm);
  expect([...declared].map(([, name]) => name).toSorted()).toEqual(Object.keys(schemas).toSorted());
  const enums = Object.entries(schemas).filter(([, schema]) => schema.enum);
  const lists = enums.map(([name, schema]) => [
    `${name.charAt(0).toLowerCase()}${name.slice(1)}Values`,
    schema.enum,
  ]);
  expect({ ...types }).toEqual(Object.fromEntries(lists));
});

/** One mutant for each kind of mutation at each place of a schema. */
function mutantsOf(place: TypedPlace, values: readonly unknown[]) {
  const found = new Map<string, { place: TypedPlace; mutation: Mutation }>();
  for (const value of values) {
    for (const mutation of mutations(place.schema, value)) {
      // The named type of an enumeration has the known values alone.
      const isNew = mutation.isNew && !mutation.title.startsWith('/: ');
      found.set(mutation.title.replaceAll(/\/\d+/g, '/0'), {
        place,
        mutation: { ...mutation, isNew },
      });
    }
  }
  return [...found.values()];
}

function kindOf({ title }: Mutation): string {
  const words = title.slice(title.lastIndexOf(': ') + 2);
  if (words.startsWith('without ')) return 'required missing';
  return words.endsWith(' misspelt') ? 'optional misspelt' : words;
}

function caseOf({ title, type }: TypedPlace, what: string, value: unknown, isWrong = false) {
  return {
    title: `${title} ${what}`,
    code: `: ${type} = ${JSON.stringify(value)};`,
    isWrong,
  } satisfies TypeCase;
}

/** That the types have every schema, path, method, operation and status of the contract, and no other. */
function reached(): TypeCase[] {
  const { paths, components } = contract;
  const keys = (title: string, type: string, names: readonly string[]): TypeCase => ({
    title: `the names of ${title}`,
    code: `: Record<keyof ${type}, true> = ${JSON.stringify(Object.fromEntries(names.map((name) => [name, true])))};`,
    isWrong: false,
  });
  return [
    keys("components['schemas']", "types.components['schemas']", Object.keys(components.schemas)),
    keys('paths', 'types.paths', Object.keys(paths)),
    keys(
      'operations',
      'types.operations',
      operations.map((it) => it.operationId),
    ),
    ...operations.flatMap(({ operationId, path, method, responses, parameters }) => [
      keys(
        `the answers of ${operationId}`,
        `types.operations['${operationId}']['responses']`,
        Object.keys(responses),
      ),
      ...(['query', 'path'] as const).map((group) =>
        keys(
          `the parameters of ${operationId} in its ${group}`,
          `NonNullable<types.operations['${operationId}']['parameters']['${group}'] & {}>`,
          parameters.map((it) => resolve(it)).flatMap((it) => (it.in === group ? [it.name] : [])),
        ),
      ),
      {
        title: `${method} of ${path}`,
        code: `: Same<types.paths['${path}']['${method}'], types.operations['${operationId}']> = true;`,
        isWrong: false,
      },
    ]),
  ];
}

/** The generated types against the contract: what is valid compiles, and what has one fault does not. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  branchesOf,
  isObject,
  pointerTo,
  type Schema,
  targetsFrom,
} from '@agent-conversation/contract';
import * as types from '@agent-conversation/types';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { contract, operations } from '../src/contract.ts';
import { arbitrary } from '../src/requests/arbitrary.ts';
import { bodies, changesOf, closed } from './support/bodies.ts';
import { typeErrors } from './support/type-check.ts';
import { errorsOf } from './support/violations.ts';

const seed = Number(process.env['FC_SEED'] ?? 20261122);
const { schemas } = contract.components;

/** A line of a program that declares a constant. */
interface Case {
  readonly type: string;
  readonly value: unknown;
  /** What is wrong with the value. */
  readonly fault?: string;
}

/** Every schema of the contract that has a type: components, parameters and bodies. */
const typed = [
  ...Object.entries(schemas).map(([name, schema]) => ({
    type: `types.${name}`,
    schema,
    owner: pointerTo('/components/schemas', name),
    examples: [],
  })),
  ...operations.flatMap(({ operationId, parameters }) =>
    parameters.map(({ name, in: location, schema }) => ({
      type: `NonNullable<types.operations['${operationId}']['parameters']['${location}']>['${name}']`,
      schema,
      owner: 'a request',
      examples: [],
    })),
  ),
  ...bodies.map(({ operation, status, schema, examples }) => {
    const body =
      status === undefined ? `['requestBody']` : `['responses'][${status}]`;
    return {
      type: `NonNullable<types.operations['${operation.operationId}']${body}>['content']['application/json']`,
      schema,
      owner: status === undefined ? 'a request' : 'a response',
      examples: [...examples.values()],
    };
  }),
];

const values = typed.flatMap((it) => {
  const random = fc.sample(arbitrary(closed(it.schema)), { seed, numRuns: 10 });
  return [...random, ...it.examples].map((value) => ({
    ...it,
    value: JSON.parse(JSON.stringify(value)) as unknown,
  }));
});

/** What requests have; an enumeration elsewhere can have new values (decision D23). */
const sent = operations.flatMap(({ parameters, requestBody }) => [
  ...targetsFrom(contract, [parameters, requestBody]),
]);
const isSent = (owner: string) => owner === 'a request' || sent.includes(owner);

/** The keywords that types express. */
const expressed = ['type', 'enum', 'const', 'required', 'anyOf', 'oneOf'];

/** One fault of each keyword at each location of a schema. */
const faults = new Map<string, Case & { readonly kind: string }>();
/** New values of enumerations, by their locations. */
const news = new Map<string, Case>();
for (const { type, schema, owner, value } of values) {
  // No numbers: the type of an integer is that of a number.
  for (const change of changesOf(value, [null, true, 'wrong', ['wrong'], {}])) {
    const keywords = errorsOf(schema, change.value).map(
      ({ keyword }) => keyword,
    );
    const [kind] = keywords;
    if (kind === undefined || !keywords.every((it) => expressed.includes(it)))
      continue;
    const steps = change.steps.map((it) => (typeof it === 'number' ? 0 : it));
    const fault = `${kind} ${steps.join('/')}`;
    const mutant = { type, value: change.value };
    // The named type of an enumeration has the known values alone.
    if (
      kind !== 'enum' ||
      schema.enum ||
      isSent(ownerOf(owner, schema, change.steps))
    ) {
      faults.set(`${type} ${fault}`, { ...mutant, fault, kind });
    } else news.set(`${type} ${fault}`, mutant);
  }
  if (
    isObject(value) &&
    Object.keys(schemas[type.slice('types.'.length)]?.properties ?? {}).length >
      0
  )
    faults.set(`${type} unlisted`, {
      type,
      value: { ...value, unlisted: true },
      fault: 'unlisted',
      kind: 'unlisted',
    });
}

test('what the contract allows compiles as its type, what it does not allow does not', () => {
  expect(
    diagnosticsOf([
      ...values,
      ...news.values(),
      ...faults.values(),
      ...names(),
    ]),
  ).toEqual([]);
});

test('there is a fault of each keyword, and a new value of an enumeration', () => {
  const kinds = new Set([...faults.values()].map(({ kind }) => kind));
  expect([...kinds].toSorted()).toEqual([
    'const',
    'enum',
    'required',
    'type',
    'unlisted',
  ]);
  expect(news.size).toBeGreaterThan(0);
});

test('every schema has a named type, every enumeration a list of its values, and there is no other', () => {
  const file = new URL(
    'index.d.ts',
    import.meta.resolve('@agent-conversation/types'),
  );
  const text = readFileSync(fileURLToPath(file), 'utf8');
  const declared = [...text.matchAll(/^export (?:interface|type) (\w+)/gm)];
  expect(declared.map(([, name]) => name).toSorted()).toEqual(
    Object.keys(schemas).toSorted(),
  );
  const lists = Object.entries(schemas).flatMap(([name, schema]) => {
    const list = `${name.charAt(0).toLowerCase()}${name.slice(1)}Values`;
    return schema.enum ? [[list, schema.enum]] : [];
  });
  expect({ ...types }).toEqual(Object.fromEntries(lists));
});

/** Returns the last component on the way to a location, as a pointer. */
function ownerOf(
  owner: string,
  schema: Schema,
  [step, ...rest]: readonly (string | number)[],
): string {
  if (step === undefined) return owner;
  for (const { pointer = owner, value } of branchesOf(contract, schema)) {
    const { items, properties, additionalProperties: others } = value as Schema;
    const inner =
      typeof step === 'number' ? items : (properties?.[step] ?? others);
    if (typeof inner === 'object') return ownerOf(pointer, inner, rest);
  }
  return owner;
}

/** That the types have every schema, path, method and operation of the contract, and no other. */
function names(): Case[] {
  const keys = (type: string, all: readonly string[]): Case => ({
    type: `Record<keyof ${type}, true>`,
    value: Object.fromEntries(all.map((name) => [name, true])),
  });
  const ids = operations.map((it) => it.operationId);
  return [
    keys("types.components['schemas']", Object.keys(schemas)),
    keys('types.paths', Object.keys(contract.paths)),
    keys('types.operations', ids),
    ...operations.map(({ operationId, path, method }) => ({
      type: `Same<types.paths['${path}']['${method}'], types.operations['${operationId}']>`,
      value: true,
    })),
  ];
}

const header =
  "import type * as types from '@agent-conversation/types'; type Same<A, B> = [A, B] extends [B, A] ? true : false;";

/** Compiles all cases as one program, and returns the errors, each with its case. */
function diagnosticsOf(cases: readonly Case[]): string[] {
  const lines = [header];
  const titles = [header];
  for (const { type, value, fault } of cases) {
    // Some characters end a line for the type checker.
    const code = JSON.stringify(value)
      .replaceAll('\u2028', '\\u2028')
      .replaceAll('\u2029', '\\u2029');
    if (fault) {
      titles.push(`compiles: ${type} ${fault}`);
      lines.push('// @ts-expect-error');
    }
    titles.push(`${type} ${fault ?? code}`);
    lines.push(`export const c${lines.length}: ${type} = ${code};`);
  }
  const options = { types: [], skipLibCheck: false };
  const output = typeErrors(
    'random-types',
    { 'cases.ts': lines.join('\n') },
    options,
  );
  return output.split('\n').flatMap((line) => {
    const [, number, error = line] =
      /cases\.ts\((\d+),\d+\): (.*)$/.exec(line) ?? [];
    return line === '' ? [] : [`${titles[Number(number) - 1]}: ${error}`];
  });
}

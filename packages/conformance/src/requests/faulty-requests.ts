/** Requests with exactly one fault, which servers have to detect by the contract. */
import { branchesOf, isOfType, type RequestBody } from '@agent-conversation/contract';
import * as fc from 'fast-check';
import { contract, type Operation, resolve, type Schema } from '../contract.ts';
import { inheritedNames, json, secretMark } from './arbitrary.ts';
import { bytes, type RandomRequest } from './valid-requests.ts';

/** The steps to a location in a JSON value. */
export type Steps = readonly (string | number)[];

/** The one thing that is wrong with a request; the expected status is 422. */
export interface Fault {
  readonly kind:
    | ('ids' | 'limit' | 'no UUID' | 'body of another type' | 'no body' | 'not JSON')
    | `body: ${FaultSite['kind']}`;
  /** Whether servers may also accept the request, because the schema allows it or their parsers do. */
  readonly lenient: boolean;
  /** Where it is wrong, in the form of the error response. */
  readonly loc: Steps;
}

/** A valid request with one fault. */
export interface FaultyRequest {
  readonly request: RandomRequest;
  readonly fault: Fault;
}

/** Whether requests of an operation can have a fault. */
export function canBeFaulty({ parameters, requestBody }: Operation): boolean {
  return (
    requestBody !== undefined || parameters.some(({ name }) => queryFaults[name] !== undefined)
  );
}

/** Returns requests of an operation with one fault each, made from valid ones. */
export function faultyRequests(
  operation: Operation,
  valid: fc.Arbitrary<RandomRequest>,
): fc.Arbitrary<FaultyRequest> {
  const { parameters, requestBody } = operation;
  const inQuery = parameters.flatMap(({ name }) =>
    (queryFaults[name] ?? []).map(([kind, values, lenient, ...item]) =>
      fc.tuple(valid, values).map(([request, wrong]) => {
        const others = request.query.filter((pair) => !pair.startsWith(`${name}=`));
        const query = [...others, ...wrong.map((value) => `${name}=${value}`)];
        const fault: Fault = { kind, lenient, loc: ['query', name, ...item] };
        return { request: { ...request, query }, fault };
      }),
    ),
  );
  if (!requestBody) return fc.oneof(...inQuery);
  const withBody = valid.filter(({ body }) => body !== undefined);
  return fc.oneof(...inQuery, ...bodyFaults(requestBody, withBody));
}

type QueryFault = readonly [
  kind: Fault['kind'],
  values: fc.Arbitrary<readonly string[]>,
  lenient: boolean,
  ...item: number[],
];

const oneOf = (values: string) => fc.constantFrom(...values.split(' ')).map((value) => [value]);

/** The faults of query parameters. */
const queryFaults: Readonly<Record<string, readonly QueryFault[]>> = {
  limit: [
    [
      'limit',
      oneOf('0 101 -1 1.5 1e1 0x10 5,6 5;6 NaN Infinity 99999999999999999999 x null'),
      false,
    ],
    // Some parsers read them as numbers.
    ['limit', oneOf(' -0 1_0 true %205 5%20 %00 5%00 %D9%A3'), true],
  ],
  ids: [
    ['ids', fc.uniqueArray(fc.uuid(), { minLength: 101, maxLength: 103, size: 'max' }), false],
    ['no UUID', oneOf('not-a-uuid 1 null'), true, 0],
  ],
};

/** Deep enough to be too much for a program that calls itself for each level. */
const nested = '['.repeat(20_000) + ']'.repeat(20_000);

type Malformation = (object: string) => string;

/** Ways to make the text of an object something that is not JSON (RFC 8259). */
const malformations: readonly Malformation[] = [
  (object) => object.slice(0, -1),
  (object) => object.slice(0, Math.ceil(object.length / 2)),
  (object) => `${object.slice(0, -1)},}`,
  (object) => `{'a':${object}}`,
  (object) => `{a:${object}}`,
  (object) => `{"a":01,"b":${object}}`,
  (object) => `{"a":"\u0000","b":${object}}`,
  (object) => `{"a":"\\x","b":${object}}`,
  (object) => `${object}${object}`,
  (object) => `// a comment\n${object}`,
  (object) => `\u00a0${object}`,
  () => '\r\n\t ',
  () => 'undefined',
];

/** What is not JSON either, and some parsers accept, or fail at. */
const leniently: readonly Malformation[] = [
  (object) => `{"a":${object},"b":NaN}`,
  (object) => `\ufeff${object}`,
  () => '['.repeat(20_000),
];

function bodyFaults(
  { content, required }: RequestBody,
  valid: fc.Arbitrary<RandomRequest>,
): fc.Arbitrary<FaultyRequest>[] {
  const { schema } = content['application/json']!;
  const made = fc.tuple(valid, fc.nat(), fc.nat());
  const sites = made.map(([request, at, pick]): FaultyRequest => {
    const site = choose(faultSites(schema, request.value), at);
    const value = wrongAt(request.value, site, pick);
    return {
      request: { ...request, value, body: bytes(JSON.stringify(value)) },
      fault: { kind: `body: ${site.kind}`, lenient: false, loc: ['body', ...site.steps] },
    };
  });
  /** Requests whose body is another text; undefined is none. */
  const texts = (
    kind: Fault['kind'],
    lenient: boolean,
    loc: Steps,
    text: fc.Arbitrary<(object: object) => string | undefined>,
  ) =>
    fc.tuple(valid, text).map(([request, write]) => {
      const body = write(request.value as object);
      const headers = { ...request.headers, 'Content-Type': 'application/json' };
      const sent = body === undefined ? { headers: {}, body } : { headers, body: bytes(body) };
      return { request: { ...request, ...sent }, fault: { kind, lenient, loc } };
    });
  const constants = (...all: readonly (string | undefined)[]) =>
    fc.constantFrom(...all).map((it) => () => it);
  const malformed = (ways: readonly Malformation[]) =>
    fc.tuple(fc.constantFrom(...ways), json).map(
      ([way, extra]) =>
        (object: object) =>
          way(JSON.stringify({ ...object, extra })),
    );
  const otherTypes = constants('[]', '"x"', '5', 'null', 'true', ' [{}]\n');
  const ids = Object.keys(resolve<Schema>(schema).properties ?? {}).filter((name) =>
    name.endsWith('conversation_id'),
  );
  return [
    // There are many more of these, and they are quicker.
    ...Array.from({ length: 8 }, () => sites),
    texts('body of another type', false, ['body'], otherTypes),
    texts('body of another type', true, ['body'], constants(nested)),
    texts('not JSON', false, [], malformed(malformations)),
    texts('not JSON', true, [], malformed(leniently)),
    ...(required ? [texts('no body', false, ['body'], constants('', undefined))] : []),
    ...ids.map((name) => {
      const wrong = (object: object) => JSON.stringify({ ...object, [name]: 'not-a-uuid' });
      return texts('no UUID', true, ['body', name], fc.constant(wrong));
    }),
  ];
}

/** A location in a value, and how to make the value wrong there and nowhere else. */
export interface FaultSite {
  readonly kind: 'type' | 'null' | 'misspelt' | 'tag' | 'missing';
  readonly steps: Steps;
  /** What to put there; undefined removes the property. */
  readonly wrong: readonly unknown[];
}

/** One of the sites, each kind as often as the others. */
function choose(sites: readonly FaultSite[], at: number): FaultSite {
  const kinds = [...Map.groupBy(sites, ({ kind }) => kind).values()];
  const alike = kinds[at % kinds.length]!;
  return alike[Math.floor(at / kinds.length) % alike.length]!;
}

/** Values of each type; null has a kind of its own. */
const others: readonly unknown[] = [true, 12, 1.5, 'wrong', [], ['wrong'], {}, { a: 1 }];
const leaks: readonly unknown[] = [
  `${secretMark}text`,
  [`${secretMark}item`],
  { leak: `${secretMark}property` },
];

/** Returns every location where a valid value of a schema can be made wrong, the value itself first. */
export function faultSites(schema: Schema, value: unknown, steps: Steps = []): FaultSite[] {
  const branches = branchesOf(contract, schema).map((it) => it.value as Schema);
  if (branches.some(({ type }) => type === undefined)) return [];
  const types = branches.flatMap(({ type }) => type ?? []);
  const isNumber = types.includes('integer') || types.includes('number');
  const secrets = branches.some((it) => it['x-secret']) ? leaks : [];
  const wrong = [...others, ...secrets].filter(
    // Lenient parsers read a Boolean as a number.
    (it) => !types.some((type) => isOfType(it, type)) && !(isNumber && it === true),
  );
  const branch = branches.find((it) => fits(it, value));
  return [
    { kind: 'type', steps, wrong },
    ...(types.includes('null') ? [] : [{ kind: 'null', steps, wrong: [null] } as const]),
    ...(branch ? sitesIn(branch, value, steps) : []),
  ];
}

function sitesIn(branch: Schema, value: unknown, steps: Steps): FaultSite[] {
  const { properties = {}, required = [], additionalProperties } = branch;
  if (typeof value === 'string') {
    const known = branch.enum ?? (branch.const === undefined ? undefined : [branch.const]);
    const wrong = misspelt(value).filter((it) => !known?.includes(it));
    return known ? [{ kind: branch.enum ? 'misspelt' : 'tag', steps, wrong }] : [];
  }
  if (Array.isArray(value)) {
    return value.flatMap((item, at) => faultSites(branch.items ?? {}, item, [...steps, at]));
  }
  if (typeof value !== 'object' || value === null) return [];
  const open = typeof additionalProperties === 'object' ? additionalProperties : {};
  return Object.entries(value).flatMap(([name, own]): FaultSite[] => {
    const place = [...steps, name];
    const schema = Object.hasOwn(properties, name) ? properties[name]! : open;
    const inner = faultSites(schema, own, place);
    // Without its tag, an object can be of another kind.
    if (!required.includes(name) || schema.const !== undefined) return inner;
    return [{ kind: 'missing', steps: place, wrong: [undefined] }, ...inner];
  });
}

function misspelt(value: string): string[] {
  const otherCase = value === value.toUpperCase() ? value.toLowerCase() : value.toUpperCase();
  return [`${value}_`, value.slice(1), otherCase, ` ${value}`, `${value}\n`, '', ...inheritedNames];
}

/** Whether a valid value is of this branch: by its type, and by its required and constant properties. */
export function fits({ type, properties = {}, required = [] }: Schema, value: unknown): boolean {
  if (![type ?? []].flat().some((it) => isOfType(value, it))) return false;
  if (required.some((name) => !Object.hasOwn(Object(value) as object, name))) return false;
  return Object.entries(properties).every(([name, { const: tag }]) => {
    const { [name]: given } = value as Readonly<Record<string, unknown>>;
    return tag === undefined || given === tag || (given === undefined && !required.includes(name));
  });
}

/** Returns a value that is wrong at a site; `pick` chooses the wrong value. */
export function wrongAt(value: unknown, { steps, wrong }: FaultSite, pick: number): unknown {
  return replace(value, steps, wrong[pick % wrong.length]);
}

function replace(value: unknown, [step, ...rest]: Steps, wrong: unknown): unknown {
  if (step === undefined) return wrong;
  const inner = (of: unknown) => replace(of, rest, wrong);
  if (Array.isArray(value)) return value.with(Number(step), inner(value[Number(step)]));
  const entries = Object.entries(value as object).flatMap(([name, own]) => {
    if (name !== step) return [[name, own]];
    return rest.length === 0 && wrong === undefined ? [] : [[name, inner(own)]];
  });
  return Object.fromEntries(entries) as unknown;
}

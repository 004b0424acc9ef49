/** Requests with exactly one fault, which servers have to detect by the contract. */
import { branchesOf, isOfType } from '@agent-conversation/contract';
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

/** A way to make a request wrong. */
interface Way extends Partial<Omit<Fault, 'kind'>> {
  readonly query?: readonly string[];
  /** Undefined sends no body. */
  readonly body?: string | undefined;
}

/** Whether requests of an operation can have a fault. */
export function canBeFaulty({ parameters, requestBody }: Operation): boolean {
  return requestBody !== undefined || parameters.some(({ name }) => /^(limit|ids)$/.test(name));
}

/** Returns requests of an operation with one fault each, made from valid ones. */
export function faultyRequests(
  operation: Operation,
  valid: fc.Arbitrary<RandomRequest>,
): fc.Arbitrary<FaultyRequest> {
  const { parameters, requestBody } = operation;
  const names = parameters.map(({ name }) => name);
  return fc.oneof(
    ...(names.includes('limit') ? [limitFaults(valid)] : []),
    ...(names.includes('ids') ? idsFaults(valid) : []),
    ...(requestBody ? bodyFaults(operation, valid) : []),
  );
}

function withFault<T>(
  kind: Fault['kind'],
  valid: fc.Arbitrary<RandomRequest>,
  ways: fc.Arbitrary<T>,
  change: (way: T, request: RandomRequest) => Way,
): fc.Arbitrary<FaultyRequest> {
  return fc.tuple(valid, ways).map(([request, way]) => {
    const { query = request.query, loc = [], lenient = false, ...rest } = change(way, request);
    const fault = { kind, lenient, loc };
    if (!('body' in rest)) return { request: { ...request, query }, fault };
    const { 'Content-Type': _, ...others } = request.headers;
    const isAbsent = rest.body === undefined;
    const headers = isAbsent ? others : { ...others, 'Content-Type': 'application/json' };
    const body = isAbsent ? undefined : bytes(rest.body!);
    return { request: { ...request, query, headers, body }, fault };
  });
}

function instead({ query }: RandomRequest, name: string, values: readonly string[]): string[] {
  const others = query.filter((pair) => !pair.startsWith(`${name}=`));
  return [...others, ...values.map((value) => `${name}=${value}`)];
}

const wrongLimits = '0 101 -1 1.5 1e1 0x10 5,6 5;6 NaN Infinity 99999999999999999999 x null';
/** Some parsers read them as numbers. */
const oddLimits = ' -0 1_0 true %205 5%20 %00 5%00 %D9%A3';

function limitFaults(valid: fc.Arbitrary<RandomRequest>): fc.Arbitrary<FaultyRequest> {
  const [wrong, odd] = [wrongLimits.split(' '), oddLimits.split(' ')];
  return withFault('limit', valid, fc.constantFrom(...wrong, ...odd), (limit, request) => ({
    query: instead(request, 'limit', [limit]),
    loc: ['query', 'limit'],
    lenient: odd.includes(limit),
  }));
}

function idsFaults(valid: fc.Arbitrary<RandomRequest>): fc.Arbitrary<FaultyRequest>[] {
  const tooMany = fc.uniqueArray(fc.uuid(), { minLength: 101, maxLength: 103, size: 'max' });
  return [
    withFault('ids', valid, tooMany, (ids, request) => ({
      query: instead(request, 'ids', ids),
      loc: ['query', 'ids'],
    })),
    withFault('no UUID', valid, fc.constantFrom('not-a-uuid', '1', 'null'), (id, request) => ({
      query: instead(request, 'ids', [id]),
      loc: ['query', 'ids', 0],
      lenient: true,
    })),
  ];
}

/** Deep enough to be too much for a program that calls itself for each level. */
const nested = '['.repeat(20_000) + ']'.repeat(20_000);

/** Ways to make the text of an object something that is not JSON (RFC 8259). */
const malformations: readonly ((object: string) => string)[] = [
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
const leniently: typeof malformations = [
  (object) => `{"a":${object},"b":NaN}`,
  (object) => `\ufeff${object}`,
  () => '['.repeat(20_000),
];

function bodyFaults(
  { requestBody }: Operation,
  anyValid: fc.Arbitrary<RandomRequest>,
): fc.Arbitrary<FaultyRequest>[] {
  const { schema } = requestBody!.content['application/json']!;
  const valid = anyValid.filter(({ body }) => body !== undefined);
  const ids = Object.keys(resolve<Schema>(schema).properties ?? {}).filter((name) =>
    name.endsWith('conversation_id'),
  );
  const site = fc.tuple(valid, fc.nat(), fc.nat()).map(([request, at, pick]): FaultyRequest => {
    const chosen = choose(faultSites(schema, request.value), at);
    const value = wrongAt(request.value, chosen, pick);
    return {
      request: { ...request, value, body: bytes(JSON.stringify(value)) },
      fault: { kind: `body: ${chosen.kind}`, lenient: false, loc: ['body', ...chosen.steps] },
    };
  });
  const otherTypes = fc.constantFrom('[]', '"x"', '5', 'null', 'true', ' [{}]\n', nested);
  const malformed = fc.tuple(fc.constantFrom(...malformations, ...leniently), json);
  const object = ({ value }: RandomRequest) => value as object;
  return [
    // There are many more of these, and they are quicker.
    ...Array.from({ length: 8 }, () => site),
    withFault('body of another type', valid, otherTypes, (body) => ({
      body,
      loc: ['body'],
      lenient: body === nested,
    })),
    withFault('not JSON', valid, malformed, ([malform, extra], request) => ({
      body: malform(JSON.stringify({ ...object(request), extra })),
      lenient: leniently.includes(malform),
    })),
    ...(requestBody!.required
      ? [
          withFault('no body', valid, fc.constantFrom('', undefined), (body) => ({
            body,
            loc: ['body'],
          })),
        ]
      : []),
    ...(ids.length > 0
      ? [
          withFault('no UUID', valid, fc.constantFrom(...ids), (name, request) => ({
            body: JSON.stringify({ ...object(request), [name]: 'not-a-uuid' }),
            loc: ['body', name],
            lenient: true,
          })),
        ]
      : []),
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

/** Requests with exactly one fault, which servers have to detect by the contract. */
import {
  childrenOf,
  jsonOf,
  pointerTo,
  type RequestMessage,
  type Schema,
} from '@agent-conversation/contract';
import * as fc from 'fast-check';
import {
  type Operation,
  resolve,
  secretNames,
  validators,
} from '../contract.ts';
import { inheritedNames, secretMark } from './arbitrary.ts';
import { sentAs } from './calls.ts';
import type { RandomRequest } from './valid-requests.ts';

/** The steps to a location in a JSON value. */
type Steps = readonly (string | number)[];

/** The one thing that is wrong with a request; the expected status is 422, but servers may accept what is no UUID. */
export interface Fault {
  readonly kind:
    | ('ids' | 'limit' | 'limit below' | 'limit above' | 'no UUID')
    | ('body of another type' | 'no body' | 'not JSON')
    | `body: ${string}`;
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
    requestBody !== undefined ||
    parameters.some(({ name }) => name in queryFaults)
  );
}

/** Returns requests of an operation with one fault each, made from valid ones. */
export function faultyRequests(
  operation: Operation,
  valid: fc.Arbitrary<RandomRequest>,
): fc.Arbitrary<FaultyRequest> {
  const { parameters, requestBody } = operation;
  const inQuery = parameters.flatMap(({ name, schema }) =>
    (queryFaults[name]?.(schema) ?? []).map(([kind, values, ...item]) =>
      fc.tuple(valid, values).map(([request, wrong]): FaultyRequest => {
        const others = request.query.filter(
          (pair) => !pair.startsWith(`${name}=`),
        );
        const query = [...others, ...wrong.map((value) => `${name}=${value}`)];
        return {
          request: { ...request, query },
          fault: { kind, loc: ['query', name, ...item] },
        };
      }),
    ),
  );
  const inBody = requestBody ? bodyFaults(requestBody, valid) : [];
  return fc.oneof(...inQuery, ...inBody);
}

type QueryFault = readonly [
  kind: Fault['kind'],
  values: fc.Arbitrary<readonly string[]>,
  ...item: number[],
];

const oneOf = (values: string) =>
  fc.constantFrom(...values.split(' ')).map((value) => [value]);

const noNumbers =
  '-1 1.5 1e1 0x10 5,6 5;6 NaN Infinity 99999999999999999999 x null';

/** The faults of query parameters, by what their schemas allow. */
const queryFaults: Readonly<
  Record<string, (schema: Schema) => readonly QueryFault[]>
> = {
  // A kind for each bound: of every kind, some are always sent. Editions differ in what is above the maximum.
  limit: ({ minimum, maximum }) => [
    ['limit', oneOf(noNumbers)],
    ...beyond('limit below', minimum, -1),
    ...beyond('limit above', maximum, 1),
  ],
  ids: ({ maxItems = 0 }) => [
    [
      'ids',
      fc
        .tuple(fc.uuid(), fc.integer({ min: maxItems + 1, max: maxItems + 3 }))
        .map(series),
    ],
    ['no UUID', oneOf('not-a-uuid 1 null'), 0],
  ],
};

/** The value next to a bound; nothing if the schema does not have the bound. */
function beyond(
  kind: Fault['kind'],
  bound: number | undefined,
  step: number,
): QueryFault[] {
  return bound === undefined ? [] : [[kind, oneOf(String(bound + step))]];
}

/** Returns different UUIDs with one beginning: to make each at random takes a hundred times as long. */
function series([id, count]: readonly [id: string, count: number]): string[] {
  return Array.from(
    { length: count },
    (_, at) => id.slice(0, -4) + String(at).padStart(4, '0'),
  );
}

/** A text in place of the JSON of an object, or one that is made of it; undefined is no body. */
type Rewriting = string | undefined | ((object: string) => string);

/** What is not JSON (RFC 8259). */
const malformed: readonly Rewriting[] = [
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
  '\r\n\t ',
  'undefined',
];

function bodyFaults(
  { schema, required }: RequestMessage,
  all: fc.Arbitrary<RandomRequest>,
) {
  const valid = all.filter(({ body }) => body !== undefined);
  const changed = fc
    .tuple(valid, fc.nat(), fc.nat(2), fc.nat())
    .map(changedSomewhere)
    .filter((it) => it !== undefined);
  const rewritten = (
    kind: Fault['kind'],
    loc: Steps,
    rewritings: readonly Rewriting[],
  ) =>
    fc
      .tuple(valid, fc.constantFrom(...rewritings))
      .map(([request, rewrite]): FaultyRequest => {
        const object = JSON.stringify(request.value);
        const text = typeof rewrite === 'function' ? rewrite(object) : rewrite;
        const none = { headers: {}, body: undefined };
        const sent =
          text === undefined ? none : sentAs('application/json', text);
        return { request: { ...request, ...sent }, fault: { kind, loc } };
      });
  const { properties = {} } = resolve(schema);
  const ids = Object.keys(properties).filter((name) =>
    name.endsWith('conversation_id'),
  );
  return [
    // There are many more of these, and they are quicker.
    { weight: 8, arbitrary: changed },
    rewritten(
      'body of another type',
      ['body'],
      ['[]', '"x"', 'null', ' [{}]\n'],
    ),
    rewritten('not JSON', [], malformed),
    ...(required ? [rewritten('no body', ['body'], ['', undefined])] : []),
    ...ids.map((name) => {
      const wrong = (object: string) =>
        JSON.stringify({
          ...(JSON.parse(object) as object),
          [name]: 'not-a-uuid',
        });
      return rewritten('no UUID', ['body', name], [wrong]);
    }),
  ];
}

/** Values of each type. */
const others: readonly unknown[] = [
  null,
  true,
  12,
  1.5,
  'wrong',
  [],
  ['wrong'],
  {},
];
const leaks: readonly unknown[] = [
  `${secretMark}text`,
  [`${secretMark}item`],
  { leak: `${secretMark}property` },
];

type Choice = readonly [
  request: RandomRequest,
  at: number,
  way: number,
  pick: number,
];

/** Puts another value somewhere into a body that makes it wrong there and nowhere else; undefined if none does. */
function changedSomewhere([request, at, way, pick]: Choice):
  FaultyRequest | undefined {
  const message = { body: jsonOf(request.body ?? '') };
  const locations = locationsIn(message);
  const start = at % locations.length;
  for (const { holder, loc } of [
    ...locations.slice(start),
    ...locations.slice(0, start),
  ]) {
    const name = loc.at(-1)!;
    const original: unknown = Reflect.get(holder, name);
    const isSecret = loc.some((step) => secretNames.has(String(step)));
    const removed = Array.isArray(holder) ? [] : [undefined];
    const ways = [
      removed,
      isSecret ? [...others, ...leaks] : others,
      misspelt(original),
    ];
    const values = ways[way]!;
    if (values.length === 0) continue;
    const wrong = values[pick % values.length];
    if (wrong === undefined) Reflect.deleteProperty(holder, name);
    else Reflect.set(holder, name, wrong);
    const result =
      validators[request.operation.operationId].validateRequest(message);
    const inBody = result.valid
      ? []
      : result.violations.filter(({ part }) => part === 'body');
    const [violation, ...more] = inBody;
    const isThere =
      violation?.pointer === pointerTo('', ...loc.slice(1)) &&
      more.length === 0;
    // Lenient parsers read a Boolean as a number.
    const isLenient =
      wrong === true && /integer|number/.test(violation?.message ?? '');
    if (message.body !== undefined && violation && isThere && !isLenient) {
      const fault = { kind: `body: ${violation.keyword}`, loc } as const;
      const { body: value } = message;
      return {
        request: { ...request, value, body: JSON.stringify(value) },
        fault,
      };
    }
    Reflect.set(holder, name, original);
  }
  return undefined;
}

/** Returns the location of each value in an object, and what directly has it. */
function locationsIn(
  holder: object,
  outer: Steps = [],
): { holder: object; loc: Steps }[] {
  return childrenOf(holder).flatMap(([name, value]) => {
    const loc = [...outer, name];
    const inner =
      typeof value === 'object' && value !== null
        ? locationsIn(value, loc)
        : [];
    return [{ holder, loc }, ...inner];
  });
}

/** Texts that are not values of an enumeration. */
function misspelt(value: unknown): string[] {
  if (typeof value !== 'string') return [];
  const otherCase =
    value === value.toUpperCase() ? value.toLowerCase() : value.toUpperCase();
  return [
    `${value}_`,
    value.slice(1),
    otherCase,
    ` ${value}`,
    `${value}\n`,
    '',
    ...inheritedNames,
  ];
}

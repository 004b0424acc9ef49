/** Faults of a single response, each wherever the contract has a location for it. */
import {
  childOf,
  isObject,
  isOfType,
  type Json,
  type JsonObject,
  listOf,
  objectOf,
  pointerTo,
} from '@agent-conversation/contract';
import type { Operation } from '../../src/contract.ts';
import { examples } from '../support/bodies.ts';
import {
  replaceAt,
  type SchemaValue,
  schemaValuesOf,
} from './schema-values.ts';

/** A response that the contract declares. */
export interface DeclaredResponse {
  readonly operation: Operation;
  readonly status: number;
  readonly headers: Headers;
  /** The parsed body. */
  readonly value: Json;
}

/** A response with one fault. */
export interface FaultyResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
  /** What a validator must report: part, pointer and keyword, such as `body /items/0/id required`. */
  readonly expected: string;
}

type Change = Partial<FaultyResponse> & Pick<FaultyResponse, 'expected'>;

/** Changes a response, once for each location that the fault applies to. */
export type MessageFault = (response: DeclaredResponse) => readonly Change[];

/** Another value for a location. A validator must report the location, or its child. */
interface ValueChange {
  readonly value: Json;
  readonly child?: string | number;
  readonly keyword: string;
}

const isSilent = ({
  properties,
  additionalProperties,
  unevaluatedProperties,
}: JsonObject) =>
  properties !== undefined &&
  (additionalProperties ?? unevaluatedProperties) === undefined;

export const isSuccess = (status: number): boolean =>
  status >= 200 && status < 300;

/** Every example of a response. */
export const exampleResponses = examples.flatMap(
  ({ title, operation, status, value }) => {
    if (status === undefined) return [];
    const mediaType = operation.responses[status]!.mediaType!;
    const headers = new Headers({ 'Content-Type': mediaType });
    return [{ title, operation, status, headers, value }];
  },
);

/** Returns a response with each of the changes of a fault. */
export function breakResponse(
  fault: MessageFault,
  response: DeclaredResponse,
): readonly FaultyResponse[] {
  const { status, headers, value } = response;
  const before = { status, headers, body: JSON.stringify(value) };
  return fault(response).map((change) => ({ ...before, ...change }));
}

export const messageFaults = {
  undeclaredSuccess: (response) =>
    isSuccess(response.status)
      ? withOtherStatus(response, [201, 202, 200, 206])
      : [],

  undeclaredServerError: (response) =>
    withOtherStatus(response, [500, 502, 503, 504]),

  wrongMediaType: (response) => withContentType(response, 'text/plain'),

  noMediaType: (response) => withContentType(response, undefined),

  emptyBody: () => [{ body: '', expected: 'body  required' }],

  truncatedJson: ({ value }) => {
    const text = JSON.stringify(value);
    if (typeof value !== 'object') return [];
    return [{ body: text.slice(0, text.length / 2), expected: 'body  json' }];
  },

  envelope: ({ operation, status, value }) => {
    const [root] = valuesOf({ operation, status, value });
    const body = JSON.stringify({ data: value });
    if (root?.union !== undefined) return [{ body, expected: 'body  anyOf' }];
    if (root?.types?.includes('object') === false)
      return [{ body, expected: 'body  type' }];
    const isListed = root !== undefined && isSilent(root.schema);
    return isListed
      ? [{ body, expected: 'body /data additionalProperties' }]
      : [];
  },

  arrayBody: ofValues(({ pointer, types, value }) => {
    const isArrayWrong = types?.includes('array') === false;
    return pointer === '' && isArrayWrong
      ? [{ value: [value], keyword: 'type' }]
      : [];
  }),

  missingProperty: ofValues((location) =>
    requiredIn(location).map((name) => {
      const value = {
        ...objectOf(location.value),
        [name]: undefined,
      } as unknown as Json;
      return { value, child: name, keyword: 'required' };
    }),
  ),

  renamedProperty: ofValues((location) =>
    requiredIn(location).map((name) => ({
      ...renamed(location, name),
      child: name,
      keyword: 'required',
    })),
  ),

  renamedOptionalProperty: ofValues((location) => {
    const { schema, value } = location;
    if (!isSilent(schema)) return [];
    const required = requiredIn(location);
    const present = Object.keys(objectOf(schema['properties'])).filter((name) =>
      has(value, name),
    );
    const optional = present.filter((name) => !required.includes(name));
    return optional.map((name) => renamed(location, name));
  }),

  surplusProperty: ofValues(({ schema, value }) => {
    if (!isSilent(schema) || !isObject(value)) return [];
    const changed = { ...value, surplus: 1 };
    return [
      { value: changed, child: 'surplus', keyword: 'additionalProperties' },
    ];
  }),

  wrongType: ofValues(({ types }) => {
    const isWrong = (value: Json) =>
      !types?.some((type) => isOfType(value, type));
    const value = types && [12, 'wrong', true].find(isWrong);
    return value === undefined ? [] : [{ value, keyword: 'type' }];
  }),

  unknownEnumValue: ofValues(({ schema, value }) => {
    const keyword = ['enum', 'const'].find(
      (each) => schema[each] !== undefined,
    );
    if (keyword === undefined || typeof value !== 'string') return [];
    return [{ value: `${value}_`, keyword }];
  }),

  nullValue: ofValues(({ types }) => {
    const isNullWrong = types?.includes('null') === false;
    return isNullWrong ? [{ value: null, keyword: 'type' }] : [];
  }),

  belowMinimum: ofValues(({ schema: { minimum }, value }) => {
    const isBound = typeof minimum === 'number' && typeof value === 'number';
    return isBound ? [{ value: minimum - 1, keyword: 'minimum' }] : [];
  }),

  invalidDateTime: ofValues(({ schema, value }) => {
    const isDateTime =
      schema['format'] === 'date-time' && typeof value === 'string';
    return isDateTime ? [{ value: 'yesterday', keyword: 'format' }] : [];
  }),
} satisfies Readonly<Record<string, MessageFault>>;

/** A fault of the values in a body. */
function ofValues(
  change: (location: SchemaValue) => readonly ValueChange[],
): MessageFault {
  return (response) =>
    valuesOf(response).flatMap((location) =>
      change(location).map(({ value, keyword, child }) => {
        const { pointer } = location;
        const reported =
          child === undefined ? pointer : pointerTo(pointer, child);
        return {
          body: JSON.stringify(replaceAt(response.value, pointer, value)),
          expected: expectedOf(location, keyword, reported),
        };
      }),
    );
}

/** Returns the values in the body of a response with their schemas. */
export function valuesOf(
  response: Pick<DeclaredResponse, 'operation' | 'status' | 'value'>,
): readonly SchemaValue[] {
  const { operation, status, value } = response;
  const schema = operation.responses[status]?.schema;
  return schema === undefined ? [] : schemaValuesOf(schema, value);
}

/**
 * What a validator reports: for a value that has alternatives without a tag and fits none of them, one violation for
 * all; for what is wrong inside the nearest of them, that.
 */
function expectedOf(
  location: SchemaValue,
  keyword: string,
  pointer: string,
): string {
  const { isDiscriminator, union } = location;
  const isOfChoice =
    location.pointer === union && keyword !== 'additionalProperties';
  if (isOfChoice) return `body ${union} anyOf`;
  return `body ${pointer} ${isDiscriminator ? 'discriminator' : keyword}`;
}

function withContentType(
  response: DeclaredResponse,
  type: string | undefined,
): readonly Change[] {
  const headers = withHeader(response.headers, 'content-type', type);
  return [{ headers, expected: 'header /content-type media-type' }];
}

/** Returns a copy of headers with another value of one of them; undefined removes it. */
export function withHeader(
  all: Headers,
  name: string,
  value: string | undefined,
): Headers {
  const headers = new Headers(all);
  if (value === undefined) headers.delete(name);
  else headers.set(name, value);
  return headers;
}

function withOtherStatus(
  { operation: { responses } }: DeclaredResponse,
  candidates: readonly number[],
): readonly Change[] {
  const isDeclared = (status: number) =>
    [`${status}`, `${Math.floor(status / 100)}XX`, 'default'].some(
      (key) => key in responses,
    );
  const status = candidates.find((candidate) => !isDeclared(candidate));
  if (status === undefined) return [];
  const keyword = status >= 500 ? 'server-error' : 'status';
  return [{ status, expected: `status  ${keyword}` }];
}

const has = (value: unknown, name: string): boolean =>
  childOf(value, name) !== undefined;

/** The required properties, except a tag: without it, another alternative of the schema applies. */
function requiredIn({ schema, tag, value }: SchemaValue): readonly string[] {
  const names = listOf(schema['required']) as readonly string[];
  return names.filter((name) => has(value, name) && name !== tag);
}

/** Writes a name as `createdAt` for `created_at`; misspells it where there is no other notation. */
function renamed({ value }: SchemaValue, name: string): ValueChange {
  const camel = name.replaceAll(/_([a-z])/g, (_, letter: string) =>
    letter.toUpperCase(),
  );
  const child = has(value, camel) ? `${name}_` : camel;
  const entries = Object.entries(objectOf(value));
  const changed = entries.map(([key, property]) => [
    key === name ? child : key,
    property,
  ]);
  const object = Object.fromEntries(changed) as JsonObject;
  return { value: object, child, keyword: 'additionalProperties' };
}

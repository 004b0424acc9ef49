/** The faults of a single response, E1 to E28, each applicable wherever the contract has a location for it. */
import {
  childOf,
  contractOperations,
  isObject,
  isOfType,
  type Json,
  type JsonObject,
  listOf,
  type Message,
  objectOf,
  pointerTo,
  resolve,
  targetsFrom,
  textOf,
  valueAt,
} from '@agent-conversation/contract';
import { replaceAt, type SchemaValue, schemaValuesOf } from './schema-values.ts';

/** A response that the contract allows. */
export interface ValidResponse {
  /** The operationId. */
  readonly operation: string;
  readonly status: number;
  readonly headers: Headers;
  /** The parsed body; undefined where there is none. */
  readonly value: Json | undefined;
}

/** A response with one fault. */
export interface BrokenResponse extends Pick<ValidResponse, 'status' | 'headers'> {
  readonly body: string;
  /** What a validator must report about it. */
  readonly expected: {
    readonly part: 'status' | 'header' | 'body';
    readonly pointer: string;
    /** The keyword of JSON Schema, or `status`, `media-type`, `json`, `body`, `discriminator`. */
    readonly keyword: string;
  };
}

/** One kind of fault of a single response. */
export interface MessageFault {
  readonly id: string;
  readonly title: string;
  /** What a response needs so that the fault has a location in it. */
  readonly needs: string;
  readonly apply: Apply;
}

/** A response with what the contract declares for it. */
interface Subject extends ValidResponse {
  readonly contract: unknown;
  /** All responses of its operation. */
  readonly responses: Readonly<Record<string, Message>>;
  readonly declared: Message;
  readonly nodes: readonly SchemaValue[];
}

/** What a fault changes in a response, and what a validator must report. */
type Change = Partial<BrokenResponse> & Pick<BrokenResponse, 'expected'>;
type Apply = (response: Subject) => readonly Change[];

/** Another value for a location. A validator must report the location, or its child. */
interface ValueChange {
  readonly value: Json;
  readonly child?: string | number;
  readonly keyword: string;
}
type ChangeValue = (node: SchemaValue, contract: unknown) => readonly ValueChange[];

/** The keyword for a header, and its text; without it, the header is removed. */
type ChangeHeader = (header: JsonObject) => readonly [keyword: string, text?: string] | undefined;

const isClosed = ({ additionalProperties, unevaluatedProperties }: JsonObject): boolean =>
  additionalProperties === false || unevaluatedProperties === false;
const isSilent = ({ properties, additionalProperties, unevaluatedProperties }: JsonObject) =>
  properties !== undefined && (additionalProperties ?? unevaluatedProperties) === undefined;
/** Whether a validator reports a property that the schema does not list. */
const listsAll = (schema: JsonObject): boolean => isClosed(schema) || isSilent(schema);
export const isSuccess = (status: number): boolean => status >= 200 && status < 300;

/** All faults of a single response, in the order of their ids. */
export const messageFaults: readonly MessageFault[] = [
  fault('E1', 'returns an undeclared success status', 'a success', (subject) =>
    isSuccess(subject.status) ? otherStatus(subject, [201, 202, 200, 206]) : [],
  ),
  fault('E2', 'returns an undeclared 5xx status', 'a response', (subject) =>
    otherStatus(subject, [500, 502, 503, 504]),
  ),
  ofHeaders('E3', 'has a wrong media type', 'a body', ({ mediaType }) =>
    mediaType ? ['media-type', 'text/plain'] : undefined,
  ),
  ofHeaders('E4', 'has no media type', 'a body', ({ mediaType }) =>
    mediaType ? ['media-type'] : undefined,
  ),
  ofValues('E5', 'lacks a required property', 'a required property', removeRequired),
  ofValues('E6', 'renames a required property', 'a required property', (node) =>
    requiredIn(node).map((name) => ({ ...rename(node, name), child: name, keyword: 'required' })),
  ),
  ofValues('E7', 'has a value of a wrong type', 'a type', wrongType),
  ofValues('E8', 'has a value outside an enumeration', 'enum or const', ({ schema, value }) => {
    const keyword = schema['enum'] ? 'enum' : 'const';
    const isMeant = typeof value === 'string' && schema[keyword] !== undefined;
    return isMeant ? [{ value: `${value}_`, keyword }] : [];
  }),
  ofValues('E9', 'has null where it is not allowed', 'a type without null', ({ types }) =>
    types?.includes('null') === false ? [{ value: null, keyword: 'type' }] : [],
  ),
  ofValues('E10', 'has a number below its minimum', 'minimum', ({ schema, value }) => {
    const keyword = schema['minimum'] === undefined ? 'exclusiveMinimum' : 'minimum';
    const least = schema[keyword];
    const isMeant = typeof least === 'number' && typeof value === 'number';
    return isMeant ? [{ value: least - 1, keyword }] : [];
  }),
  ofValues('E11', 'repeats an item of a unique array', 'uniqueItems', ({ schema, value }) => {
    const [first, ...rest] = listOf(value);
    const isMeant = schema['uniqueItems'] === true && first !== undefined;
    return isMeant ? [{ value: [first, ...rest, first], keyword: 'uniqueItems' }] : [];
  }),
  ofValues('E12', 'adds a property to a closed object', 'a closed object', (node) =>
    isClosed(node.schema) ? add(node, 'surplus', 1) : [],
  ),
  fault('E13', 'wraps the body in an envelope', 'an object as the body', ({ nodes: [root] }) => {
    const body = JSON.stringify({ data: root?.value });
    if (root?.union !== undefined) return [{ body, expected: report('anyOf') }];
    if (root?.types?.includes('object') === false) return [{ body, expected: report('type') }];
    const isMeant = root && listsAll(root.schema);
    return isMeant ? [{ body, expected: report('additionalProperties', '/data') }] : [];
  }),
  ofValues('E14', 'sends an array as the body', 'a body that is no array', (node) => {
    const isMeant = node.pointer === '' && node.types?.includes('array') === false;
    return isMeant ? [{ value: [node.value], keyword: 'type' }] : [];
  }),
  fault('E15', 'truncates the JSON', 'a JSON body', (response) => {
    const text = bodyOf(response);
    const body = text.slice(0, text.length / 2);
    return /^[[{]/.test(text) ? [{ body, expected: report('json') }] : [];
  }),
  ofValues('E16', 'adds an undeclared property', 'an open object with properties', (node) =>
    isSilent(node.schema) ? add(node, 'surplus', 1) : [],
  ),
  ofValues('E17', 'renames an optional property', 'an optional property', (node) => {
    const { schema, value } = node;
    const present = Object.keys(objectOf(schema['properties'])).filter((it) => has(value, it));
    const optional = present.filter((name) => !requiredIn(node).includes(name));
    return listsAll(schema) ? optional.map((name) => rename(node, name)) : [];
  }),
  ofValues('E18', 'returns a write-only property', 'writeOnly', (node, contract) =>
    Object.entries(objectOf(node.schema['properties'])).flatMap(([name, property]) => {
      const schema = objectOf(resolve(contract, property).value);
      const added = schema['writeOnly'] ? add(node, name, schema['example'] ?? 'sample') : [];
      return added.map((it) => ({ ...it, keyword: 'writeOnly' }));
    }),
  ),
  ofValues('E19', 'has an invalid date-time', 'format date-time', ({ schema, value }) => {
    const isMeant = schema['format'] === 'date-time' && typeof value === 'string';
    return isMeant ? [{ value: 'yesterday', keyword: 'format' }] : [];
  }),
  ofValues('E20', 'swaps the items of a tuple', 'prefixItems', ({ schema, value }) => {
    const [first, second, ...rest] = listOf(value);
    const types = [childOf(childOf(schema['prefixItems'], 0), 'type')].flat();
    const isMeant = schema['prefixItems'] && !types.some((type) => isOfType(second, type));
    if (!isMeant || first === undefined || second === undefined) return [];
    return [{ value: [second, first, ...rest], child: 0, keyword: 'type' }];
  }),
  ofHeaders('E21', 'lacks a required header', 'a required header', ({ required }) =>
    required ? ['required'] : undefined,
  ),
  ofHeaders('E22', 'has a header of a wrong format', 'a header with a format', ({ schema }) =>
    has(schema, 'format') ? ['format', 'wrong'] : undefined,
  ),
  ofHeaders('E23', 'has a header of a wrong type', 'a header that is no string', ({ schema }) =>
    /^(integer|number|boolean)$/.test(textOf(childOf(schema, 'type')))
      ? ['type', 'wrong']
      : undefined,
  ),
  fault('E24', 'has an empty body', 'a body', ({ nodes }) =>
    nodes.length > 0 ? [{ body: '', expected: report('required') }] : [],
  ),
  ofValues('E25', 'has a wrong type below a recursive schema', 'a recursive schema', (node, it) =>
    isBelowRecursion(node, it) ? wrongType(node) : [],
  ),
  ofValues('E26', 'lacks a property below a recursive schema', 'a recursive schema', (node, it) =>
    isBelowRecursion(node, it) ? removeRequired(node) : [],
  ),
  fault('E27', 'has a body although the operation has none', 'an operation without a body', (it) =>
    addBody(it, false),
  ),
  fault('E28', 'has a body where none is declared', 'a response without a body', (it) =>
    addBody(it, true),
  ),
];

/**
 * Puts a fault into a valid response, once for each location that it applies to.
 *
 * @param contract the bundled document
 * @throws {TypeError} when the contract does not declare the response
 * @example
 * const [first] = breakResponse(contract, fault, response);
 * console.log(first?.expected.pointer); // '/id'
 */
export function breakResponse(
  contract: unknown,
  { apply }: Pick<MessageFault, 'apply'>,
  response: ValidResponse,
): readonly BrokenResponse[] {
  const { operation: id, status, value } = response;
  const operation = contractOperations(contract).find((it) => it.operationId === id);
  const { responses = {} } = operation ?? {};
  const { [status]: declared } = responses;
  if (!declared) throw new TypeError(`The contract does not declare ${id} ${status}`);
  const hasBody = declared.schema !== undefined && value !== undefined;
  const nodes = hasBody ? schemaValuesOf(contract, declared.schema, value) : [];
  const before = { status, headers: response.headers, body: bodyOf(response) };
  const changes = apply({ ...response, contract, responses, declared, nodes });
  return changes.map((change) => ({ ...before, ...change }));
}

/** Every example response of the contract, and each declared response without a body. */
export function exampleResponses(contract: unknown) {
  return contractOperations(contract).flatMap(({ operationId: operation, responses }) =>
    Object.entries(responses)
      .filter(([status]) => /^\d{3}$/.test(status))
      .flatMap(([status, { mediaType, headers: declared, examples }]) => {
        const headers = new Headers(mediaType === undefined ? {} : { 'Content-Type': mediaType });
        for (const [name, { example }] of Object.entries(declared)) {
          if (example !== undefined) headers.set(name, textOf(example));
        }
        const shown = mediaType === undefined ? [['', undefined] as const] : [...examples];
        const response = { operation, status: Number(status), headers };
        return shown.map(([name, value]) => {
          const title = `${operation} ${status} ${name}`.trimEnd();
          return { ...response, value, title };
        });
      }),
  );
}

function fault(id: string, title: string, needs: string, apply: Apply): MessageFault {
  return { id, title, needs, apply };
}

/** A fault of the values in a body. */
function ofValues(id: string, title: string, needs: string, change: ChangeValue): MessageFault {
  return fault(id, title, needs, ({ value: body, contract, nodes }) =>
    nodes.flatMap((node) =>
      change(node, contract).map(({ value, keyword, child }) => ({
        body: JSON.stringify(replaceAt(body, node.pointer, value)),
        expected: expectedOf(
          node,
          keyword,
          child === undefined ? node.pointer : pointerTo(node.pointer, child),
        ),
      })),
    ),
  );
}

/**
 * What a validator reports: for a value that has alternatives without a tag and fits none of them, one violation for
 * all; for what is wrong inside the nearest of them, that.
 */
function expectedOf(node: SchemaValue, keyword: string, pointer: string) {
  const { isDiscriminator, union } = node;
  const isOfChoice = node.pointer === union && keyword !== 'additionalProperties';
  if (isOfChoice) return report('anyOf', union);
  return report(isDiscriminator ? 'discriminator' : keyword, pointer);
}

/** A fault of the declared headers. */
function ofHeaders(id: string, title: string, needs: string, change: ChangeHeader): MessageFault {
  return fault(id, title, needs, (response) => {
    const { headers, mediaType } = response.declared;
    const all = Object.entries({ ...headers, 'Content-Type': { mediaType } });
    return all.flatMap(([name, header]) => {
      const [keyword, text] = (response.headers.has(name) && change(header)) || [];
      if (keyword === undefined) return [];
      const changed = withHeaders(response, { [name]: text }).headers;
      return [{ headers: changed, expected: report(keyword, `/${name.toLowerCase()}`, 'header') }];
    });
  });
}

function report(keyword: string, pointer = '', part: BrokenResponse['expected']['part'] = 'body') {
  return { part, pointer, keyword };
}

/** Returns a copy of a message with other headers; undefined removes a header. */
export function withHeaders<T extends { readonly headers: Headers }>(
  message: T,
  changes: Readonly<Record<string, string | undefined>>,
): T {
  const headers = new Headers(message.headers);
  for (const [name, text] of Object.entries(changes)) {
    if (text === undefined) headers.delete(name);
    else headers.set(name, text);
  }
  return { ...message, headers };
}

function otherStatus({ responses }: Subject, candidates: readonly number[]): readonly Change[] {
  const isDeclared = (status: number) =>
    [`${status}`, `${Math.floor(status / 100)}XX`, 'default'].some((key) => key in responses);
  const status = candidates.find((each) => !isDeclared(each));
  if (status === undefined) return [];
  const keyword = status >= 500 ? 'server-error' : 'status';
  return [{ status, expected: report(keyword, '', 'status') }];
}

/** Applies to operations that respond to a success with a body, or to the others. */
function addBody({ responses, declared }: Subject, hasBody: boolean): readonly Change[] {
  const bodies = Object.entries(responses).filter(
    ([status, it]) => isSuccess(Number(status)) && it.mediaType,
  );
  const isMeant = declared.mediaType === undefined && bodies.length > 0 === hasBody;
  return isMeant ? [{ body: '{}', expected: report('body') }] : [];
}

const has = (value: unknown, name: string): boolean => childOf(value, name) !== undefined;

/** The required properties, except a tag: without it, another alternative of the schema applies. */
function requiredIn({ schema, tag, value }: SchemaValue): readonly string[] {
  const names = listOf(schema['required']) as readonly string[];
  return names.filter((name) => has(value, name) && name !== tag);
}

function removeRequired(node: SchemaValue): readonly ValueChange[] {
  return requiredIn(node).map((name) => {
    const value = { ...objectOf(node.value), [name]: undefined };
    return { value, child: name, keyword: 'required' };
  });
}

function wrongType({ types }: SchemaValue): readonly ValueChange[] {
  const value = types && [12, 'wrong', true].find((it) => !types.some((t) => isOfType(it, t)));
  return value === undefined ? [] : [{ value, keyword: 'type' }];
}

function add({ value }: SchemaValue, child: string, added: Json): readonly ValueChange[] {
  const keyword = 'additionalProperties';
  return isObject(value) ? [{ value: { ...value, [child]: added }, child, keyword }] : [];
}

/** Writes a name as `createdAt` for `created_at`; misspells it where there is no other notation. */
function rename({ value }: SchemaValue, name: string): ValueChange {
  const camel = name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  const child = has(value, camel) ? `${name}_` : camel;
  const entries = Object.entries(objectOf(value));
  const renamed = entries.map(([key, it]) => [key === name ? child : key, it] as const);
  return { value: Object.fromEntries(renamed), child, keyword: 'additionalProperties' };
}

/** Whether a schema that refers to itself applies to the value or to one around it. */
function isBelowRecursion({ references }: SchemaValue, contract: unknown): boolean {
  return references.some((it) => targetsFrom(contract, valueAt(contract, it)).has(it));
}

/** Returns the body of a valid response. */
export function bodyOf({ value }: Pick<ValidResponse, 'value'>): string {
  return value === undefined ? '' : JSON.stringify(value);
}

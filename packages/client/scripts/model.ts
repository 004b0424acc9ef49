/** Reads the operations of the contract as the client has them: resources, methods, parameters and responses. */
import {
  type Contract,
  type ContractOperation,
  dereference,
  nameOf,
  operationsOf,
  type Parameter as ParameterObject,
  parametersOf,
  pointerTo,
  type RequestBody,
  resolve,
  type Response,
  type Schema,
} from '@agent-conversation/contract';

/** A parameter in the path or in the query. */
export interface Parameter {
  readonly name: string;
  readonly required: boolean;
  /** The type of its values in TypeScript, such as `string | null`. */
  readonly type: string;
  readonly description: string;
  readonly example: unknown;
}

/** The JSON of a request or a response. */
export interface Message {
  /** The name of its type. */
  readonly type: string;
  /** In one sentence. */
  readonly description: string;
}

/** An operation of the contract, as a method of the client. */
export interface Operation {
  readonly id: string;
  /** The resource that it belongs to, such as `appConversations`. */
  readonly resource: string;
  /** Its name there, such as `start`. */
  readonly verb: string;
  readonly method: string;
  readonly path: string;
  readonly description: string;
  /** Why it is deprecated and what to use instead; undefined if it is not. */
  readonly deprecated: string | undefined;
  readonly retry: 'safe' | 'unsent' | 'never';
  /** In the order of the path. */
  readonly pathParameters: readonly Parameter[];
  readonly queryParameters: readonly Parameter[];
  readonly body: (Message & { readonly required: boolean; readonly example: unknown }) | undefined;
  readonly success: Message & { readonly status: number };
  readonly failures: readonly (Message & { readonly status: number })[];
  /** The type of the items, if it is a search with pages, and whether they have an `id`. */
  readonly paging: { readonly item: string; readonly hasId: boolean } | undefined;
}

/** An element of a valid contract that the client cannot be generated from. The lint rules find invalid ones. */
export class UnsupportedError extends Error {
  /** @param pointer JSON Pointer into the contract */
  constructor(pointer: string, reason: string) {
    super(`${pointer}: ${reason}`);
    this.name = 'UnsupportedError';
  }
}

/** The end of the message about something that is correct, but that the generator does not support. */
const extend = 'is not supported; change the contract, or extend packages/client/scripts first';

/**
 * Returns the operations of the contract, in the order of the resources and then of the contract.
 *
 * @throws {UnsupportedError} where the contract has something that the client cannot be generated from
 */
export function readOperations(contract: Contract): Operation[] {
  const operations = operationsOf(contract).map((it) => readOperation(contract, it));
  const owners = new Map<string, string>();
  for (const [at, { pointer }] of operationsOf(contract).entries()) {
    const { id, resource, verb } = operations[at]!;
    const name = `client.${resource}.${verb}`;
    const owner = owners.get(name);
    const reason = `${id} would make the method ${name}, as ${owner} does; rename one of them`;
    if (owner !== undefined) throw new UnsupportedError(pointer, reason);
    owners.set(name, `${id} at ${pointer}`);
  }
  return operations.toSorted((a, b) =>
    a.resource < b.resource ? -1 : Number(a.resource > b.resource),
  );
}

function readOperation(contract: Contract, operation: ContractOperation): Operation {
  const { id, path, method, value, pointer } = operation;
  const demand: Demand = demandAt(pointer);
  const verb = /^([a-z]+)[A-Z]\w*$/.exec(id)?.[1];
  const segment = /^\/api\/(?:v\d+\/)?([a-z]+(?:-[a-z]+)*)(?:\/|$)/.exec(path)?.[1];
  const idReason = `must be a verb and what it acts on, such as pauseSandbox, and not ${id}`;
  const pathReason = 'its path must begin with the name of a resource, such as /api/v1/sandboxes';
  demand(verb !== undefined, idReason, 'operationId');
  demand(segment !== undefined, pathReason);

  const parameters = readParameters(contract, operation);
  const { pathParameters, queryParameters } = parameters;
  const body = readBody(contract, operation);
  const { success, failures } = readResponses(contract, operation);
  const paging = pagingOf(contract, success.type, queryParameters);
  const isAmbiguous = body?.required === false && queryParameters.some((it) => it.required);
  const isMixed = paging && (body !== undefined || pathParameters.length > 0);
  demand(!isAmbiguous, `an optional body before a required query ${extend}`);
  demand(!isMixed, `a search that takes more than a query ${extend}`);
  return {
    id,
    verb,
    resource: segment.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase()),
    method: method.toUpperCase(),
    path,
    ...describe(value.description, value.deprecated),
    retry: value['x-retry'],
    ...parameters,
    body,
    success,
    failures,
    paging,
  };
}

/** The description, and the paragraph of it that gives the reason if the operation is deprecated. */
function describe(
  text: string,
  isDeprecated = false,
): Pick<Operation, 'description' | 'deprecated'> {
  if (!isDeprecated) return { description: text.trim(), deprecated: undefined };
  const paragraphs = text.trim().split(/\n{2,}/);
  const start = 'Deprecated: ';
  const reason = paragraphs.find((it) => it.startsWith(start));
  return {
    description: paragraphs.filter((it) => it !== reason).join('\n\n'),
    deprecated: reason?.slice(start.length) ?? 'The contract gives no reason.',
  };
}

/** Names that the generated code around a parameter has as well. */
const reserved = ['connection', 'operations', 'body', 'query', 'options'];

function readParameters(
  contract: Contract,
  operation: ContractOperation,
): Pick<Operation, 'pathParameters' | 'queryParameters'> {
  const all = parametersOf(contract, operation);
  const demand: Demand = demandAt(pointerTo(operation.pointer, 'parameters'));
  const read = (it: ParameterObject): Parameter => {
    const { name, in: location, required = false, schema, example, description = '' } = it;
    const style = location === 'path' ? 'simple' : 'form';
    const isSent = location === 'path' || location === 'query';
    demand(isSent, `${name}: a parameter in the ${location} ${extend}`);
    demand((it.style ?? style) === style, `${name}: the style ${it.style} ${extend}`);
    demand(location === 'path' || it.explode !== false, `${name}: explode: false ${extend}`);
    demand(schema !== undefined, `${name}: a parameter without a schema ${extend}`);
    const type = typeOf(contract, schema);
    demand(type !== undefined, `${name}: a parameter of this type ${extend}`);
    const isId = type === 'string' && /^[a-z_]\w*$/i.test(name) && !reserved.includes(name);
    demand(location === 'query' || isId, `${name}: this name or type of an id ${extend}`);
    return { name, required, type, description: description.trim(), example };
  };
  const parameters = all.map((it) => [it.in, read(it)] as const);
  const names = [...operation.path.matchAll(/\{(.*?)\}/g)].map(([, name]) => name);
  return {
    pathParameters: names.flatMap((name) =>
      parameters.flatMap(([location, it]) => (location === 'path' && it.name === name ? [it] : [])),
    ),
    queryParameters: parameters.flatMap(([location, it]) => (location === 'query' ? [it] : [])),
  };
}

/** The types of JSON Schema that a parameter may have, and their names in TypeScript. */
const simpleTypes: Readonly<Record<string, string>> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
};

/** Returns the type of a parameter: a simple one, or a list; undefined for any other. */
function typeOf(contract: Contract, reference: Schema): string | undefined {
  const { enum: values, type = 'unknown', items = {} } = dereference(contract, reference);
  if (values) return values.map((value) => JSON.stringify(value)).join(' | ');
  if (type === 'array') {
    const item = typeOf(contract, items);
    return item?.includes(' ') ? `(${item})[]` : item && `${item}[]`;
  }
  const names = [type].flat().map((name) => simpleTypes[name]);
  return names.includes(undefined) ? undefined : [...new Set(names)].join(' | ');
}

function readBody(contract: Contract, { value, pointer }: ContractOperation): Operation['body'] {
  const { requestBody } = value;
  if (requestBody === undefined) return undefined;
  const here = pointerTo(pointer, 'requestBody');
  const body = dereference<RequestBody>(contract, requestBody);
  const type = typeNameOf(body, here);
  const [example] = Object.values(body.content['application/json']?.examples ?? {});
  return {
    type,
    required: body.required ?? false,
    description: firstSentence(body.description),
    example: (resolve(contract, example).value as { readonly value: unknown }).value,
  };
}

function readResponses(
  contract: Contract,
  { value, pointer }: ContractOperation,
): Pick<Operation, 'success' | 'failures'> {
  const here = pointerTo(pointer, 'responses');
  const demand: Demand = demandAt(here);
  const responses = Object.entries(value.responses).map(([status, reference]) => {
    demand(/^[245]\d\d$/.test(status), `the status ${status} ${extend}`, status);
    const response = dereference<Response>(contract, reference);
    const type = typeNameOf(response, pointerTo(here, status));
    return { status: Number(status), type, description: firstSentence(response.description) };
  });
  const [success, ...more] = responses.filter(({ status }) => status < 300);
  demand(
    success !== undefined && more.length === 0,
    'must have one success, as a method returns one type',
  );
  return { success, failures: responses.filter((it) => it !== success) };
}

/** The name of the schema of a request or a response, which is the name of its type. */
function typeNameOf({ content = {} }: Pick<Response, 'content'>, pointer: string): string {
  const demand: Demand = demandAt(pointerTo(pointer, 'content'));
  const types = Object.keys(content).join(' and ');
  demand(types === 'application/json', `${types || 'a message without a body'} ${extend}`);
  const { $ref } = content['application/json']!.schema;
  demand($ref !== undefined, 'must be a $ref to a schema with a name, which the types have');
  return nameOf($ref);
}

/** Pages have `items` and `next_page_id`, and the parameter `page_id`. */
function pagingOf(
  contract: Contract,
  type: string,
  parameters: readonly Parameter[],
): Operation['paging'] {
  const schemaOf = (name: string) =>
    dereference<Schema>(contract, { $ref: pointerTo('#/components/schemas', name) });
  const { items, next_page_id } = schemaOf(type).properties ?? {};
  const item = items?.items?.$ref;
  const isPaged = next_page_id && parameters.some(({ name }) => name === 'page_id');
  if (item === undefined || !isPaged) return undefined;
  const name = nameOf(item);
  return { item: name, hasId: 'id' in (schemaOf(name).properties ?? {}) };
}

type Demand = (holds: boolean, reason: string, ...steps: readonly string[]) => asserts holds;

/** Returns a function that throws an error with the pointer of an element unless a condition holds. */
function demandAt(pointer: string): Demand {
  return (holds, reason, ...steps) => {
    if (!holds) throw new UnsupportedError(pointerTo(pointer, ...steps), reason);
  };
}

/** Returns the first sentence of a text, in one line. */
export function firstSentence(text = ''): string {
  return (/^.*?[.!?](?=\s|$)/s.exec(text.trim())?.[0] ?? text).replaceAll(/\s+/g, ' ').trim();
}

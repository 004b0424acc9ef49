/** Reads the operations of the contract as the client has them: resources, methods, parameters and responses. */
import {
  type Contract,
  type ContractOperation,
  dereference,
  nameOf,
  operationsOf,
  type Parameter,
  parametersOf,
  pointerTo,
  type RequestBody,
  resolve,
  type Response,
  type Schema,
} from '@agent-conversation/contract';
import { UnsupportedError } from '@agent-conversation/contract/generate';

/** An operation of the contract, as a method of the client. */
export type Operation = ReturnType<typeof readOperation>;

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
  for (const { id, resource, verb, pointer } of operations) {
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

function readOperation(contract: Contract, operation: ContractOperation) {
  const { id, path, method, value, pointer } = operation;
  const demand: Demand = demandAt(pointer);
  const verb = /^([a-z]+)[A-Z]\w*$/.exec(id)?.[1];
  const segment = /^\/api\/(?:v\d+\/)?([a-z]+(?:-[a-z]+)*)(?:\/|$)/.exec(path)?.[1];
  const idReason = `must be a verb and what it acts on, such as pauseSandbox, and not ${id}`;
  const pathReason = 'its path must begin with the name of a resource, such as /api/v1/sandboxes';
  demand(verb !== undefined, idReason, 'operationId');
  demand(segment !== undefined, pathReason);

  const parameters = parametersOf(contract, operation).map((it) =>
    readParameter(contract, it, pointerTo(pointer, 'parameters')),
  );
  const queryParameters = parameters.filter((it) => it.in === 'query');
  const pathParameters = parameters
    .filter((it) => it.in === 'path')
    .toSorted((a, b) => path.indexOf(`{${a.name}}`) - path.indexOf(`{${b.name}}`));
  const body = readBody(contract, operation);
  const { success, failures } = readResponses(contract, operation);
  const paging = pagingOf(contract, success.type, queryParameters);
  const isAmbiguous = body?.required === false && queryParameters.some((it) => it.required);
  const isMixed = paging && (body !== undefined || pathParameters.length > 0);
  demand(!isAmbiguous, `an optional body before a required query ${extend}`);
  demand(!isMixed, `a search that takes more than a query ${extend}`);
  return {
    id,
    pointer,
    verb,
    resource: segment.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase()),
    method: method.toUpperCase(),
    path,
    ...readDescription(value.description, value.deprecated),
    retry: value['x-retry'],
    pathParameters,
    queryParameters,
    body,
    success,
    failures,
    paging,
  };
}

/** Returns the description, and apart from it why a deprecated operation is deprecated. */
function readDescription(text: string, isDeprecated = false) {
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

function readParameter(contract: Contract, parameter: Parameter, pointer: string) {
  const { name, in: location, required = false, schema, example, description = '' } = parameter;
  const demand = (holds: boolean, what: string) =>
    demandAt(pointer)(holds, `${name}: ${what} ${extend}`);
  const style = location === 'path' ? 'simple' : 'form';
  demand(location === 'path' || location === 'query', `a parameter in the ${location}`);
  demand((parameter.style ?? style) === style, `the style ${parameter.style}`);
  demand(location === 'path' || parameter.explode !== false, 'explode: false');
  demand(schema !== undefined, 'a parameter without a schema');
  const type = typeOf(contract, schema) ?? '';
  demand(type !== '', 'a parameter of this type');
  const isId = type === 'string' && /^[a-z_]\w*$/i.test(name) && !reserved.includes(name);
  demand(location === 'query' || isId, 'this name or type of an id');
  return { name, in: location, required, type, description: description.trim(), example };
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

function readBody(contract: Contract, { value, pointer }: ContractOperation) {
  const { requestBody } = value;
  if (requestBody === undefined) return undefined;
  const body = dereference<RequestBody>(contract, requestBody);
  const [example] = Object.values(body.content['application/json']?.examples ?? {});
  return {
    type: typeNameOf(body, pointerTo(pointer, 'requestBody')),
    required: body.required ?? false,
    description: firstSentence(body.description),
    example: (resolve(contract, example).value as { readonly value: unknown }).value,
  };
}

function readResponses(contract: Contract, { value, pointer }: ContractOperation) {
  const here = pointerTo(pointer, 'responses');
  const demand: Demand = demandAt(here);
  const responses = Object.entries(value.responses).map(([status, reference]) => {
    demand(/^[245]\d\d$/.test(status), `the status ${status} ${extend}`, status);
    const response = dereference<Response>(contract, reference);
    const type = typeNameOf(response, pointerTo(here, status));
    return { status: Number(status), type, description: firstSentence(response.description) };
  });
  const [success, ...more] = responses.filter(({ status }) => status < 300);
  const isOne = success !== undefined && more.length === 0;
  demand(isOne, 'must have one success, as a method returns one type');
  return { success, failures: responses.filter((it) => it !== success) };
}

/** Returns the name of the schema of a request or a response, which is the name of its type. */
function typeNameOf({ content = {} }: Pick<Response, 'content'>, pointer: string): string {
  const demand: Demand = demandAt(pointerTo(pointer, 'content'));
  const types = Object.keys(content).join(' and ');
  demand(types === 'application/json', `${types || 'a message without a body'} ${extend}`);
  const { $ref } = content['application/json']!.schema;
  demand($ref !== undefined, 'must be a $ref to a schema with a name, which the types have');
  return nameOf($ref);
}

/**
 * Returns the type of the items of a search, and whether they have an `id`; undefined unless it has pages: `items`,
 * `next_page_id`, and the parameter `page_id`.
 */
function pagingOf(contract: Contract, type: string, parameters: readonly { name: string }[]) {
  const { schemas } = contract.components;
  const propertiesOf = (name: string) =>
    dereference<Schema>(contract, schemas[name]!).properties ?? {};
  const { items, next_page_id } = propertiesOf(type);
  const item = items?.items?.$ref;
  const isPaged = next_page_id && parameters.some(({ name }) => name === 'page_id');
  if (item === undefined || !isPaged) return undefined;
  return { item: nameOf(item), hasId: 'id' in propertiesOf(nameOf(item)) };
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

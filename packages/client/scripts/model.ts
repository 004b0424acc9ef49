/** Reads the operations of the contract as the client has them: resources, methods, parameters and responses. */
import {
  clientMethodOf,
  type Contract,
  type ContractOperation,
  contractOperations,
  dereference,
  nameOf,
  type Message,
  type Parameter,
  pointerTo,
  type Schema,
  type Transition,
  upperFirst,
} from '@agent-conversation/contract';
import { UnsupportedError } from '@agent-conversation/contract/generate';

/** An operation of the contract, as a method of the client. */
export type Operation = ReturnType<typeof readOperation>;

/** The end of the message about something that is correct, but that the generator does not support. */
const extend =
  'is not supported; change the contract, or extend packages/client/scripts first';

/** @throws {UnsupportedError} with the pointer of an element, unless a condition holds */
function demand(
  holds: boolean,
  pointer: string,
  reason: string,
): asserts holds {
  if (!holds) throw new UnsupportedError(pointer, reason);
}

/**
 * Returns the operations of the contract, in the order of the resources and then of the contract.
 *
 * @throws {UnsupportedError} where the contract has something that the client cannot be generated from
 */
export function readOperations(contract: Contract): Operation[] {
  const operations = contractOperations(contract).map((operation) =>
    readOperation(contract, operation),
  );
  checkMethods(operations);
  return operations.toSorted((a, b) => {
    if (a.resource < b.resource) return -1;
    return a.resource > b.resource ? 1 : 0;
  });
}

/** @throws {UnsupportedError} if two operations would be the same method */
function checkMethods(operations: readonly Operation[]): void {
  const methods = Object.groupBy(
    operations,
    ({ resource, verb }) => `client.${resource}.${verb}`,
  );
  for (const [name, [first, second] = []] of Object.entries(methods)) {
    if (!first || !second) continue;
    const sameName = `as ${first.id} at ${first.pointer} does`;
    const reason = `${second.id} would make the method ${name}, ${sameName}; rename one of them`;
    throw new UnsupportedError(second.pointer, reason);
  }
}

function readOperation(contract: Contract, operation: ContractOperation) {
  const { operationId: id, path, method, pointer, requestBody } = operation;
  const call = clientMethodOf(id, path);
  const pathReason =
    'its path must begin with the name of a resource, such as /api/v1/sandboxes';
  demand(call !== undefined, pointer, pathReason);

  const read = operation.parameters.map((parameter) =>
    readParameter(contract, parameter, pointerTo(pointer, 'parameters')),
  );
  const positionOf = ({ name }: { name: string }) => path.indexOf(`{${name}}`);
  const ids = read
    .filter((parameter) => parameter.in === 'path')
    .toSorted((a, b) => positionOf(a) - positionOf(b));
  const body =
    requestBody && readMessage(requestBody, pointerTo(pointer, 'requestBody'));
  const here = pointerTo(pointer, 'responses');
  const responses = Object.entries(operation.responses).map(
    ([status, response]) => ({
      status: Number(status),
      ...readMessage(response, pointerTo(here, status)),
    }),
  );
  const [success, ...more] = responses.filter(({ status }) => status < 300);
  const isOne = success !== undefined && more.length === 0;
  demand(isOne, here, 'must have one success, as a method returns one type');

  const properties = read.filter((parameter) => parameter.in === 'query');
  const paging = pagingOf(contract, success.type, properties);
  const query = queryOf(id, properties, paging !== undefined);
  const parameters = [
    ids,
    body ? { name: 'body', ...body } : [],
    query ?? [],
  ].flat();
  return {
    id,
    pointer,
    path,
    ...call,
    method: method.toUpperCase(),
    ...readDescription(operation.description, operation.deprecated),
    retry: operation['x-retry'],
    ids: ids.map(({ name }) => name),
    query,
    /**
     * The parameters of a method. One that is optional is required before one that is; `isOwnRequired` is about
     * the parameter alone.
     */
    parameters: parameters.map((parameter, index) => ({
      ...parameter,
      isOwnRequired: parameter.required,
      required: parameters.slice(index).some(({ required }) => required),
    })),
    success,
    failures: responses.filter((response) => response !== success),
    paging,
  };
}

/** Returns the parameter of a method that has all those of the query; undefined if there are none. */
function queryOf(
  id: string,
  properties: readonly ReadParameter[],
  hasPages: boolean,
) {
  if (properties.length === 0) return undefined;
  // The id of a page is of no use without the page before it.
  const shown = properties.filter(
    ({ name }) => !(hasPages && name === 'page_id'),
  );
  const examples = shown.map(({ name, example }) => [name, example] as const);
  const names = properties.map(({ name }) => `\`${name}\``);
  return {
    name: 'query',
    type: `${upperFirst(id)}Query`,
    required: properties.some(({ required }) => required),
    description: names.join(', '),
    example: shown.length > 0 ? Object.fromEntries(examples) : undefined,
    properties,
  };
}

/** Returns the description, and apart from it why a deprecated operation is deprecated. */
function readDescription(text: string, isDeprecated = false) {
  if (!isDeprecated) return { description: text.trim(), deprecated: undefined };
  const paragraph = /(?:^|\n\n)Deprecated: (.*?)(?=\n\n|\n?$)/s;
  const [, deprecated = 'The contract gives no reason.'] =
    paragraph.exec(text) ?? [];
  return { description: text.replace(paragraph, '').trim(), deprecated };
}

type ReadParameter = ReturnType<typeof readParameter>;

/** Names that the generated code around a parameter has as well. */
const reserved = ['connection', 'operations', 'body', 'query', 'options'];

function readParameter(
  contract: Contract,
  parameter: Parameter,
  pointer: string,
) {
  const {
    name,
    in: location,
    required = false,
    schema,
    example,
    description = '',
  } = parameter;
  const type = typeOf(contract, schema);
  const isId =
    type === 'string' && /^[a-z_]\w*$/i.test(name) && !reserved.includes(name);
  const isSent = location === 'path' || location === 'query';
  demand(isSent, pointer, `${name}: a parameter in the ${location} ${extend}`);
  demand(
    location === 'query' || isId,
    pointer,
    `${name}: this name or type of an id ${extend}`,
  );
  return {
    name,
    in: location,
    required,
    type,
    description: description.trim(),
    example,
  };
}

/** Returns the type of a parameter: a simple one, or a list of one; the validators support no other either. */
function typeOf(contract: Contract, reference: Schema): string {
  const {
    enum: values,
    type = 'string',
    items = {},
  } = dereference(contract, reference);
  if (values) return values.map((value) => JSON.stringify(value)).join(' | ');
  if (type === 'array') {
    const item = typeOf(contract, items);
    return item.includes(' ') ? `(${item})[]` : `${item}[]`;
  }
  const names = [type]
    .flat()
    .map((name) => (name === 'integer' ? 'number' : name));
  return names.join(' | ');
}

/**
 * Reads a request body or a response: the name of its schema, which is that of its type, its purpose and an example.
 */
function readMessage(
  { schema, examples, description, required = false }: Message,
  pointer: string,
) {
  const [example] = examples.values();
  const reason =
    'must have a body whose schema is a $ref to one with a name, which the types have';
  demand(schema?.$ref !== undefined, pointerTo(pointer, 'content'), reason);
  return {
    type: nameOf(schema.$ref),
    description: firstSentence(description),
    required,
    example,
  };
}

/** Returns the type of the items of a search with pages, and whether they have an `id`; undefined without pages. */
function pagingOf(
  contract: Contract,
  type: string,
  parameters: readonly { name: string }[],
) {
  const propertiesOf = (name: string) =>
    dereference(contract, contract.components.schemas[name]!).properties ?? {};
  const item = propertiesOf(type)['items']?.items?.$ref;
  if (item === undefined || !parameters.some(({ name }) => name === 'page_id'))
    return undefined;
  return { item: nameOf(item), hasId: 'id' in propertiesOf(nameOf(item)) };
}

/**
 * Returns the states that a state does not lead to by itself, each with the first operation on the way, or null if
 * there is no way.
 */
export function waysFrom(
  start: string,
  states: readonly string[],
  transitions: readonly Transition[],
): Readonly<Record<string, string | null>> {
  const first = new Map([[start, '']]);
  const follow = (state: string, by: readonly Transition[]) => {
    const reached = new Set([state]);
    for (const from of reached) {
      for (const { from: source, to, operation = '' } of by) {
        if (source !== from || first.has(to)) continue;
        first.set(to, first.get(from) || operation);
        reached.add(to);
      }
    }
  };
  const free = transitions.filter(({ operation }) => operation === undefined);
  follow(start, free);
  // Calls in the state itself precede those in the states that it leads to.
  for (const state of first.keys()) follow(state, transitions);

  const isFinal = transitions.every(({ from }) => from !== start);
  const ways: Record<string, string | null> = {};
  for (const state of states) {
    const way = first.get(state) ?? null;
    if (way !== '') ways[state] = way;
  }
  // Who waits for a final state does not find it by waiting.
  if (isFinal) ways[start] = null;
  return ways;
}

/** Returns the first sentence of a text, in one line. */
export function firstSentence(text = ''): string {
  const [sentence = text] = /^.*?[.!?](?=\s|$)/s.exec(text.trim()) ?? [];
  return sentence.replaceAll(/\s+/g, ' ').trim();
}

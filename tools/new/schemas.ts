/** Chooses the schemas of the request and the response, and makes their examples. */
import { basename } from 'node:path/posix';
import {
  childOf,
  contractOperations,
  isList,
  isObject,
  type JsonObject,
  listOf,
  objectOf,
  resolve,
  textOf,
  upperFirst,
} from '@agent-conversation/contract';
import type { Contract } from './contract.ts';
import { kebabCase, noCase } from 'change-case';
import { singular, withArticle } from './names.ts';
import { demand, oneOf, type Request } from './request.ts';

/** The schema of a body: a component that exists or is going to be written. */
export interface Choice {
  readonly name: string;
  readonly isNew?: boolean;
  readonly description?: string;
  /** The schema of the items of a new list or page. */
  readonly item?: Choice;
  readonly isPage?: boolean;
}

/** Chooses the schema of the request body: undefined if there is none. */
export function requestSchema(
  request: Request,
  contract: Contract,
): Choice | undefined {
  const { id, method } = request;
  const body =
    request.body ?? (['put', 'patch'].includes(method) ? 'new' : undefined);
  if (body === undefined) return undefined;
  const isAllowed = !['get', 'delete'].includes(method);
  demand(
    isAllowed,
    `--body does not go with ${method.toUpperCase()} (RFC 9110, section 9.3)`,
  );
  if (body !== 'new') return named(contract, '--body', body);
  return newSchema(
    contract,
    '--body',
    `${upperFirst(id)}Request`,
    `The request body of \`${id}\`.`,
  );
}

/** Chooses the schema of the response. */
export function responseSchema(request: Request, contract: Contract): Choice {
  const { id, method, response, isSearch } = request;
  if (response !== undefined && response !== 'new') {
    const choice = named(contract, '--response', response);
    const properties = propertiesOf(contract, response);
    const pageProperties = ['items', 'next_page_id'];
    const isFit =
      !isSearch || pageProperties.every((name) => properties?.includes(name));
    demand(
      isFit,
      `--response of a search must have items and next_page_id: ${response} has not`,
    );
    return choice;
  }
  if (response === undefined && method === 'delete') return { name: 'Success' };
  const noun = id.replace(/^[a-z]+/, '');
  const object =
    !isSearch && propertiesOf(contract, noun) ? noun : singular(noun);
  const result = `The result of \`${id}\`.`;
  if (object === noun && response === 'new') {
    return newSchema(
      contract,
      '--response',
      `${upperFirst(id)}Response`,
      result,
    );
  }
  const description = `${upperFirst(withArticle(noCase(object)))}.`;
  const item = propertiesOf(contract, object)
    ? { name: object }
    : newSchema(contract, '--response', object, description);
  if (object === noun) return item;
  const name = `${object}${isSearch ? 'Page' : 'List'}`;
  if (response === undefined && propertiesOf(contract, name)) return { name };
  return {
    ...newSchema(contract, '--response', name, result),
    item,
    isPage: isSearch,
  };
}

function newSchema(
  contract: Contract,
  option: string,
  name: string,
  description: string,
): Choice {
  const file = `openapi/components/schemas/${name}.yaml`;
  demand(
    !contract.exists(file),
    `${option} must name an existing object: ${file} exists already`,
  );
  return { name, isNew: true, description };
}

function named(contract: Contract, option: string, name: string): Choice {
  oneOf(
    option,
    name,
    contract.components('schemas'),
    'a schema of openapi/components/schemas',
  );
  const hasProperties = propertiesOf(contract, name) !== undefined;
  demand(
    hasProperties,
    `${option} must be an object with properties: ${name} is not`,
  );
  return { name };
}

function propertiesOf(contract: Contract, name: string): string[] | undefined {
  if (!contract.exists(`openapi/components/schemas/${name}.yaml`))
    return undefined;
  const properties = childOf(contract.component('schemas', name), 'properties');
  return properties === undefined
    ? undefined
    : Object.keys(objectOf(properties));
}

/** Makes an example: what examples show of the same schema, or the simplest valid value. */
export function exampleOf(choice: Choice, contract: Contract): unknown {
  const { name, isNew, item, isPage } = choice;
  if (item)
    return {
      items: [exampleOf(item, contract)],
      ...(isPage && { next_page_id: null }),
    };
  if (isNew) return { id: `${kebabCase(name)}-1` };
  const [shown] = shownObjects(contract, name);
  if (shown === undefined) return simplest({ $ref: name }, name, contract);
  // The mock responds with the example to every page_id: only a last page ends the iteration.
  return 'next_page_id' in shown ? { ...shown, next_page_id: null } : shown;
}

/**
 * Returns what the examples of bodies show of a schema: as a whole first, then as a part, such as an item of a list.
 */
export function shownObjects(
  { document }: Contract,
  name: string,
): JsonObject[] {
  const shown: { readonly value: JsonObject; readonly depth: number }[] = [];
  const visit = (schema: unknown, value: unknown, depth: number) => {
    // A schema that consists of itself is reported by lint.
    if (depth > 20) return;
    const $ref = textOf(childOf(schema, '$ref'));
    if (isObject(value) && $ref === `#/components/schemas/${name}`)
      shown.push({ value, depth });
    const resolved = objectOf(resolve(document, schema).value);
    const branches = [resolved['anyOf'], resolved['oneOf']].flatMap(listOf);
    for (const branch of branches) visit(branch, value, depth + 1);
    for (const item of listOf(value)) visit(resolved['items'], item, depth + 1);
    for (const [key, child] of Object.entries(objectOf(value))) {
      visit(childOf(resolved['properties'], key), child, depth + 1);
    }
  };
  for (const { requestBody, responses } of contractOperations(document)) {
    const messages = Object.values(responses);
    if (requestBody) messages.push(requestBody);
    for (const { schema, examples } of messages) {
      for (const value of examples.values()) visit(schema, value, 0);
    }
  }
  return shown.toSorted((a, b) => a.depth - b.depth).map(({ value }) => value);
}

/** Makes the simplest value that a schema allows; a string without a format is made from the name. */
function simplest(source: unknown, name: string, contract: Contract): unknown {
  const $ref = childOf(source, '$ref');
  const schema = objectOf(
    $ref
      ? contract.component('schemas', basename(textOf($ref), '.yaml'))
      : source,
  );
  const [branch] = listOf(schema['anyOf'] ?? schema['oneOf']);
  if (branch) return simplest(branch, name, contract);
  const { properties, required, default: value } = schema;
  if (!properties || value !== undefined)
    return value ?? sampleOf(schema, `${kebabCase(name)}-1`);
  // An object without required properties still shows one.
  const shown = required
    ? listOf(required).map(textOf)
    : Object.keys(objectOf(properties)).slice(0, 1);
  return Object.fromEntries(
    shown.map((key) => [
      key,
      simplest(childOf(properties, key), key, contract),
    ]),
  );
}

/** Examples of the formats of strings. */
const formats: Readonly<Record<string, string>> = {
  date: '2026-01-31',
  'date-time': '2026-01-31T12:00:00Z',
  uri: 'https://example.com/',
  uuid: '0f6b8c1e-3d52-4a7b-9c1d-2e3f4a5b6c7d',
};

/**
 * Returns a value that a schema without references and nested schemas allows.
 *
 * @param text for strings without a format
 */
export function sampleOf(schema: JsonObject, text = 'sample'): unknown {
  const {
    type = 'string',
    format,
    minimum = 1,
    const: constant,
    enum: values,
  } = schema;
  const [first] = isList(values) ? values : [constant];
  if (first !== undefined) return first;
  const string = formats[textOf(format)] ?? text;
  const numbers = { integer: minimum, number: minimum };
  const samples: JsonObject = {
    ...numbers,
    string,
    boolean: true,
    array: [],
    object: {},
  };
  return samples[textOf([type].flat()[0])] ?? null;
}

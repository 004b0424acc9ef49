import {
  type Document,
  type Located,
  memberAt,
  membersAt,
  Refusal,
  resolve,
  type Schema,
  unsupported,
} from './document.ts';
import type { Parameter } from './operation.ts';

/** The parameters of an operation that stand in its path, in the order of the path, and in its query. */
export interface Parameters {
  readonly pathParameters: readonly Parameter[];
  readonly queryParameters: readonly Parameter[];
}

/**
 * The parameters of an operation.
 *
 * @throws {Refusal} where there is one that the client cannot send yet
 */
export function readParameters(document: Document, path: string, operation: Located): Parameters {
  const list = memberAt(operation, 'parameters');
  const parameters = membersAt(list).map(([, it]) => readParameter(document, it));
  const names = [...path.matchAll(/\{(.*?)\}/g)].map(([, name]) => name);
  return {
    pathParameters: names.map((name) => {
      const parameter = parameters.find((it) => it.in === 'path' && it.name === name);
      if (parameter) return parameter;
      throw new Refusal(list.pointer, `must describe {${name}} of the path`);
    }),
    queryParameters: parameters.filter((it) => it.in === 'query'),
  };
}

interface RawParameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly example?: unknown;
  readonly schema?: unknown;
  readonly style?: string;
  readonly explode?: boolean;
}

/** Names that the code around a parameter has as well. */
const taken = ['connection', 'contract', 'body', 'query', 'options'];

function readParameter(document: Document, reference: Located): Parameter {
  const located = resolve<RawParameter>(document, reference);
  const { name, in: place, style, explode, schema, example } = located.value;
  if (place !== 'path' && place !== 'query') {
    throw unsupported(located, `a parameter in the ${place}`);
  }
  const usual = place === 'path' ? 'simple' : 'form';
  if ((style ?? usual) !== usual) throw unsupported(located, `the style ${style}`);
  if (place === 'query' && explode === false) throw unsupported(located, 'explode: false');
  if (schema === undefined) throw unsupported(located, 'a parameter without a schema');
  if (example === undefined) {
    throw new Refusal(located.pointer, 'must have an example, which the docs show');
  }
  if (place === 'path' && (!/^[a-z_]\w*$/i.test(name) || taken.includes(name))) {
    throw unsupported(located, `${name} as the name of a parameter in the path`);
  }
  return {
    name,
    in: place,
    example,
    type: typeOf(document, place, memberAt(located, 'schema')),
    required: located.value.required ?? false,
    description: located.value.description?.trim() ?? '',
  };
}

/** The types of JSON Schema that can be sent as they are, and what TypeScript calls them. */
const simple: Readonly<Record<string, string>> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
};

/** An id is a text; what stands in a query is simple, or a list of what is simple. */
function typeOf(document: Document, place: Parameter['in'], reference: Located): string {
  const schema = resolve<Schema>(document, reference);
  if (place === 'path' && schema.value?.type !== 'string') {
    throw unsupported(schema, 'an id that is not a text');
  }
  if (schema.value?.type !== 'array') return simpleTypeOf(schema);
  const items = simpleTypeOf(resolve<Schema>(document, memberAt(schema, 'items')));
  return items.includes(' ') ? `(${items})[]` : `${items}[]`;
}

function simpleTypeOf(schema: Located<Schema>): string {
  const { enum: values, type = 'unknown' } = schema.value ?? {};
  if (values) return values.map((value) => JSON.stringify(value)).join(' | ');
  const names = [type].flat().map((name) => {
    const known = simple[name];
    if (known === undefined) throw unsupported(schema, `a value of the type ${name} in the query`);
    return known;
  });
  return [...new Set(names)].join(' | ');
}

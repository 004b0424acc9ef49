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
import { firstSentence } from './first-sentence.ts';
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
  checkType(document, place, memberAt(located, 'schema'));
  return {
    name,
    in: place,
    example,
    required: located.value.required ?? false,
    description: firstSentence(located.value.description),
  };
}

/** An id is a text; what stands in a query is simple, or a list of what is simple. */
function checkType(document: Document, place: Parameter['in'], reference: Located): void {
  const schema = resolve<Schema>(document, reference);
  const types = typesOf(schema.value);
  if (place === 'path') {
    if (types.join() !== 'string') throw unsupported(schema, 'an id that is not a text');
    return;
  }
  const items = resolve<Schema>(document, memberAt(schema, 'items'));
  const simple = types.join() === 'array' ? typesOf(items.value) : types;
  if (simple.some((type) => !['string', 'integer', 'number', 'boolean'].includes(type))) {
    throw unsupported(schema, `a value of the type ${simple.join(' or ')} in the query`);
  }
}

/** The types of a schema besides null. */
function typesOf({ type = 'unknown' }: Schema = {}): string[] {
  return [type].flat().filter((it) => it !== 'null');
}

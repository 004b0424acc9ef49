import type { Parameter, Place } from '../src/parameters.ts';
import {
  type Document,
  itemsAt,
  type Located,
  memberAt,
  membersAt,
  objectAt,
  Refusal,
  resolve,
} from './document.ts';
import { type Schema, schemaAt, withoutNull } from './schema.ts';

/** A schema with a name that is its own, and its place in the contract. */
export interface NamedSchema {
  readonly name: string;
  readonly schema: Schema;
  readonly pointer: string;
}

/** The parameters that stand in one place of a request, such as its query. */
interface ParameterGroup {
  readonly place: Place;
  readonly all: readonly Parameter[];
  /** The object that their values make up, each under its name. */
  readonly schema: NamedSchema;
}

/** What a validator knows of an operation. */
export interface Operation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly parameters: readonly ParameterGroup[];
  readonly body: { readonly required: boolean; readonly schema: NamedSchema } | undefined;
  /** The response with each status; `schema` is undefined if it has no body. */
  readonly answers: readonly {
    readonly status: string;
    readonly schema: NamedSchema | undefined;
    readonly headers: ParameterGroup | undefined;
  }[];
}

/**
 * The operations of the contract, in its order.
 *
 * @throws {Refusal} when there is anything that a validator would have to look at and cannot
 */
export function operationsOf(document: Document): Operation[] {
  const root = { value: document, pointer: '#' };
  const ids = new Set<string>();
  return membersAt(memberAt(root, 'paths')).flatMap(([path, pathItem]) =>
    membersAt(pathItem).map(([method, located]) => {
      if (!['get', 'put', 'post', 'patch', 'delete'].includes(method)) {
        throw new Refusal(located.pointer, 'only GET, PUT, POST, PATCH and DELETE are supported');
      }
      const operation = operationAt(document, path, method, located);
      if (ids.has(operation.id)) {
        throw new Refusal(located.pointer, `the operationId ${operation.id} is there already`);
      }
      ids.add(operation.id);
      return operation;
    }),
  );
}

function operationAt(
  document: Document,
  path: string,
  method: string,
  located: Located,
): Operation {
  const id = textAt(located, 'operationId');
  if (!/^[a-z]\w*$/i.test(id)) {
    throw new Refusal(`${located.pointer}/operationId`, 'must be a name that code can use');
  }
  const body = memberAt(located, 'requestBody');
  return {
    id,
    method: method.toUpperCase(),
    path,
    summary: textAt(located, 'summary'),
    parameters: parametersAt(document, id, memberAt(located, 'parameters')),
    body: body.value === undefined ? undefined : bodyAt(document, `${id}Body`, body),
    answers: membersAt(memberAt(located, 'responses')).map(([status, response]) => {
      if (!/^[1-5]\d\d$/.test(status)) {
        throw new Refusal(response.pointer, 'only single statuses are supported');
      }
      const resolved = resolve(document, response);
      return {
        status,
        schema: answerAt(document, `${id}Answer${status}`, resolved),
        headers: headersAt(document, `${id}Answer${status}Headers`, memberAt(resolved, 'headers')),
      };
    }),
  };
}

function textAt(located: Located, name: string): string {
  const { value, pointer } = memberAt(located, name);
  if (typeof value !== 'string') throw new Refusal(pointer, 'must be a text');
  return value;
}

function bodyAt(document: Document, name: string, located: Located) {
  const body = resolve(document, located);
  const schema = jsonAt(document, name, memberAt(body, 'content'));
  return { required: memberAt(body, 'required').value === true, schema };
}

function answerAt(document: Document, name: string, response: Located): NamedSchema | undefined {
  const content = memberAt(response, 'content');
  return content.value === undefined ? undefined : jsonAt(document, name, content);
}

/** The headers of a response. They are read as header parameters are (OpenAPI 3.1.1, section 4.8.21). */
function headersAt(document: Document, name: string, located: Located): ParameterGroup | undefined {
  if (located.value === undefined) return undefined;
  const found = membersAt(located).map(([header, item]) =>
    parameterAt(document, resolve(document, item), { name: header, in: 'header' }),
  );
  const component = /^#\/components\/responses\/(\w+)\//.exec(located.pointer)?.[1];
  return group('header', component ? `${component}Headers` : name, found, located.pointer);
}

/** The schema of a body that is JSON. A component keeps its name, so that it is compiled once. */
function jsonAt(document: Document, name: string, content: Located): NamedSchema {
  const other = Object.keys(objectAt(content)).find((type) => type !== 'application/json');
  if (other !== undefined) {
    throw new Refusal(content.pointer, `the content type ${other} is not supported`);
  }
  const located = memberAt(memberAt(content, 'application/json'), 'schema');
  const component = /^#\/components\/schemas\/(\w+)$/.exec(String(objectAt(located)['$ref']))?.[1];
  return {
    name: component ?? name,
    schema: schemaAt(document, located),
    pointer: component === undefined ? located.pointer : `#/components/schemas/${component}`,
  };
}

const places: readonly Place[] = ['path', 'query', 'header'];

function parametersAt(document: Document, id: string, located: Located): ParameterGroup[] {
  if (located.value === undefined) return [];
  const found = itemsAt(located).map((item) => parameterAt(document, resolve(document, item)));
  return places.flatMap((place) => {
    const here = found.filter((parameter) => parameter.place === place);
    if (here.length === 0) return [];
    return [
      group(place, `${id}${place[0]!.toUpperCase()}${place.slice(1)}`, here, located.pointer),
    ];
  });
}

function group(
  place: Place,
  name: string,
  found: readonly ReturnType<typeof parameterAt>[],
  pointer: string,
): ParameterGroup {
  const schema: Schema = {
    type: 'object',
    properties: Object.fromEntries(found.map((it) => [it.parameter.name, it.schema])),
    required: found.flatMap((it) => (it.required ? [it.parameter.name] : [])),
  };
  return { place, all: found.map(({ parameter }) => parameter), schema: { name, schema, pointer } };
}

/** What a parameter may say besides its schema. Anything else would change how it is read. */
const readable = ['name', 'in', 'required', 'schema', 'style', 'explode'];
const annotations = ['description', 'deprecated', 'example', 'examples'];

function parameterAt(
  document: Document,
  located: Located,
  header?: { readonly name: string; readonly in: Place },
) {
  const name = header?.name ?? textAt(located, 'name');
  const place = header?.in ?? (textAt(located, 'in') as Place);
  if (!places.includes(place)) {
    throw new Refusal(located.pointer, `a parameter in ${place} is not supported`);
  }
  for (const [key, { pointer }] of membersAt(located)) {
    if (![...readable, ...annotations].includes(key) && !key.startsWith('x-')) {
      throw new Refusal(pointer, `the member "${key}" of a parameter is not supported`);
    }
  }
  const style = memberAt(located, 'style').value ?? (place === 'query' ? 'form' : 'simple');
  const explode = memberAt(located, 'explode').value ?? place === 'query';
  if (place === 'query' ? style !== 'form' || explode !== true : style !== 'simple') {
    throw new Refusal(
      located.pointer,
      'only the style form with explode is supported in a query, and simple elsewhere',
    );
  }
  const schema = withoutNull(schemaAt(document, memberAt(located, 'schema')));
  const list = schema.type === 'array';
  const item = list ? withoutNull((schema['items'] ?? {}) as Schema) : schema;
  return {
    place,
    required: memberAt(located, 'required').value === true,
    parameter: { name, type: scalarOf(item, located.pointer), list } satisfies Parameter,
    schema: list ? { ...schema, items: item } : schema,
  };
}

function scalarOf({ type }: Schema, pointer: string): Parameter['type'] {
  if (type === 'string' || type === 'integer' || type === 'number' || type === 'boolean') {
    return type;
  }
  throw new Refusal(pointer, 'a parameter must be of one simple type, or a list of one');
}

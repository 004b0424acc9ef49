import {
  type Body,
  type Lifecycle,
  type Link,
  type MediaType,
  nameOf,
  type Parameter,
  type Reference,
  resolve,
  type Schema,
  type Server,
} from '../../src/contract.ts';

/**
 * A schema in the notation of the statements: `string | null`, `integer(1..100)`, `Sandbox[]`. An object
 * with members is written by its component's name; an enumeration, a list and a choice by what they are.
 * A keyword for which there is no notation is written out, so that it is not overlooked.
 */
export function notation(schema: Schema): string {
  return form(schema) + unwritten(schema);
}

/** What a schema demands by keywords that the notation has no form for, such as ` & pattern "^a"`. */
export function unwritten(schema: Schema): string {
  const known = ['default', 'description', ...written(schema)];
  return Object.entries(schema)
    .filter(([keyword]) => !known.includes(keyword) && !keyword.startsWith('x-'))
    .map(([keyword, value]) => ` & ${keyword} ${JSON.stringify(value)}`)
    .join('');
}

/** The keywords that the form of a schema tells. */
function written(schema: Schema): string[] {
  if (schema.$ref !== undefined) return ['$ref'];
  if (schema.anyOf) return ['anyOf'];
  if (schema.oneOf) return ['oneOf', 'discriminator'];
  if (schema.const !== undefined || schema.enum) return ['type', 'const', 'enum'];
  const types = typesOf(schema);
  return ['type', ...types.flatMap((type) => writtenOf[type] ?? ['format', 'minimum', 'maximum'])];
}

const writtenOf: Readonly<Record<string, readonly string[]>> = {
  array: ['items', 'maxItems'],
  object: ['properties', 'required', 'additionalProperties'],
  null: [],
};

function typesOf({ type = [] }: Schema): readonly string[] {
  return typeof type === 'string' ? [type] : type;
}

function form(schema: Schema): string {
  if (schema.$ref !== undefined) {
    const target = resolve<Schema>({ $ref: schema.$ref });
    return target.properties ? nameOf(schema.$ref) : notation(target);
  }
  if (schema.anyOf) return schema.anyOf.map(notation).join(' | ');
  if (schema.oneOf) return schema.oneOf.map(notation).join(' | ') + tag(schema);
  if (schema.const !== undefined) return literal(schema.const);
  if (schema.enum) return schema.enum.map(literal).join(' | ');
  if (schema.type === undefined) return 'any';
  return typesOf(schema)
    .map((type) => single(type, schema))
    .join(' | ');
}

/**
 * A parameter in the notation of the statements: `query integer(1..100) = 100`. A list is `repeated`
 * (`ids=a&ids=b`) unless it says otherwise, and a style that is not the usual one of the place is named
 * (OpenAPI 3.1.1, section 4.8.12.2).
 */
export function parameterNotation({ in: place, style, explode, schema }: Parameter): string {
  const usual = place === 'query' ? 'form' : 'simple';
  const named = style === undefined || style === usual ? '' : `, ${style}`;
  const isRepeated = schema.type === 'array' && (explode ?? (style ?? usual) === 'form');
  const byDefault = schema.default === undefined ? '' : ` = ${literal(schema.default)}`;
  return `${place} ${notation(schema)}${isRepeated ? ', repeated' : ''}${named}${byDefault}`;
}

/**
 * An answer in the notation of the statements: the type of its JSON body, behind the name of the shared
 * response if it is one, such as `SandboxNotFound: ErrorBody`. Any other form of content is written out.
 */
export function answerNotation(answer: Body | Reference): string {
  const { content = {} } = resolve(answer) as Partial<Body>;
  const name = '$ref' in answer ? `${nameOf(answer.$ref)}: ` : '';
  return name + contentNotation(content);
}

/** The type of a JSON body; of content that is not JSON alone, each media type with its type. */
export function contentNotation(content: Readonly<Record<string, Partial<MediaType>>>): string {
  const all = Object.entries(content).map(([type, { schema = {} }]) => [type, notation(schema)]);
  const [[type, only] = [], ...others] = all;
  if (type === 'application/json' && only !== undefined && others.length === 0) return only;
  return `(${all.map((each) => each.join(' ')).join(', ') || 'no content'})`;
}

/** A server in the notation of the statements: its address, and the usual values of what is set in it. */
export function serverNotation({ url, variables = {} }: Server): string {
  const values = Object.entries(variables).map(([name, value]) => `, ${name} = ${value.default}`);
  return url + values.join('');
}

/** A link in the notation of the statements: `pauseSandbox(sandbox_id: $response.body#/id)`. */
export function linkNotation({ operationId, parameters = {} }: Link): string {
  const given = Object.entries(parameters).map(([name, value]) => `${name}: ${String(value)}`);
  return `${operationId}(${given.join(', ')})`;
}

/** A lifecycle in the notation of the statements, a line for each entry. */
export function lifecycleNotation({ transitions, unchanged, refused }: Lifecycle): string[] {
  return [
    ...transitions.map(
      ({ from, to, operation, cause }) => `${from} -> ${to} by ${operation ?? cause}`,
    ),
    ...unchanged.map(({ in: state, operation }) => `${state} stays by ${operation}`),
    ...refused.map(
      ({ in: state, operation, status, example }) =>
        `${state} refuses ${operation} with ${status} ${example}`,
    ),
  ];
}

function single(type: string, schema: Schema): string {
  switch (type) {
    case 'array': {
      const items = notation(schema.items ?? {});
      const list = items.includes(' | ') ? `(${items})[]` : `${items}[]`;
      return list + (schema.maxItems === undefined ? '' : `(..${schema.maxItems})`);
    }
    case 'object': {
      const values = schema.additionalProperties ?? true;
      return typeof values === 'boolean'
        ? `{ [name]: ${values ? 'any' : 'never'} }`
        : `{ [name]: ${notation(values)} }`;
    }
    case 'null':
      return 'null';
    default:
      return type + details(schema);
  }
}

/** By which member a choice is told, and which of its values stands for what. */
function tag({ discriminator }: Schema): string {
  if (!discriminator) return '';
  const { propertyName, mapping = {} } = discriminator;
  const values = Object.entries(mapping).map(([value, target]) => `${value}: ${nameOf(target)}`);
  return ` by ${propertyName} (${values.join(', ')})`;
}

function details({ format, minimum, maximum }: Schema): string {
  const bounds =
    minimum === undefined && maximum === undefined ? [] : [`${minimum ?? ''}..${maximum ?? ''}`];
  const all = [...(format === undefined ? [] : [format]), ...bounds];
  return all.length === 0 ? '' : `(${all.join(', ')})`;
}

function literal(value: unknown): string {
  return typeof value === 'string' ? `'${value}'` : String(value);
}

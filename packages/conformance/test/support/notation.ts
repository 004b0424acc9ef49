import {
  type Lifecycle,
  nameOf,
  type Parameter,
  resolve,
  type Schema,
} from '../../src/contract.ts';

/**
 * A schema in the notation of the statements: `string | null`, `integer(1..100)`, `Sandbox[]`. An object
 * with members is written by its component's name; an enumeration, a list and a choice by what they are.
 */
export function notation(schema: Schema): string {
  if (schema.$ref !== undefined) {
    const target = resolve<Schema>({ $ref: schema.$ref });
    return target.properties ? nameOf(schema.$ref) : notation(target);
  }
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return choices.map(notation).join(' | ');
  if (schema.const !== undefined) return literal(schema.const);
  if (schema.enum) return schema.enum.map(literal).join(' | ');
  const types = typeof schema.type === 'string' ? [schema.type] : schema.type;
  if (!types) return 'any';
  return types.map((type) => single(type, schema)).join(' | ');
}

/**
 * A parameter in the notation of the statements: `query integer(1..100) = 100`. A list is `repeated`
 * (`ids=a&ids=b`) unless it says otherwise (OpenAPI 3.1.1, section 4.8.12.2).
 */
export function parameterNotation({ in: place, explode = true, schema }: Parameter): string {
  const repeated = schema.type === 'array' && explode ? ', repeated' : '';
  const byDefault = schema.default === undefined ? '' : ` = ${literal(schema.default)}`;
  return `${place} ${notation(schema)}${repeated}${byDefault}`;
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

function details({ format, minimum, maximum }: Schema): string {
  if (format !== undefined) return `(${format})`;
  if (minimum === undefined && maximum === undefined) return '';
  return `(${minimum ?? ''}..${maximum ?? ''})`;
}

function literal(value: unknown): string {
  return typeof value === 'string' ? `'${value}'` : String(value);
}

import type { Schema } from '../contract/bundle.ts';

/** How the types are written: whether strings that the contract does not know are taken for enumerations. */
export interface Spelling {
  readonly isOpen: (name: string) => boolean;
}

/** A type of a schema that TypeScript has no name for. */
export class UnknownType extends Error {}

/**
 * What TypeScript calls the values of a schema, as users write it down, such as `Metrics | null`.
 *
 * @throws {UnknownType} when the schema has another type than those of JSON Schema
 */
export function typeText(schema: Schema, spelling: Spelling): string {
  if (schema.$ref !== undefined) {
    const name = nameOf(schema.$ref);
    return spelling.isOpen(name) ? `${name} | (string & {})` : name;
  }
  if (schema.const !== undefined) return literal(schema.const);
  if (schema.enum) return union(schema.enum.map(literal));
  if (schema.oneOf ?? schema.anyOf) {
    return union(
      [...(schema.oneOf ?? []), ...(schema.anyOf ?? [])].map((it) => typeText(it, spelling)),
    );
  }
  if (schema.allOf) {
    return schema.allOf.map((it) => inBrackets(typeText(it, spelling))).join(' & ');
  }
  if (schema.type === undefined) return 'unknown';
  return union([schema.type].flat().map((type) => typeOf(type, schema, spelling)));
}

/** The names of the schemas that a schema names, without what stands in them. */
export function namedIn(schema: Schema): string[] {
  if (schema.$ref !== undefined) return [nameOf(schema.$ref)];
  const { items, additionalProperties, properties, allOf = [], anyOf = [], oneOf = [] } = schema;
  const parts = [
    ...(items ? [items] : []),
    ...(typeof additionalProperties === 'object' ? [additionalProperties] : []),
    ...Object.values(properties ?? {}),
    ...allOf,
    ...anyOf,
    ...oneOf,
  ];
  return [...new Set(parts.flatMap(namedIn))];
}

/** A string of TypeScript. */
export function quoted(text: string): string {
  return `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}

function typeOf(type: string, schema: Schema, spelling: Spelling): string {
  switch (type) {
    case 'string':
    case 'boolean':
    case 'null':
      return type;
    case 'integer':
    case 'number':
      return 'number';
    case 'array':
      return `${inBrackets(typeText(schema.items ?? {}, spelling))}[]`;
    case 'object':
      return objectText(schema, spelling);
    default:
      throw new UnknownType(`no program knows the type ${type}`);
  }
}

function objectText(schema: Schema, spelling: Spelling): string {
  const { properties = {}, required = [], additionalProperties } = schema;
  const members = Object.entries(properties).map(
    ([name, member]) =>
      `${quoted(name)}${required.includes(name) ? '' : '?'}: ${typeText(member, spelling)}`,
  );
  const others = typeof additionalProperties === 'object' ? additionalProperties : {};
  const shapes = [
    ...(members.length > 0 ? [`{ ${members.join('; ')} }`] : []),
    ...(additionalProperties ? [`{ [name: string]: ${typeText(others, spelling)} }`] : []),
  ];
  return shapes.join(' & ') || 'Record<string, never>';
}

function inBrackets(type: string): string {
  return type.includes(' ') ? `(${type})` : type;
}

function union(types: readonly string[]): string {
  return [...new Set(types)].join(' | ');
}

function literal(value: unknown): string {
  return typeof value === 'string' ? quoted(value) : JSON.stringify(value);
}

function nameOf(ref: string): string {
  return ref.slice(ref.lastIndexOf('/') + 1);
}

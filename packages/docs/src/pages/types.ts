/** The types of schemas and the rules for their values, in words. */
import { nameOf, type Schema } from '@agent-conversation/contract';
import { code, codeOf, link } from '../markdown-text.ts';
import type { LinkTo } from './links.ts';

/** Returns the schemas of the unions and intersections of a schema. */
export function alternatives({ anyOf, oneOf, allOf }: Schema): Schema[] {
  return [...(anyOf ?? []), ...(oneOf ?? []), ...(allOf ?? [])];
}

/** Returns the type of a schema in words: `string or null`, `array of [ExposedURL](…)`. */
export function typeText(schema: Schema, linkTo: LinkTo): string {
  if (schema.$ref !== undefined) {
    const name = nameOf(schema.$ref);
    return link(name, linkTo('schema', name));
  }
  if ('const' in schema) return codeOf(schema.const);
  if (schema.enum) return schema.enum.map(codeOf).join(' or ');
  const each = (schemas: readonly Schema[]) => schemas.map((one) => typeText(one, linkTo));
  const union = schema.anyOf ?? schema.oneOf;
  if (union) return each(union).join(' or ');
  if (schema.allOf) return each(schema.allOf).join(' and ');
  const types = [schema.type ?? 'any value'].flat();
  // `array of string, or null` is not an array of strings and nulls.
  const or = types.includes('array') || types.includes('object') ? ', or ' : ' or ';
  return types.map((type) => simpleType(type, schema, linkTo)).join(or);
}

function simpleType(type: string, schema: Schema, linkTo: LinkTo): string {
  const { items, additionalProperties: values } = schema;
  if (type === 'array') return `array of ${items ? grouped(items, linkTo) : 'any values'}`;
  if (type !== 'object' || schema.properties) return type;
  if (typeof values === 'object') return `object with values of ${grouped(values, linkTo)}`;
  return 'object with any properties';
}

/** In parentheses if it is more than one type, so that `array of (A or null)` is not `array of A`, or null. */
function grouped(schema: Schema, linkTo: LinkTo): string {
  const text = typeText(schema, linkTo);
  const types = [schema.type, schema.enum, alternatives(schema)];
  return types.some((list) => Array.isArray(list) && list.length > 1) ? `(${text})` : text;
}

const secret = '**secret**: do not show, log or store it';
const numbers =
  'minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength minItems maxItems minProperties maxProperties';
const keywords =
  `deprecated readOnly writeOnly uniqueItems format default ${numbers} pattern`.split(' ');

/** Returns what a schema says of its values beyond their type: its keywords in words, such as `max length 20`. */
export function rules(schema: Schema): string[] {
  const own = keywords.flatMap((keyword) => {
    const value: unknown = schema[keyword as keyof Schema];
    if (value === undefined || value === false) return [];
    const words = keyword.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
    if (value === true) return keyword === 'deprecated' ? '**deprecated**' : words;
    const isText = ['format', 'pattern'].includes(keyword);
    return `${words} ${isText ? code(value as string) : codeOf(value)}`;
  });
  const { items, additionalProperties: values } = schema;
  const inner = [items, values].filter((part) => typeof part === 'object').flatMap(rules);
  return [
    ...(schema['x-secret'] ? [secret] : []),
    ...own,
    ...alternatives(schema).flatMap(rules),
    ...inner.map((rule) => `each: ${rule}`),
  ];
}

/** Lists of parameters and of the properties of schemas, with everything that is nested in them. */
import { nameOf, type Parameter, resolve, type Schema } from '@agent-conversation/contract';
import type { Element, ElementContent } from 'hast';
import { h } from 'hastscript';
import { type Content, folded, item, within } from '../content.ts';
import { anchor } from '../html/render.ts';
import { code, codeOf, line, link, list } from '../markdown-text.ts';
import { type Context, type LinkTo, meaningOf } from './links.ts';

/** The properties of a schema. @param prefix the start of the ids in HTML, such as `pauseSandbox.200` */
export function properties(context: Context, prefix: string, schema: Schema): Content {
  return within('ul.properties', {}, ...rowsOf(context, prefix, schema, []));
}

/** Parameters of one location, such as the query. */
export function parameterList(
  context: Context,
  prefix: string,
  parameters: readonly Parameter[],
): Content {
  const rows = parameters.map((parameter) => {
    const { name, schema, required, deprecated, style, explode, example } = parameter;
    const facts = [
      required && '**required**',
      ...rules(schema),
      deprecated && '**deprecated**',
      style !== undefined && `style ${code(style)}`,
      explode && 'sent again for each item',
      example !== undefined && `example ${codeOf(example)}`,
    ];
    const meaning = [meaningOf(parameter, context.linkTo), valuesOf(context, schema)];
    return row(context, `${prefix}.${name}`, name, schema, facts, meaning);
  });
  return within('ul.properties', {}, ...rows);
}

/** A row: name, type and facts in its first line, and contents below it. */
function row(
  { linkTo }: Context,
  id: string,
  name: string,
  schema: Schema,
  facts: readonly (string | false | undefined)[],
  below: readonly Content[],
): Content {
  const words = [`${code(name)} *${typeText(schema, linkTo)}*`, ...facts.filter(Boolean)];
  const shape = ([paragraph]: readonly ElementContent[]) => {
    const [, ...rest] = (paragraph as Element).children;
    return [h('p.property-head', [h('code.property-name', name), ...rest, anchor(id, name)])];
  };
  return item(id, { contents: [words.join(', ')], shape }, ...below);
}

/** The row of a property, with those nested in it. @param passed components that lead to it */
function propertyRow(
  context: Context,
  prefix: string,
  name: string,
  schema: Schema,
  passed: readonly string[],
  isRequired = false,
): Content {
  const id = `${prefix}.${name.replace(/^each /, '').replaceAll(' ', '-')}`;
  const own = resolve(context.contract, schema).value as Schema;
  const [inner, ...others] = partsOf(context, schema, []);
  const isSame = own.description === undefined && others.length === 0 && !inner?.schema.items;
  const nested = rowsOf(context, id, schema, passed);
  const below = within('ul.properties', {}, ...nested);
  return row(
    context,
    id,
    name,
    schema,
    [isRequired && '**required**', ...rules(schema)],
    [
      meaningOf(isSame ? { ...inner?.schema, ...own } : own, context.linkTo),
      isSame ? '' : valuesOf(context, schema),
      ...(nested.length > 0 ? [folded(`Properties of ${name}`, { class: 'nested' }, below)] : []),
    ],
  );
}

interface Part {
  readonly schema: Schema;
  /** The components that lead to it. */
  readonly names: readonly string[];
}

/** The schemas of which a value has one, if it is not null. Components that were passed are left out. */
function partsOf(context: Context, schema: Schema, passed: readonly string[]): Part[] {
  if (schema.$ref !== undefined) {
    const name = nameOf(schema.$ref);
    const target = resolve(context.contract, schema).value as Schema;
    return passed.includes(name) ? [] : partsOf(context, target, [...passed, name]);
  }
  const others = alternatives(schema).filter(({ type }) => type !== 'null');
  if (others.length === 0) return [{ schema, names: passed }];
  return others.flatMap((other) => partsOf(context, other, passed));
}

/** The rows below a value. */
function rowsOf(
  context: Context,
  id: string,
  schema: Schema,
  passed: readonly string[],
): Content[] {
  const [part, ...others] = partsOf(context, schema, passed);
  if (part === undefined) return [];
  if (others.length > 0) {
    const objects = [part, ...others].filter((it) => it.schema.properties && it.names.length > 0);
    return objects.map(({ names }) => {
      const $ref = `#/components/schemas/${names.at(-1)!}`;
      return propertyRow(context, id, names.at(-1)!, { $ref }, passed);
    });
  }
  const { names } = part;
  const { properties: own = {}, required = [], items, additionalProperties: each } = part.schema;
  const rows = Object.entries(own).map(([name, property]) =>
    propertyRow(context, id, name, property, names, required.includes(name)),
  );
  const isPlain =
    items?.description === undefined && partsOf(context, items ?? {}, names).length < 2;
  if (items && isPlain) rows.push(...rowsOf(context, id, items, names));
  else if (items) rows.push(propertyRow(context, id, 'each item', items, names));
  if (each) rows.push(propertyRow(context, id, 'property name', each === true ? {} : each, names));
  return rows;
}

/** The values of an enumeration that is a component, with what they mean. */
function valuesOf(context: Context, schema: Schema): string {
  const [part, ...others] = partsOf(context, schema, []);
  if (part === undefined || others.length > 0) return '';
  if (part.schema.items) return valuesOf(context, part.schema.items);
  const meanings = Object.entries(part.schema['x-enumDescriptions'] ?? {});
  return list(meanings.map(([value, meaning]) => `${code(value)}: ${line(meaning)}`));
}

/** Returns the schemas of the unions and intersections of a schema. */
function alternatives({ anyOf, oneOf, allOf }: Schema): Schema[] {
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
  return types.some((it) => Array.isArray(it) && it.length > 1) ? `(${text})` : text;
}

const secret = '**secret**: do not show, log or store it';
const secretQuery = '**secret in the query**: do not show, log or store the query';
/** Keywords whose values are shown, in the order in which they are shown. */
const keywords = [
  'deprecated',
  'readOnly',
  'writeOnly',
  'uniqueItems',
  'format',
  'default',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'minProperties',
  'maxProperties',
  'pattern',
];

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
    ...(schema['x-secret'] === true ? [secret] : []),
    ...(schema['x-secret'] === 'query' ? [secretQuery] : []),
    ...own,
    ...alternatives(schema).flatMap(rules),
    ...inner.map((rule) => `each: ${rule}`),
  ];
}

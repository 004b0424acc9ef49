/** Lists of parameters and of the properties of schemas, with everything that is nested in them. */
import { nameOf, type Parameter, resolve, type Schema } from '@agent-conversation/contract';
import type { Element, ElementContent } from 'hast';
import { h } from 'hastscript';
import { type Content, folded, item, within } from '../content.ts';
import { anchor } from '../html/render.ts';
import { code, codeOf, line, list } from '../markdown-text.ts';
import { type Context, meaningOf } from './links.ts';
import { alternatives, rules, typeText } from './types.ts';

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
    return rowOf(context, `${prefix}.${name}`, name, schema, facts, meaning);
  });
  return within('ul.properties', {}, ...rows);
}

/** A row: name, type and facts in its first line, and contents below it. */
function rowOf(
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
function row(
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
  return rowOf(
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
      return row(context, id, names.at(-1)!, { $ref }, passed);
    });
  }
  const { names } = part;
  const { properties: own = {}, required = [], items, additionalProperties: each } = part.schema;
  const rows = Object.entries(own).map(([name, property]) =>
    row(context, id, name, property, names, required.includes(name)),
  );
  const isPlain =
    items?.description === undefined && partsOf(context, items ?? {}, names).length < 2;
  if (items && isPlain) rows.push(...rowsOf(context, id, items, names));
  else if (items) rows.push(row(context, id, 'each item', items, names));
  if (each) rows.push(row(context, id, 'property name', each === true ? {} : each, names));
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

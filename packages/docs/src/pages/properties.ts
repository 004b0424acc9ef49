/** Lists of parameters and of the properties of schemas, with everything that is nested in them. */
import { nameOf, type Parameter, resolve, type Schema } from '@agent-conversation/contract';
import type { Element, ElementContent } from 'hast';
import { toString } from 'hast-util-to-string';
import { h } from 'hastscript';
import type { Shaped } from '../content.ts';
import { anchor } from '../html/render.ts';
import { blocks, code, codeOf, line, list, table } from '../markdown-text.ts';
import { type Context, meaningOf } from './links.ts';
import { alternatives, rules, typeText } from './types.ts';

/**
 * The properties of a schema, or the values of an enumeration.
 *
 * @param prefix the start of the ids in HTML, such as `pauseSandbox.200`
 */
export function properties(context: Context, prefix: string, schema: Schema): Shaped {
  const items = itemsOf(context, schema, []);
  return listed(prefix, items.length > 0 ? list(items) : values(context, schema));
}

/** Parameters of one location, such as the query. */
export function parameterList(
  context: Context,
  prefix: string,
  parameters: readonly Parameter[],
): Shaped {
  const items = parameters.map((parameter) => {
    const { name, schema, required, deprecated, style, explode, example } = parameter;
    const facts = [
      required && '**required**',
      ...rules(schema),
      deprecated && '**deprecated**',
      style !== undefined && `style ${code(style)}`,
      explode && 'sent again for each item',
      example !== undefined && `example ${codeOf(example)}`,
    ];
    const head = [`${code(name)} *${typeText(schema, context.linkTo)}*`, ...facts];
    const text = meaningOf(parameter, context.linkTo);
    return blocks(head.filter(Boolean).join(', '), text, values(context, schema));
  });
  return listed(prefix, list(items));
}

/** The item of a property, with those nested in it. @param passed components that lead to it */
function item(
  context: Context,
  name: string,
  schema: Schema,
  passed: readonly string[],
  isRequired = false,
): string {
  const own = resolve(context.contract, schema).value as Schema;
  const [inner, ...others] = partsOf(context, schema, []);
  const isSame = own.description === undefined && others.length === 0 && !inner?.schema.items;
  const facts = [...(isRequired ? ['**required**'] : []), ...rules(schema)];
  return blocks(
    [`${code(name)} *${typeText(schema, context.linkTo)}*`, ...facts].join(', '),
    meaningOf(isSame ? { ...inner?.schema, ...own } : own, context.linkTo),
    values(context, schema),
    list(itemsOf(context, schema, passed)),
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

/** The items of the list below a value. */
function itemsOf(context: Context, schema: Schema, passed: readonly string[]): string[] {
  const parts = partsOf(context, schema, passed);
  const [part] = parts;
  if (part === undefined) return [];
  if (parts.length > 1) {
    const objects = parts.filter((it) => it.schema.properties && it.names.length > 0);
    return objects.map(({ names }) => {
      const $ref = `#/components/schemas/${names.at(-1)!}`;
      return item(context, names.at(-1)!, { $ref }, passed);
    });
  }
  const { names } = part;
  const { properties: own = {}, required = [], items, additionalProperties: each } = part.schema;
  const rows = Object.entries(own).map(([name, property]) =>
    item(context, name, property, names, required.includes(name)),
  );
  const isPlain =
    items?.description === undefined && partsOf(context, items ?? {}, names).length < 2;
  if (items && isPlain) rows.push(...itemsOf(context, items, names));
  else if (items) rows.push(item(context, 'each item', items, names));
  if (each) rows.push(item(context, 'property name', each === true ? {} : each, names));
  return rows;
}

/** A table of the values of an enumeration that is a component. */
function values(context: Context, schema: Schema): string {
  const [part, ...others] = partsOf(context, schema, []);
  if (part === undefined || others.length > 0) return '';
  if (part.schema.items) return values(context, part.schema.items);
  const { enum: all = [], 'x-enumDescriptions': meanings } = part.schema;
  // The type of the value lists them.
  if (part.schema === schema && !meanings) return '';
  const rows = all.map((it) => [
    typeof it === 'string' ? code(it) : codeOf(it),
    line(meanings?.[String(it)] ?? ''),
  ]);
  return table(['Value', 'Meaning'], rows);
}

/** Gives the items of a list their ids, and folds what is nested in them. */
function listed(prefix: string, markdown: string): Shaped {
  const shape = (rendered: ElementContent[]) =>
    rendered.map((it) => (isElement(it, 'ul') ? propertyList(it, prefix) : it));
  return { contents: [markdown], shape };
}

function propertyList({ children }: Element, prefix: string): Element {
  const rows = children.filter((it) => isElement(it, 'li'));
  return h(
    'ul.properties',
    rows.map((row) => propertyRow(row, prefix)),
  );
}

function propertyRow({ children }: Element, prefix: string): Element {
  // A list of single lines has no paragraphs.
  const [first, ...rest] = children.filter((it) => it.type === 'element');
  const isLoose = isElement(first, 'p');
  const [nameElement, ...facts] = isLoose ? first.children : children;
  const name = toString(nameElement as Element);
  const id = `${prefix}.${name.replace(/^each /, '').replaceAll(' ', '-')}`;
  const below = (isLoose ? rest : []).map((it) => {
    const summary = h('summary', ['Properties of ', h('code', name)]);
    return isElement(it, 'ul') ? h('details.nested', [summary, propertyList(it, id)]) : it;
  });
  const head = [h('code.property-name', name), ...facts, anchor(id, name)];
  return h('li.property', { id }, [h('p.property-head', head), ...below]);
}

function isElement(node: ElementContent | undefined, tagName: string): node is Element {
  return node?.type === 'element' && node.tagName === tagName;
}

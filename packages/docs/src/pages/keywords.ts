/** What a schema says of its values, in words. */
import { readFileSync } from 'node:fs';
import {
  jsonOf,
  nameOf,
  type Schema,
  textOf,
} from '@agent-conversation/contract';
import { parse } from 'yaml';
import { code, codeOf, link } from '@agent-conversation/cli/markdown';
import type { Context } from './links.ts';

/** What `keywords.yaml` has. */
interface Keywords {
  readonly facts: readonly string[];
  readonly elsewhere: readonly string[];
  /** By type, style and explode. */
  readonly styles: Readonly<Record<string, string>>;
}

const file = new URL('keywords.yaml', import.meta.url);
/** The words for keywords. */
export const keywords = parse(readFileSync(file, 'utf8')) as Keywords;

const placeholder = /[{<]([\w-]+)=?(\w*)[}>]/g;
/** Every keyword that pages show: those of a schema, and of a parameter or header. */
export const shownKeywords = new Set(keywords.elsewhere);
for (const fact of keywords.facts) {
  for (const [, keyword = ''] of fact.matchAll(placeholder))
    shownKeywords.add(keyword);
}

/** A value as JSON; a string without quotes if it cannot be taken for another value. */
function valueCode(value: unknown): string {
  if (typeof value !== 'string') return codeOf(value);
  const isWords = /^\S+( \S+)*$/.test(value);
  const isJson = jsonOf(value) !== undefined;
  return isWords && !isJson ? code(value) : codeOf(value);
}

/** The alternatives of a schema, null included. */
function alternativesOf({ anyOf = [], oneOf = [] }: Schema): readonly Schema[] {
  return [...anyOf, ...oneOf];
}

/** The alternatives of a schema if there are several; null is none. */
export function choicesOf(schema: Schema): readonly Schema[] {
  const alternatives = alternativesOf(schema);
  const choices = alternatives.filter(({ type }) => type !== 'null');
  return choices.length > 1 ? choices : [];
}

/**
 * Returns what a schema says of its values beyond their type, such as `1 to 20 characters`.
 *
 * @param more what else is known of the values, such as the fields of a parameter
 */
export function factsOf(schema: Schema, more: object = {}): string[] {
  const values = { ...schema, ...more };
  const unsaid = new Map<string, unknown>(Object.entries(values));
  const facts = keywords.facts.map((fact) => takeFact(fact, unsaid));
  const { properties = {}, required = [], allOf = [] } = schema;
  for (const name of required) {
    const isListed = Object.hasOwn(properties, name);
    if (!isListed) facts.push(`requires ${code(name)}`);
  }
  const parts = [...allOf];
  // The facts of the only alternative to null are those of the whole.
  const hasChoice = choicesOf(schema).length > 0;
  if (!hasChoice) parts.push(...alternativesOf(schema));
  for (const part of parts) facts.push(...factsOf(part));
  return facts.filter((fact) => fact !== '');
}

/** Fills a fact with values, and removes these; empty if it does not hold. */
function takeFact(fact: string, unsaid: Map<string, unknown>): string {
  const parts = [...fact.matchAll(placeholder)];
  const holds = parts.every(([, keyword = '', condition = '']) => {
    const value = unsaid.get(keyword);
    if (condition === '') return value !== undefined;
    return condition === String(value);
  });
  if (!holds) return '';

  const text = fact.replaceAll(
    placeholder,
    (part, keyword: string, condition: string) => {
      if (condition !== '') return '';
      const value = unsaid.get(keyword);
      return part.startsWith('<') ? valueCode(value) : textOf(value);
    },
  );
  for (const [, keyword = ''] of parts) unsaid.delete(keyword);
  return text;
}

/** Returns the type of a schema in words: `string or null`, `array of [ExposedURL](…)`. */
export function typeText(context: Context, schema: Schema): string {
  const { $ref = '', allOf = [] } = schema;
  const parts: string[] = [];
  if ($ref !== '') {
    const name = nameOf($ref);
    parts.push(link(name, context.linkTo('schema', name)));
  }
  parts.push(simpleType(context, schema));
  for (const part of allOf) parts.push(typeText(context, part));
  const hasChoice = choicesOf(schema).length > 0;
  const write = hasChoice ? grouped : typeText;
  for (const alternatives of [schema.anyOf, schema.oneOf]) {
    const types = (alternatives ?? []).map((part) => write(context, part));
    parts.push(types.join(' or '));
  }
  const words = parts.filter((part) => part !== '');
  const [only = 'any value'] = words;
  if (words.length <= 1) return only;
  return words.map(inParentheses).join(' and ');
}

/** Puts types of which one holds in parentheses, as more follows that must hold. */
function inParentheses(types: string): string {
  return / or /.test(types) ? `(${types})` : types;
}

/** The type by the keywords `type`, `format`, `enum` and `const`. */
function simpleType(context: Context, schema: Schema): string {
  if (isNothing(schema)) return 'no value';
  const { format = '', enum: values = [], const: constant } = schema;
  const isAcronym = /^(ur[il]|uuid)$/.test(format);
  const formatName = isAcronym ? format.toUpperCase() : format;
  const prefix = formatName ? `${formatName} ` : '';
  if (constant !== undefined) return prefix + valueCode(constant);
  if (values.length > 0) {
    const codes = values.map(valueCode);
    return `${prefix}one of ${codes.join(', ')}`;
  }
  const { type = impliedType(schema) } = schema;
  const names = [type].flat();
  const types = names.map((name) => nameOfType(context, name, schema));
  // `array of string, or null` is not an array of strings and nulls.
  const isAmbiguous = types.some((name) => name.includes(' of '));
  const separator = isAmbiguous ? ', or ' : ' or ';
  return prefix + types.join(separator);
}

/** Whether a schema is `false` (JSON Schema 2020-12 core, section 4.3.2). */
function isNothing(schema: unknown): boolean {
  return schema === false;
}

/** What its keywords are about, if a schema names no type. */
function impliedType(schema: Schema): string | readonly string[] {
  const { items, prefixItems, properties, additionalProperties } = schema;
  if (items !== undefined || prefixItems) return 'array';
  if (properties ?? additionalProperties) return 'object';
  return [];
}

function nameOfType(context: Context, name: string, schema: Schema): string {
  if (name === 'array') {
    const { items = {}, prefixItems = [] } = schema;
    const schemas = [...prefixItems, items];
    const parts = schemas.map((part) => grouped(context, part));
    return `array of ${parts.join(', then ')}`;
  }
  const { properties, additionalProperties: values } = schema;
  if (name !== 'object' || !values) return name;
  const type = grouped(context, values as Schema);
  const map = `map of string to ${type}`;
  return properties ? `object and ${map}` : map;
}

/** In parentheses if it is more than one type, so that `array of (A or null)` is not `array of A`, or null. */
function grouped(context: Context, schema: Schema): string {
  const type = typeText(context, schema);
  const facts = factsOf(schema);
  const text = [type, ...facts].join(', ');
  const hasSeveral = / or | and |, /.test(text);
  return hasSeveral ? `(${text})` : text;
}

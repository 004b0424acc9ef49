/** What a schema says of its values, in words. */
import { readFileSync } from 'node:fs';
import {
  childrenOf,
  jsonOf,
  nameOf,
  pointerTo,
  type Schema,
  textOf,
} from '@agent-conversation/contract';
import { parse } from 'yaml';
import { BuildError } from '../build-error.ts';
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
const inFacts = keywords.facts.flatMap((fact) => [...fact.matchAll(placeholder)]);
const shown = new Set(keywords.elsewhere);
for (const [, keyword = ''] of inFacts) shown.add(keyword);

/** A value as JSON; a string without quotes if it cannot be taken for another value. */
function valueCode(value: unknown): string {
  const isWords = typeof value === 'string' && /^\S+( \S+)*$/.test(value);
  if (isWords && jsonOf(value) === undefined) return code(value);
  return codeOf(value);
}

/** The alternatives of a schema if there are several; null is none. */
export function choicesOf({ anyOf = [], oneOf = [] }: Schema): readonly Schema[] {
  const choices = [...anyOf, ...oneOf].filter(({ type }) => type !== 'null');
  return choices.length > 1 ? choices : [];
}

/**
 * Returns what a schema says of its values beyond their type, such as `1 to 20 characters`.
 *
 * @param more what else is known of the values, such as the fields of a parameter
 * @throws {BuildError} naming a keyword that no page shows, and its JSON Pointer
 */
export function factsOf(context: Context, schema: Schema, more: object = {}): string[] {
  const unsaid = new Map<string, unknown>(Object.entries({ ...schema, ...more }));
  for (const keyword of unsaid.keys()) {
    if (shown.has(keyword)) continue;
    const pointer = pointerOf(context.contract, schema) ?? 'a parameter or header';
    const advice = 'Remove it, or say in packages/docs/src/pages/keywords.yaml what it means';
    throw new BuildError(`No page shows \`${keyword}\` of ${pointer}. ${advice}.`);
  }

  const facts = keywords.facts.map((fact) => takeFact(fact, unsaid));
  const { properties = {}, required = [], allOf = [], anyOf = [], oneOf = [] } = schema;
  for (const name of required) {
    if (!Object.hasOwn(properties, name)) facts.push(`requires ${code(name)}`);
  }
  const parts = [...allOf];
  // The facts of the only alternative to null are those of the whole.
  if (choicesOf(schema).length === 0) parts.push(...anyOf, ...oneOf);
  const inner = parts.flatMap((part) => factsOf(context, part));
  return [...facts, ...inner].filter((fact) => fact !== '');
}

/** Fills a fact with values, and removes these; empty if it does not hold. */
function takeFact(fact: string, unsaid: Map<string, unknown>): string {
  const parts = [...fact.matchAll(placeholder)];
  const holds = parts.every(([, keyword = '', condition = '']) => {
    const value = unsaid.get(keyword);
    return condition === '' ? value !== undefined : condition === String(value);
  });
  if (!holds) return '';

  const text = fact.replaceAll(placeholder, (part, keyword: string, condition: string) => {
    if (condition !== '') return '';
    const value = unsaid.get(keyword);
    return part.startsWith('<') ? valueCode(value) : textOf(value);
  });
  for (const [, keyword = ''] of parts) unsaid.delete(keyword);
  return text;
}

/** The JSON Pointer of a part of a document. */
function pointerOf(document: unknown, part: unknown): string | undefined {
  if (document === part) return '';
  for (const [step, child] of childrenOf(document)) {
    const inner = pointerOf(child, part);
    if (inner !== undefined) return pointerTo('', step) + inner;
  }
  return undefined;
}

/** Returns the type of a schema in words: `string or null`, `array of [ExposedURL](…)`. */
export function typeText(context: Context, schema: Schema): string {
  const { $ref = '', allOf = [], anyOf = [], oneOf = [] } = schema;
  const name = nameOf($ref);
  const write = choicesOf(schema).length > 0 ? grouped : typeText;
  const alternatives = [...anyOf, ...oneOf].map((part) => write(context, part));
  const parts = [
    $ref && link(name, context.linkTo('schema', name)),
    simpleType(context, schema),
    ...allOf.map((part) => typeText(context, part)),
    alternatives.join(' or '),
  ];
  const words = parts.filter((part) => part !== '');
  return words.join(' and ') || 'any value';
}

/** The type by the keywords `type`, `format`, `enum` and `const`. */
function simpleType(context: Context, schema: Schema): string {
  if (isNothing(schema)) return 'no value';
  const { format = '', enum: values = [], const: constant, type = impliedType(schema) } = schema;
  const formatName = format.replace(/^ur[il]$|^uuid$/, (name) => name.toUpperCase());
  const prefix = formatName && `${formatName} `;
  if (constant !== undefined) return prefix + valueCode(constant);
  if (values.length > 0) return `${prefix}one of ${values.map(valueCode).join(', ')}`;
  const types = [type].flat().map((name) => nameOfType(context, name, schema));
  // `array of string, or null` is not an array of strings and nulls.
  const isAmbiguous = types.some((name) => name.includes(' of '));
  return prefix + types.join(isAmbiguous ? ', or ' : ' or ');
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
  const { items = {}, prefixItems = [], properties, additionalProperties: values } = schema;
  if (name === 'array') {
    const parts = [...prefixItems, items].map((part) => grouped(context, part));
    return `array of ${parts.join(', then ')}`;
  }
  if (name !== 'object' || !values) return name;
  const map = `map of string to ${grouped(context, values as Schema)}`;
  return properties ? `object and ${map}` : map;
}

/** In parentheses if it is more than one type, so that `array of (A or null)` is not `array of A`, or null. */
function grouped(context: Context, schema: Schema): string {
  const type = typeText(context, schema);
  const text = [type, ...factsOf(context, schema)].join(', ');
  return / or | and |, /.test(text) ? `(${text})` : text;
}

import { isList, isRecord, type Json, member } from '../model/json.ts';

const longest = 80;

/**
 * A value in a sentence: as code, shortened if it is long.
 *
 * @example told(['a', null]) // '`a` or `null`'
 */
export function told(value: Json | undefined): string {
  if (value === undefined) return 'nothing';
  if (isList(value) && value.every((it) => typeof it !== 'object' || it === null)) {
    return value.length === 0 ? 'none' : shorten(value.map(told).join(' or '));
  }
  return code(typeof value === 'string' ? value : JSON.stringify(value));
}

/** What a schema is, in a few words: its name, or its type. */
export function schemaWords(schema: Json | undefined): string {
  if (!isRecord(schema)) return told(schema);
  const { $ref, type } = schema;
  if (typeof $ref === 'string') return code($ref.slice($ref.lastIndexOf('/') + 1));
  if (type !== undefined) return isList(type) ? type.map(told).join(' or ') : told(type);
  for (const how of ['anyOf', 'oneOf', 'allOf']) {
    const parts = member(schema, how);
    if (isList(parts)) return parts.map(schemaWords).join(how === 'allOf' ? ' and ' : ' or ');
  }
  return Object.keys(schema).length === 0 ? 'anything' : told(schema);
}

function code(text: string): string {
  return `\`${shorten(text.replaceAll(/\s+/g, ' ').replaceAll('`', "'"))}\``;
}

function shorten(text: string): string {
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
}

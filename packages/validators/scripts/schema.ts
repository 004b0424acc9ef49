import { fullFormats } from 'ajv-formats/dist/formats.js';
import {
  type Document,
  itemsAt,
  type Located,
  memberAt,
  membersAt,
  objectAt,
  Refusal,
  targetOf,
} from './document.ts';

/** A schema in the form from which a check is compiled. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly [keyword: string]: unknown;
}

/**
 * A schema of the contract in the form from which a check is compiled:
 *
 * - what a `$ref` leads to stands in its place, so that a check is one function;
 * - a choice between something and null becomes `nullOr`, another one `someOf`, and a choice by a tag `byTag`;
 * - an object that lists its members and says nothing of others gets `closed`;
 * - what constrains nothing is left out.
 *
 * @throws {Refusal} when there is anything in it that is not known to be dealt with soundly
 */
export function schemaAt(
  document: Document,
  located: Located,
  above: readonly string[] = [],
): Schema {
  if (located.value === true) return {};
  const keywords = membersAt(located).filter(([name]) => !isAnnotation(name));
  const reference = keywords.find(([name]) => name === '$ref');
  if (reference) {
    onlyKeyword(located, keywords, ['$ref']);
    const target = targetOf(document, reference[1].value, located.pointer);
    if (above.includes(target.pointer)) {
      throw new Refusal(
        located.pointer,
        'a schema that contains itself is not supported: a deep value could exhaust the stack',
      );
    }
    return schemaAt(document, target, [...above, target.pointer]);
  }

  const inner = (member: Located) => schemaAt(document, member, above);
  const schema: Record<string, unknown> = {};
  for (const [name, member] of keywords) {
    if (name === 'anyOf') {
      onlyKeyword(located, keywords, ['anyOf']);
      const branches = itemsAt(member);
      const others = branches.filter((branch) => !isNull(branch));
      return others.length === 1 && branches.length === 2
        ? { nullOr: inner(others[0]!) }
        : { someOf: branches.map(inner) };
    }
    if (name === 'oneOf') {
      onlyKeyword(located, keywords, ['oneOf', 'discriminator']);
      return byTag(document, located, inner);
    }
    Object.assign(schema, keywordAt(name, member, inner));
  }
  if (schema['properties'] && !('additionalProperties' in schema)) {
    schema['closed'] = Object.keys(schema['properties']);
  }
  return schema;
}

/** The schema of a parameter, which cannot be null: a null is left out of the types. */
export function withoutNull(schema: Schema): Schema {
  if ('nullOr' in schema) return withoutNull(schema['nullOr'] as Schema);
  const { type, ...others } = schema;
  if (!Array.isArray(type)) return schema;
  const types = type.filter((name: string) => name !== 'null');
  return { ...others, type: types.length === 1 ? String(types[0]) : types };
}

const annotations = new Set([
  '$comment',
  'default',
  'deprecated',
  'description',
  'example',
  'examples',
  'externalDocs',
  'readOnly',
  'title',
  'writeOnly',
]);

/** Whether a keyword says something to people or other programs, and constrains nothing. */
function isAnnotation(keyword: string): boolean {
  return annotations.has(keyword) || keyword.startsWith('x-');
}

/** The formats that are hints and constrain nothing (OpenAPI 3.1.1, section 4.4). */
const hints = new Set(['password']);

const types = new Set(['string', 'integer', 'number', 'boolean', 'array', 'object', 'null']);

/** The keywords whose value is compared with, and has no schema in it. */
const assertions = new Set([
  'exclusiveMaximum',
  'exclusiveMinimum',
  'maxItems',
  'maxLength',
  'maxProperties',
  'maximum',
  'minItems',
  'minLength',
  'minProperties',
  'minimum',
  'multipleOf',
  'required',
]);

/** One keyword of a schema, in the form that is compiled. */
function keywordAt(name: string, member: Located, inner: (member: Located) => Schema): Schema {
  const { value, pointer } = member;
  if (assertions.has(name)) return { [name]: value };
  switch (name) {
    case 'const':
      return { const: simpleAt(member) };
    case 'enum':
      return { enum: itemsAt(member).map(simpleAt) };
    case 'items':
      return { items: inner(member) };
    case 'additionalProperties':
      return { additionalProperties: typeof value === 'boolean' ? value : inner(member) };
    case 'properties':
      return {
        properties: Object.fromEntries(
          membersAt(member).map(([property, schema]) => [property, inner(schema)]),
        ),
      };
    case 'type': {
      const unknown = [value].flat().find((type) => !types.has(type as string));
      if (unknown !== undefined) {
        throw new Refusal(pointer, `the type ${JSON.stringify(unknown)} is unknown`);
      }
      return { type: value as string };
    }
    case 'format':
      if (hints.has(value as string)) return {};
      if (!Object.hasOwn(fullFormats, value as string)) {
        throw new Refusal(pointer, `the format ${JSON.stringify(value)} is unknown`);
      }
      return { format: value };
    case 'pattern':
      return { pattern: patternAt(member) };
    default:
      throw new Refusal(pointer, `the keyword "${name}" is not supported`);
  }
}

/** A value that is compared at once. Whole objects would take code that a strange one can make fail. */
function simpleAt({ value, pointer }: Located): unknown {
  if (typeof value === 'object' && value !== null) {
    throw new Refusal(pointer, 'an object or a list to compare with is not supported');
  }
  return value;
}

function patternAt({ value, pointer }: Located): string {
  try {
    void RegExp(value as string, 'u');
    return value as string;
  } catch (error) {
    throw new Refusal(pointer, (error as Error).message, { cause: error });
  }
}

/** Refuses keywords beside those that stand for the whole schema, as they would have to hold as well. */
function onlyKeyword(
  located: Located,
  keywords: readonly (readonly [string, Located])[],
  allowed: readonly string[],
): void {
  const beside = keywords.find(([name]) => !allowed.includes(name));
  if (beside) {
    throw new Refusal(located.pointer, `"${beside[0]}" beside ${allowed[0]} is not supported`);
  }
}

function isNull(branch: Located): boolean {
  const keywords = membersAt(branch).filter(([name]) => !isAnnotation(name));
  return keywords.length === 1 && keywords[0]?.[0] === 'type' && keywords[0][1].value === 'null';
}

/**
 * A choice by a tag: the property that has a const of its own in each branch. One branch may leave it optional: it is
 * the one for values without the tag.
 */
function byTag(document: Document, located: Located, inner: (member: Located) => Schema): Schema {
  const discriminator = memberAt(located, 'discriminator');
  const branches = itemsAt(memberAt(located, 'oneOf')).map((branch) => ({
    pointer: branch.pointer,
    reference: objectAt(branch)['$ref'],
    schema: inner(branch) as Tagged,
  }));
  const stated =
    discriminator.value === undefined ? undefined : memberAt(discriminator, 'propertyName');
  if (stated && typeof stated.value !== 'string')
    throw new Refusal(stated.pointer, 'must be a name');
  const names = Object.keys(branches[0]?.schema.properties ?? {});
  const tagName = (stated?.value ??
    names.find((name) => branches.every(({ schema }) => tagOf(schema, name) !== undefined))) as
    string | undefined;
  if (tagName === undefined) {
    throw new Refusal(located.pointer, 'a oneOf must have a property with a const in each branch');
  }
  const byValue = new Map<string, (typeof branches)[number]>();
  let tagDefault: string | undefined;
  for (const branch of branches) {
    const value = tagOf(branch.schema, tagName);
    const isRequired = branch.schema.required?.includes(tagName);
    if (value === undefined || byValue.has(value) || (!isRequired && (tagDefault ?? stated))) {
      throw new Refusal(
        branch.pointer,
        `must be an object that requires "${tagName}" with a const of its own`,
      );
    }
    if (!isRequired) tagDefault = value;
    byValue.set(value, branch);
  }
  if (discriminator.value !== undefined) {
    checkMapping(document, memberAt(discriminator, 'mapping'), byValue);
  }
  return {
    type: 'object',
    tagName,
    ...(tagDefault === undefined ? {} : { tagDefault }),
    byTag: Object.fromEntries([...byValue].map(([value, { schema }]) => [value, schema])),
  };
}

type Tagged = Schema & {
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
};

function tagOf({ type, properties }: Tagged, tagName: string): string | undefined {
  const value = type === 'object' ? properties?.[tagName]?.['const'] : undefined;
  return typeof value === 'string' ? value : undefined;
}

/** Refuses a mapping that says something else than the branches do, as only these are compiled. */
function checkMapping(
  document: Document,
  mapping: Located,
  branches: ReadonlyMap<string, { readonly reference: unknown }>,
): void {
  if (mapping.value === undefined) return;
  for (const [value, { value: target, pointer }] of membersAt(mapping)) {
    const isName = typeof target === 'string' && Object.hasOwn(document.components.schemas, target);
    const reference = isName ? `#/components/schemas/${target}` : target;
    if (branches.get(value)?.reference !== reference) {
      throw new Refusal(pointer, 'no branch of the oneOf asks for this tag in that schema');
    }
  }
  const missing = [...branches.keys()].find((value) => !Object.hasOwn(objectAt(mapping), value));
  if (missing !== undefined) {
    throw new Refusal(mapping.pointer, `the tag "${missing}" of a branch is missing`);
  }
}

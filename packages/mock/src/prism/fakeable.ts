/** What the mock hands to Prism: a bundled OpenAPI 3.1 document. */
export interface Document {
  readonly paths: object;
  readonly components?: object;
}

type Schema = Readonly<Record<string, unknown>>;

/** What a schema that takes anything is filled with: else its annotations would become the data. */
const anything: Schema = {
  type: ['string', 'integer', 'boolean'],
  minLength: 8,
  minimum: 0,
  maximum: 1000,
};

const moment = String.raw`^202\d-(0[1-9]|1[0-2])-(0[1-9]|1\d|2[0-8])T([01]\d|2[0-3])(:[0-5]\d){2}Z$`;

/** Texts whose shape their member's name tells, where the schema leaves it open. */
const shapes: readonly (readonly [name: RegExp, pattern: string])[] = [
  [/(^|_)url$/, String.raw`^https://[a-z]{5,9}\.example/[a-z]{4,8}$`],
  [/(^|_)urls$/, String.raw`^https://[a-z]{5,9}\.example/[a-z]{4,8}\.png$`],
  [/(^|_)email$/, String.raw`^[a-z]{4,8}@[a-z]{5,9}\.example$`],
  [/(^|_)(ids?|key)$/, '^[a-z0-9]{12}$'],
];

/**
 * A deep copy of a document, from whose schemas Prism makes up data that a reader can take for real and
 * that has no member which the contract does not list. It is for making data up alone: its schemas are
 * narrower than the contract's.
 */
export function fakeable(document: Document): object {
  return copy(document, []) as object;
}

function copy(node: unknown, path: readonly string[]): unknown {
  const step = path.at(-1);
  const isSchema = step === 'schema' || path.slice(0, -1).join('/') === 'components/schemas';
  if (isSchema) return narrow(node, step ?? '');
  if (step === 'example' || step === 'examples') return structuredClone(node);
  if (Array.isArray(node)) return node.map((item, index) => copy(item, [...path, `${index}`]));
  if (typeof node !== 'object' || node === null) return node;
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) => [key, copy(value, [...path, key])]),
  );
}

/** @param name that of the member which the schema describes */
function narrow(schema: unknown, name: string): unknown {
  if (schema === true) return anything;
  if (typeof schema !== 'object' || schema === null) return schema;
  // Prism takes the values of this extension from a source that it cannot seed.
  const { 'x-faker': _, ...rest } = structuredClone(schema) as Schema;
  if (!says(rest)) return anything;
  return (
    shaped(rest, name) ?? {
      ...rest,
      ...bounds(rest),
      ...wordy(rest),
      ...children(rest, name),
      ...closed(rest),
    }
  );
}

/** Whether a schema asks for anything at all. */
function says(schema: Schema): boolean {
  const annotations = /^(x-.*|title|description|default|examples|deprecated|(read|write)Only)$/;
  return Object.keys(schema).some((keyword) => !annotations.test(keyword));
}

/** A text of the shape that its format or its name tells. */
function shaped(schema: Schema, name: string): Schema | undefined {
  const types = typesOf(schema);
  const { format } = schema;
  if (!types.includes('string') || types.some((type) => type !== 'string' && type !== 'null')) {
    return undefined;
  }
  if (isSettled(schema) || (format && format !== 'password' && format !== 'date-time')) {
    return undefined;
  }
  const pattern = format === 'date-time' ? moment : shapes.find(([names]) => names.test(name))?.[1];
  if (!pattern) return undefined;
  const text = { type: 'string', pattern };
  // Prism heeds a pattern before it looks at the types, so null has to stand apart.
  return types.includes('null') ? { anyOf: [text, { type: 'null' }] } : text;
}

/** Bounds for a number that has none above. */
function bounds(schema: Schema): Schema {
  const isNumber = typesOf(schema).some((type) => type === 'integer' || type === 'number');
  const isOpen = !['enum', 'const', 'maximum', 'exclusiveMaximum'].some((word) => word in schema);
  if (!isNumber || !isOpen) return {};
  const minimum = Number(schema['minimum'] ?? 0);
  return { minimum, maximum: minimum + 1000 };
}

/** Keeps a text from being empty, or a piece of a word. */
function wordy(schema: Schema): Schema {
  return typesOf(schema).includes('string') && !isSettled(schema) ? { minLength: 8 } : {};
}

/** Whether a schema says of its texts what must be left as it is. */
function isSettled(schema: Schema): boolean {
  return ['enum', 'const', 'pattern', 'minLength', 'maxLength'].some((word) => word in schema);
}

function typesOf({ type }: Schema): readonly unknown[] {
  return Array.isArray(type) ? type : [type];
}

/** The schemas within a schema, narrowed. */
function children(schema: Schema, name: string): Schema {
  const narrowed: Record<string, unknown> = {};
  for (const keyword of ['items', 'additionalProperties']) {
    if (keyword in schema) narrowed[keyword] = narrow(schema[keyword], name);
  }
  for (const keyword of ['anyOf', 'oneOf', 'allOf', 'prefixItems']) {
    const list = schema[keyword];
    if (Array.isArray(list)) narrowed[keyword] = list.map((item) => narrow(item, name));
  }
  return narrowed;
}

/** The members of an object: those that an answer may have, and no others. */
function closed(schema: Schema): Schema {
  const { properties, required } = schema;
  if (typeof properties !== 'object' || properties === null) return {};
  const members = Object.entries(properties).filter(
    ([, member]) => !(member as { writeOnly?: boolean }).writeOnly,
  );
  const names = new Set(members.map(([name]) => name));
  return {
    properties: Object.fromEntries(members.map(([name, member]) => [name, narrow(member, name)])),
    ...(Array.isArray(required) && { required: required.filter((name) => names.has(name)) }),
    ...(schema['additionalProperties'] === undefined && { additionalProperties: false }),
  };
}

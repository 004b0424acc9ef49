/** What a keyword asks for, in a form that a program can read. */
export type Params = Readonly<Record<string, unknown>>;

const types: Readonly<Record<string, string>> = {
  string: 'a string',
  integer: 'an integer',
  number: 'a number',
  boolean: 'a boolean',
  array: 'an array',
  object: 'an object',
};

const formats: Readonly<Record<string, string>> = {
  'date-time': 'a date-time (RFC 3339)',
  uuid: 'a UUID (RFC 9562)',
};

const sentences: Readonly<Record<string, (params: Params) => string>> = {
  required: () => 'is missing',
  additionalProperties: () => 'is not listed in the contract',
  repeated: () => 'must be given only once',
  type: ({ type }) =>
    `must be ${(type as string[]).map((name) => types[name] ?? name).join(' or ')}`,
  enum: ({ allowed }) => `must be one of ${listed(allowed)}`,
  discriminator: ({ allowed }) => `must be one of ${listed(allowed)}`,
  anyOf: () => 'matches none of the schemas that are allowed here',
  const: ({ allowed }) => `must be ${listed(allowed)}`,
  format: ({ format }) => `must be ${formats[String(format)] ?? `of the format ${String(format)}`}`,
  pattern: ({ pattern }) => `must match the pattern ${String(pattern)}`,
  minimum: ({ limit }) => `must be at least ${String(limit)}`,
  maximum: ({ limit }) => `must be at most ${String(limit)}`,
  exclusiveMinimum: ({ limit }) => `must be more than ${String(limit)}`,
  exclusiveMaximum: ({ limit }) => `must be less than ${String(limit)}`,
  multipleOf: ({ multipleOf }) => `must be a multiple of ${String(multipleOf)}`,
  minLength: ({ limit }) => `must have at least ${count(limit, 'character')}`,
  maxLength: ({ limit }) => `must have at most ${count(limit, 'character')}`,
  minItems: ({ limit }) => `must have at least ${count(limit, 'item')}`,
  maxItems: ({ limit }) => `must have at most ${count(limit, 'item')}`,
  minProperties: ({ limit }) => `must have at least ${count(limit, 'member')}`,
  maxProperties: ({ limit }) => `must have at most ${count(limit, 'member')}`,
  status: ({ allowed }) => `must be one of ${listed(allowed)}`,
  'media-type': ({ allowed }) => `must be ${listed(allowed)}`,
};

/** The sentence on a broken keyword. It is made of what the contract says alone, never of a value. */
export function sentence(keyword: string, params: Params): string {
  return sentences[keyword]?.(params) ?? `breaks the keyword ${keyword}`;
}

/** `a, b or null`: the values of the contract, null last. */
function listed(values: unknown): string {
  const texts = (values as readonly unknown[]).filter((value) => value !== null).map(String);
  const known = texts.join(', ');
  return texts.length < (values as readonly unknown[]).length ? `${known} or null` : known;
}

function count(limit: unknown, unit: string): string {
  return `${String(limit)} ${unit}${limit === 1 ? '' : 's'}`;
}

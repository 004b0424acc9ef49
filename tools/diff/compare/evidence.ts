/** Validates values with Ajv: the second opinion on every value that a change is reported with. */
import type { Json, JsonObject } from '@agent-conversation/contract';
import type { SidedSchema } from '@agent-conversation/inclusion';
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';

const validators = new WeakMap<JsonObject, Ajv2020>();

function validatorOf(root: JsonObject): Ajv2020 {
  const known = validators.get(root);
  if (known) return known;
  const ajv = new Ajv2020({
    strict: false,
    validateSchema: false,
    logger: false,
    allErrors: true,
  });
  formats.default(ajv);
  ajv.addSchema(root, 'document');
  validators.set(root, ajv);
  return ajv;
}

/** Returns why a value is not valid; undefined if it is valid. */
export function explain(value: Json, sided: SidedSchema): string | undefined {
  const [error] = errorsOf(value, sided);
  if (!error) return undefined;
  const { instancePath, message = 'is not valid' } = error;
  return `${instancePath} ${message}`.trim();
}

/** Whether a value is sent. Ajv does not know that a required property may be left out, such as a read-only one. */
export const isSent = (value: Json, sided: SidedSchema): boolean =>
  errorsOf(value, sided).every(({ keyword }) => keyword === 'required');

function errorsOf(
  value: Json,
  { schema, side }: SidedSchema,
): readonly ErrorObject[] {
  try {
    const validate = validatorOf(side.root).compile(absolute(schema));
    return validate(value) ? [] : (validate.errors ?? []);
  } catch {
    // It does not compile some circles of `$dynamicRef`, nor invalid schemas: without a second opinion, nothing is
    // shown.
    return [];
  }
}

/** Makes local references lead into the document. */
function absolute(schema: Json): object {
  const text = JSON.stringify(schema, (name, value: unknown) => {
    if (typeof value !== 'string') return value;
    // A second schema with the same `$id` would be another one of that name.
    if (name === '$id') return undefined;
    const isLocal = name === '$ref' && value.startsWith('#');
    return isLocal ? `document${value}` : value;
  });
  return JSON.parse(text) as object;
}

import type { Schema } from '@agent-conversation/contract';
import {
  Ajv2020,
  type ErrorObject,
  type ValidateFunction,
} from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { contract } from '../../src/contract.ts';

const ajv = new Ajv2020({ allErrors: true, strict: true, strictTypes: false });
formats.default(ajv, { mode: 'full' });
// `password` is a hint for people and constrains nothing (OpenAPI 3.1.1, section 4.4).
ajv.addFormat('password', true);
ajv.addVocabulary([
  'components',
  'discriminator',
  'example',
  'x-provenance',
  'x-decision',
  'x-assumed',
  'x-lifecycle',
  'x-enumDescriptions',
  'x-secret',
]);

/** Compiling takes a thousand times as long as validating. */
const compiled = new WeakMap<Schema, ValidateFunction>();

/** Validates a value with Ajv. Properties that the schema does not list are allowed. */
export function errorsOf(schema: Schema, value: unknown): ErrorObject[] {
  // References are pointers in the contract.
  const validate =
    compiled.get(schema) ??
    ajv.compile({ ...schema, components: contract.components });
  compiled.set(schema, validate);
  validate(value);
  return validate.errors ?? [];
}

/** Returns where a value violates a schema of the contract, as `/pointer: what is wrong`. */
export function violations(schema: Schema, value: unknown): string[] {
  return errorsOf(schema, value).map(
    ({ instancePath, message, params }) =>
      `${instancePath || '/'}: ${message}${'allowedValues' in params ? ` (${params['allowedValues']})` : ''}`,
  );
}

import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { contract, type Schema } from '../../src/contract.ts';

const root = 'https://contract.example/openapi.json';

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
ajv.addSchema({ $id: root, components: contract.components }, undefined, undefined, false);

/**
 * The places in which a value breaks a schema of the contract, as `/pointer: what is wrong`. An answer
 * that has members which the schema does not list is in order.
 */
export function violations(schema: Schema, value: unknown): string[] {
  const validate = validatorOf(schema);
  if (validate(value)) return [];
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) =>
      `${instancePath || '/'}: ${message}${'allowedValues' in params ? ` (${params['allowedValues']})` : ''}`,
  );
}

const compiled = new WeakMap<Schema, ValidateFunction>();

/** Compiling takes a thousand times as long as validating. */
function validatorOf(schema: Schema): ValidateFunction {
  let validate = compiled.get(schema);
  if (!validate) {
    validate = ajv.compile(absolute(schema) as object);
    compiled.set(schema, validate);
  }
  return validate;
}

/** The schema with its references made absolute, so that it can stand outside the document. */
function absolute(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(absolute);
  if (typeof schema !== 'object' || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [
      key,
      key === '$ref' ? `${root}${value}` : absolute(value),
    ]),
  );
}

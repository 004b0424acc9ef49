/** Compiles schemas to the source of modules, ahead of time. */
import { UnsupportedError } from '@agent-conversation/contract/generate';
import { _, Ajv2020, type CodeKeywordDefinition, stringify } from 'ajv/dist/2020.js';
import { _Code } from 'ajv/dist/compile/codegen/code.js';
import { and } from 'ajv/dist/compile/codegen/index.js';
import standalone from 'ajv/dist/standalone/index.js';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import { isDateTime } from '../src/date-time.ts';
import type { Schema } from './schema.ts';

/** No properties but those that are listed, if the caller asks for that. */
const closed: CodeKeywordDefinition = {
  keyword: 'closed',
  type: 'object',
  schemaType: 'boolean',
  error: { message: '', params: ({ params }) => _`{additionalProperty: ${params['key']}}` },
  code(cxt) {
    const { gen, data, parentSchema } = cxt;
    const { properties } = parentSchema as Required<Schema>;
    gen.if(_`this.closed`, () =>
      gen.forIn('key', data, (key) => {
        const isUnknown = and(...Object.keys(properties).map((name) => _`${key} !== ${name}`));
        gen.if(isUnknown, () => cxt.error(true, { key }));
      }),
    );
  },
};

/** The end of a choice by a tag: no value is allowed here. */
const tag: CodeKeywordDefinition = {
  keyword: 'tag',
  type: 'object',
  schemaType: 'object',
  error: {
    message: '',
    params({ schema }) {
      const { name, allowed } = schema as { readonly name: string; readonly allowed: unknown };
      return _`{tag: ${name}, allowedValues: ${stringify(allowed)}}`;
    },
  },
  code: (cxt) => cxt.error(true),
};

const formats = 'require("ajv-formats/dist/formats").fullFormats';

/**
 * Returns the JavaScript source of a module whose export `check` is the check of a schema. What the code needs of
 * Ajv it requires, so that a bundler can include it.
 *
 * @param pointer of the schema in the contract
 * @throws {UnsupportedError} when Ajv's strict mode rejects the schema
 */
export function compile(schema: Schema, pointer: string): string {
  const ajv = new Ajv2020({
    strict: true,
    allowUnionTypes: true,
    allErrors: true,
    ownProperties: true,
    passContext: true,
    messages: false,
    formats: { ...fullFormats, 'date-time': isDateTime },
    keywords: [closed, tag],
    code: { source: true, esm: true, lines: true, formats: new _Code(formats) },
    logger: false,
  });
  // No schema has a keyword that would read what these record.
  Object.assign(ajv.opts, { unevaluated: false, dynamicRef: false });
  try {
    return asModule(standalone.default(ajv, ajv.compile(schema)));
  } catch (error) {
    throw new UnsupportedError(pointer, (error as Error).message, { cause: error });
  }
}

/** Returns Ajv's module with one export, without the paths in the schema, and without the formats of no date-time. */
function asModule(code: string): string {
  const body = code
    .replace(/export default (validate\d+);/, 'export { $1 as check };')
    .replace(/export const validate = validate\d+;/, '')
    .replaceAll(/schemaPath:"(?:[^"\\]|\\.)*",/g, '')
    // Ajv's own is in a module that contains a call of require.
    .replaceAll('require("ajv/dist/runtime/ucs2length").default', '(text) => [...text].length')
    .replaceAll(`${formats}["date-time"]`, 'isDateTime');
  const imports = "import { isDateTime } from '../../src/date-time.ts';\n";
  return `${body.includes('isDateTime') ? imports : ''}${body}\n`;
}

/** Compiles schemas to the source of modules, ahead of time. */
import {
  _,
  Ajv2020,
  type CodeKeywordDefinition,
  type KeywordCxt,
  stringify,
} from 'ajv/dist/2020.js';
import { _Code } from 'ajv/dist/compile/codegen/code.js';
import { and, getProperty } from 'ajv/dist/compile/codegen/index.js';
import standalone from 'ajv/dist/standalone/index.js';
import { isOwnProperty } from 'ajv/dist/vocabularies/code.js';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import { isDateTime } from '../src/date-time.ts';
import { ContractError, type Schema } from './schema.ts';

const keywords: readonly CodeKeywordDefinition[] = [
  {
    /** No other properties than these, if the caller asks for that. */
    keyword: 'closed',
    type: 'object',
    schemaType: 'array',
    error: {
      message: '',
      params: ({ params }) => _`{additionalProperty: ${params['additionalProperty']}}`,
    },
    code(cxt: KeywordCxt) {
      const { gen, data, schema } = cxt;
      gen.if(_`this.closed`, () =>
        gen.forIn('key', data, (key) => {
          const isUnknown = and(...(schema as string[]).map((name) => _`${key} !== ${name}`));
          gen.if(isUnknown, () => cxt.error(true, { additionalProperty: key }));
        }),
      );
    },
  },
  {
    /** The end of a choice by a tag: no value is allowed here. */
    keyword: 'tag',
    type: 'object',
    schemaType: 'object',
    error: {
      message: '',
      params: ({ schema, params }) =>
        _`{tag: ${(schema as Tag).name}, missing: ${params['missing']}, allowed: ${stringify((schema as Tag).allowed)}}`,
    },
    code(cxt: KeywordCxt) {
      const { gen, data } = cxt;
      const { name } = cxt.schema as Tag;
      const isThere = _`${data}${getProperty(name)} !== undefined && ${isOwnProperty(gen, data, name)}`;
      cxt.error(true, { missing: _`!(${isThere})` });
    },
  },
];

interface Tag {
  readonly name: string;
  readonly allowed: readonly string[];
}

/**
 * Returns the JavaScript source of a module whose export `check` is the check of a schema. What the code needs of
 * Ajv it requires, so that a bundler can include it.
 *
 * @param pointer of the schema in the contract
 * @throws {ContractError} when Ajv's strict mode rejects the schema
 */
export function compile(schema: Schema, pointer: string): string {
  const reject = (...words: unknown[]): never => {
    throw new ContractError(pointer, words.join(' '));
  };
  const ajv = new Ajv2020({
    strict: true,
    allowUnionTypes: true,
    allErrors: true,
    ownProperties: true,
    passContext: true,
    messages: false,
    formats: { ...fullFormats, 'date-time': isDateTime },
    keywords: [...keywords],
    code: { source: true, esm: true, lines: true, formats: new _Code(formats) },
    // What strict mode only warns of is rejected; of an error Ajv throws as well.
    logger: { log: reject, warn: reject, error: () => {} },
  });
  // No schema has a keyword that would read what these record.
  Object.assign(ajv.opts, { unevaluated: false, dynamicRef: false });
  try {
    return asModule(standalone.default(ajv, ajv.compile(schema)));
  } catch (error) {
    if (error instanceof ContractError) throw error;
    throw new ContractError(pointer, (error as Error).message, { cause: error });
  }
}

const formats = 'require("ajv-formats/dist/formats").fullFormats';

/** Returns Ajv's module with one export, without the paths in the schema, and without the formats of no date-time. */
function asModule(code: string): string {
  const body = code
    .replace(/export default (validate\d+);/, 'export { $1 as check };')
    .replace(/export const validate = validate\d+;/, '')
    .replaceAll(/schemaPath:"(?:[^"\\]|\\.)*",/g, '')
    // Ajv's own is in a module that contains a call of require.
    .replaceAll('require("ajv/dist/runtime/ucs2length").default', '(text) => [...text].length');
  const dateTime = `${formats}["date-time"]`;
  if (!body.includes(dateTime)) return `${body}\n`;
  const imports = "import { isDateTime } from '../../src/date-time.ts';";
  return `${imports}\n${body.replaceAll(dateTime, 'isDateTime')}\n`;
}

/** Compiles schemas to the source of modules, ahead of time. */
import { UnsupportedError } from '@agent-conversation/contract/generate';
import {
  _,
  Ajv2020,
  type CodeKeywordDefinition,
  stringify,
} from 'ajv/dist/2020.js';
import { _Code } from 'ajv/dist/compile/codegen/code.js';
import { and } from 'ajv/dist/compile/codegen/index.js';
import standalone from 'ajv/dist/standalone/index.js';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import { isDateTime } from '../src/date-time.ts';
import type { LocatedSchema, Schema } from './schema.ts';

/** No properties but those that are listed, if the caller asks for that. */
const closed: CodeKeywordDefinition = {
  keyword: 'closed',
  type: 'object',
  schemaType: 'boolean',
  error: {
    message: '',
    params: ({ params }) => _`{additionalProperty: ${params['key']}}`,
  },
  code(cxt) {
    const { gen, data, parentSchema } = cxt;
    const { properties } = parentSchema as Required<Schema>;
    gen.if(_`this.closed`, () =>
      gen.forIn('key', data, (key) => {
        const differences = Object.keys(properties).map(
          (name) => _`${key} !== ${name}`,
        );
        gen.if(and(...differences), () => cxt.error(true, { key }));
      }),
    );
  },
};

/** A tag that no branch of a choice has: any value is wrong. Ajv's keyword of this name is not used. */
const discriminator: CodeKeywordDefinition = {
  keyword: 'discriminator',
  schemaType: 'array',
  error: {
    message: '',
    params: ({ schema }) => _`{allowedValues: ${stringify(schema)}}`,
  },
  code: (cxt) => cxt.error(true),
};

const formats = 'require("ajv-formats/dist/formats").fullFormats';

/** Returns generated code whose loops end when there are more failures than the caller wants (`this.most`). */
function bounded(code: string): string {
  return code
    .replaceAll(loopOverItems, '$1&&!(errors>=this.most);')
    .replaceAll(loopOverProperties, '$&if(errors>=this.most)break;');
}

const loopOverItems = /(for\(let (i\d+)=0; \2<len\d+);/g;
const loopOverProperties = /for\(const key\d+ of Object\.keys\(data\d*\)\)\{/g;

/**
 * Returns the JavaScript source of a module that exports the checks of schemas by their names. What the code needs of
 * Ajv it requires, so that a bundler can include it.
 *
 * @throws {UnsupportedError} when Ajv's strict mode rejects a schema
 */
export function compile(schemas: ReadonlyMap<string, LocatedSchema>): string {
  const ajv = new Ajv2020({
    strict: true,
    allowUnionTypes: true,
    allErrors: true,
    ownProperties: true,
    passContext: true,
    messages: false,
    formats: { ...fullFormats, 'date-time': isDateTime },
    keywords: [closed, discriminator],
    code: {
      source: true,
      esm: true,
      lines: true,
      formats: new _Code(formats),
    },
    logger: false,
  });
  // No schema has a keyword that would read what these record.
  Object.assign(ajv.opts, { unevaluated: false, dynamicRef: false });
  for (const [name, { schema, pointer }] of schemas) {
    try {
      ajv.addSchema(schema, name).getSchema(name);
    } catch (error) {
      throw new UnsupportedError(pointer, (error as Error).message, {
        cause: error,
      });
    }
  }
  const code = bounded(standalone.default(ajv))
    .replaceAll(/schemaPath:"(?:[^"\\]|\\.)*",/g, keepInChoice)
    // Ajv's own is in a module that contains a call of require.
    .replaceAll(
      'require("ajv/dist/runtime/ucs2length").default',
      '(text) => [...text].length',
    )
    // Those of ajv-formats are in one module with all others.
    .replaceAll(`${formats}["date-time"]`, 'isDateTime');
  return `import { isDateTime } from '../src/date-time.ts';\n${code}\n`;
}

/** The path of a choice, and of what is in its branches, identifies the branch. Others are not needed. */
function keepInChoice(schemaPath: string): string {
  return schemaPath.includes('/anyOf') ? schemaPath : '';
}

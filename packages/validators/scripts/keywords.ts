import { _, type CodeKeywordDefinition, type KeywordCxt, stringify } from 'ajv';
import { and, getProperty } from 'ajv/dist/compile/codegen/index.js';
import { isOwnProperty } from 'ajv/dist/vocabularies/code.js';

/**
 * The keywords that `schemaAt` writes in place of what the contract says. JSON Schema's own would find the
 * same values valid, and tell of a broken one in several ways at once.
 */
export const keywords: readonly CodeKeywordDefinition[] = [
  {
    /** Null, or what the schema asks for. Its own finding only tells that null would do, too. */
    keyword: 'nullOr',
    schemaType: 'object',
    error: { message: '', params: () => _`{}` },
    code(cxt: KeywordCxt) {
      const { gen, data } = cxt;
      const valid = gen.let('valid', true);
      gen.if(_`${data} !== null`, () => {
        const inner = gen.name('_valid');
        cxt.subschema({ keyword: 'nullOr' }, inner);
        gen.assign(valid, inner);
      });
      cxt.pass(valid, () => cxt.error(true));
    },
  },
  {
    /** One of several schemas, of which none is selected by a tag: one violation instead of those of each branch. */
    keyword: 'someOf',
    schemaType: 'array',
    trackErrors: true,
    error: { message: '', params: () => _`{}` },
    code(cxt: KeywordCxt) {
      const { gen, schema } = cxt;
      const valid = gen.let('valid', false);
      for (const schemaProp of (schema as unknown[]).keys()) {
        const inner = gen.name('_valid');
        cxt.subschema({ keyword: 'someOf', schemaProp }, inner);
        gen.assign(valid, _`${valid} || ${inner}`);
      }
      cxt.reset();
      cxt.pass(valid, () => cxt.error(true));
    },
  },
  { keyword: 'tagName', schemaType: 'string', code: () => {} },
  { keyword: 'tagDefault', schemaType: 'string', code: () => {} },
  {
    /** The schema that belongs to the value of the tag, which is the member that `tagName` names. */
    keyword: 'byTag',
    type: 'object',
    schemaType: 'object',
    error: {
      message: '',
      params: ({ params, schema, parentSchema }) =>
        _`{tag: ${parentSchema!['tagName']}, missing: ${params['missing']}, allowed: ${stringify(Object.keys(schema as object))}}`,
    },
    code(cxt: KeywordCxt) {
      const { gen, data, schema, parentSchema } = cxt;
      const name = parentSchema['tagName'] as string;
      const tag = gen.const('tag', _`${data}${getProperty(name)}`);
      const fallback = parentSchema['tagDefault'] as string | undefined;
      gen.if(_`${tag} === undefined || !${isOwnProperty(gen, data, name)}`);
      if (fallback === undefined) cxt.error(true, { missing: _`true` });
      else cxt.subschema({ keyword: 'byTag', schemaProp: fallback }, gen.name('_valid'));
      for (const value of Object.keys(schema as object)) {
        gen.elseIf(_`${tag} === ${value}`);
        cxt.subschema({ keyword: 'byTag', schemaProp: value }, gen.name('_valid'));
      }
      gen.else();
      cxt.error(true, { missing: _`false` });
      gen.endIf();
    },
  },
  {
    /** No members but those that are listed, where the caller asks for that. */
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
];

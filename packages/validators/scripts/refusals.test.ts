import { expect, test } from 'vitest';
import { generatedFiles } from './files.ts';
import type { Document } from './document.ts';

/** A contract of one operation, whose answer has the schema `Thing`. */
function contract(thing: object, changes: { operation?: object; schemas?: object } = {}): Document {
  const ok = {
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } },
  };
  return {
    paths: {
      '/things/{id}': {
        get: {
          operationId: 'getThing',
          summary: 'Get a thing',
          responses: { 200: ok },
          ...changes.operation,
        },
      },
    },
    components: { schemas: { Thing: thing, ...changes.schemas }, ...loop },
  };
}

const loop = { responses: { Loop: { $ref: '#/components/responses/Loop' } } };
const member = (schema: object) => ({ type: 'object', properties: { a: schema } });
const at = '#/components/schemas/Thing';
const kind = (value: string) => ({
  type: 'object',
  required: ['type'],
  properties: { type: { type: 'string', const: value } },
});
const byTag = (discriminator: object) => ({
  oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }],
  discriminator,
});
const pets = { Cat: kind('cat'), Dog: kind('dog') };

test('another method than those of programs is reported', () => {
  const { paths, ...rest } = contract({ type: 'object' });
  const [item] = Object.values(paths as Record<string, { get: object }>);
  const document = { ...rest, paths: { '/things/{id}': { head: item!.get } } } as Document;
  expect(() => generatedFiles(document)).toThrow(
    '#/paths/~1things~1{id}/head: only GET, PUT, POST, PATCH and DELETE are supported',
  );
});

test.each<[string, object, string]>([
  [
    'an unknown keyword',
    member({ type: 'string', size: 5 }),
    `${at}/properties/a/size: the keyword "size" is not supported`,
  ],
  [
    'an unknown format',
    member({ type: 'string', format: 'colour' }),
    `${at}/properties/a/format: the format "colour" is unknown`,
  ],
  ['a bad pattern', { type: 'string', pattern: '(' }, `${at}/pattern: Invalid regular expression`],
  [
    'an unknown type',
    member({ type: 'obj' }),
    `${at}/properties/a/type: the type "obj" is unknown`,
  ],
  [
    'a reference to nothing',
    member({ $ref: '#/components/schemas/Gone' }),
    `${at}/properties/a: the $ref #/components/schemas/Gone leads to nothing`,
  ],
  [
    'keywords beside a reference',
    member({ $ref: '#/components/schemas/Thing', type: 'object' }),
    `${at}/properties/a: "type" beside $ref is not supported`,
  ],
  [
    'a schema in itself',
    member({ $ref: '#/components/schemas/Thing' }),
    `${at}/properties/a: a schema that contains itself is not supported`,
  ],
  [
    'allOf',
    member({ allOf: [{ type: 'object' }] }),
    `${at}/properties/a/allOf: the keyword "allOf" is not supported`,
  ],
  ['if', { type: 'object', if: {}, else: {} }, `${at}/if: the keyword "if" is not supported`],
  [
    'items that must be unique, which takes time by the square',
    { type: 'array', uniqueItems: true },
    `${at}/uniqueItems: the keyword "uniqueItems" is not supported`,
  ],
  [
    'a const that is an object',
    { const: {} },
    `${at}/const: an object or a list to compare with is not supported`,
  ],
  [
    'a choice without a tag',
    { oneOf: [{ type: 'string' }] },
    `${at}: a oneOf must have a property with a const in each branch`,
  ],
  [
    'a mapping to a tag that no branch has',
    byTag({ propertyName: 'type', mapping: { cat: 'Cat', dog: 'Dog', bird: 'Dog' } }),
    `${at}/discriminator/mapping/bird: no branch of the oneOf asks for this tag`,
  ],
  [
    'a branch without the tag',
    byTag({ propertyName: 'kind' }),
    `${at}/oneOf/0: must be an object that requires "kind" with a const of its own`,
  ],
  ['an impossible limit', { type: 'string', maxLength: 'long' }, `${at}: schema is invalid`],
  [
    'a required member that is not listed',
    { type: 'object', required: ['b'], properties: {} },
    `${at}: strict mode: required property "b" is not defined`,
  ],
])('%s is refused, and the place named', (_, thing, want) => {
  expect(() => generatedFiles(contract(thing, { schemas: pets }))).toThrow(want);
});

const get = '#/paths/~1things~1{id}/get';
const text = { type: 'string' };
const parameter = (changes: object) => ({
  parameters: [{ name: 'a', in: 'query', schema: text, ...changes }],
});

test.each<[string, object, string]>([
  [
    'a response header with a media type',
    { responses: { 200: { headers: { Link: { content: {} } } } } },
    `${get}/responses/200/headers/Link/content: the member "content" of a parameter is not supported`,
  ],
  [
    'a range of statuses',
    { responses: { '4XX': {} } },
    `${get}/responses/4XX: only single statuses are supported`,
  ],
  [
    'another content type',
    { requestBody: { content: { 'text/plain': {} } } },
    `${get}/requestBody/content: the content type text/plain is not supported`,
  ],
  [
    'a parameter in a cookie',
    parameter({ in: 'cookie' }),
    `${get}/parameters/0: a parameter in cookie is not supported`,
  ],
  [
    'a list with commas',
    parameter({ explode: false }),
    `${get}/parameters/0: only the style form with explode is supported in a query`,
  ],
  [
    'a parameter with content',
    parameter({ content: {} }),
    `${get}/parameters/0/content: the member "content" of a parameter is not supported`,
  ],
  [
    'a parameter of two types',
    parameter({ schema: { type: ['string', 'integer'] } }),
    `${get}/parameters/0: a parameter must be of one simple type, or a list of one`,
  ],
  [
    'a reference in a circle',
    { responses: { 200: { $ref: '#/components/responses/Loop' } } },
    '#/components/responses/Loop: refers to itself',
  ],
  [
    'a name that is none',
    { operationId: 'get-thing' },
    `${get}/operationId: must be a name that code can use`,
  ],
])('%s is refused, and the place named', (_, operation, want) => {
  expect(() => generatedFiles(contract(text, { operation }))).toThrow(want);
});

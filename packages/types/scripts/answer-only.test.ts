import { describe, expect, test } from 'vitest';
import { answerOnly } from './answer-only.ts';

const schema = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const body = (name: string) => ({ content: { 'application/json': { schema: schema(name) } } });

const isAnswerOnly = answerOnly({
  paths: {
    '/pets': {
      parameters: [{ name: 'kind', in: 'query', schema: schema('InPathParameter') }],
      get: {
        parameters: [{ $ref: '#/components/parameters/Page' }],
        responses: { 200: body('Pets'), 404: { $ref: '#/components/responses/NotFound' } },
      },
      post: {
        requestBody: body('NewPet'),
        responses: { 201: body('Pet'), 400: { $ref: '#/components/responses/NotFound' } },
      },
    },
  },
  components: {
    parameters: { Page: { name: 'page', in: 'query', schema: schema('InParameter') } },
    responses: { NotFound: body('Problem') },
    schemas: {
      Pets: { type: 'array', items: schema('Pet') },
      Pet: {
        properties: {
          mother: { anyOf: [schema('Pet'), { type: 'null' }] },
          made: schema('NewPet'),
          marks: { additionalProperties: schema('Mark') },
          inPathParameter: schema('InPathParameter'),
          inParameter: schema('InParameter'),
        },
      },
      NewPet: { properties: { food: schema('Food'), parent: schema('NewPet') } },
      Food: { properties: {} },
      Mark: { properties: {} },
      Problem: { properties: {} },
      InPathParameter: {},
      InParameter: {},
      Unused: { properties: { pet: schema('Pet') } },
    },
  },
} as Parameters<typeof answerOnly>[0]);

describe('a place of answers only', () => {
  test.each([
    ['what an answer holds', '#/components/schemas/Pet'],
    ['a place inside', '#/components/schemas/Pet/mother/anyOf/0'],
    ['what holds it', '#/components/schemas/Pets'],
    ['what is held deeper', '#/components/schemas/Mark'],
    ['what a shared response holds', '#/components/schemas/Problem'],
    ['a shared response', '#/components/responses/NotFound/content/application~1json'],
    ["an operation's response", '#/paths/~1pets/get/responses/200/content/application~1json'],
  ])('is %s', (_, pointer) => {
    expect(isAnswerOnly(pointer)).toBe(true);
  });

  test.each([
    ['the body of a request, though answers repeat it', '#/components/schemas/NewPet'],
    ['what is held by one', '#/components/schemas/Food'],
    ['what a parameter has', '#/components/schemas/InParameter'],
    ['what a parameter of a path has', '#/components/schemas/InPathParameter'],
    ['a shared parameter', '#/components/parameters/Page/schema'],
    ["an operation's request", '#/paths/~1pets/post/requestBody/content/application~1json'],
    ["an operation's parameter", '#/paths/~1pets/get/parameters/query/page'],
    ['what no operation uses', '#/components/schemas/Unused'],
  ])('is not %s', (_, pointer) => {
    expect(isAnswerOnly(pointer)).toBe(false);
  });
});

import { expect, test } from 'vitest';
import { BuildError } from '../build-error.ts';
import { checkContract } from './check-contract.ts';

const operation = {
  operationId: 'listPets',
  summary: 'List pets',
  description: 'Lists pets.',
  tags: ['Pets'],
  security: [{ Key: [] }],
  responses: { 200: { description: 'Pets.' } },
};
const Key = { type: 'apiKey', name: 'X-Key', in: 'header' };
const components = { schemas: {}, securitySchemes: { Key } };
const base = {
  info: {
    title: 'Pets',
    version: '1.0.0',
    summary: 'Pets.',
    description: 'Keeps pets.',
  },
  tags: [{ name: 'Pets' }],
  components,
  paths: {},
};

/** A contract with an operation, of which some properties are others. */
function withOperation(changes: object) {
  return { ...base, paths: { '/pets': { get: { ...operation, ...changes } } } };
}

/** A contract with a schema. */
function withSchema(schema: unknown, name = 'Pet') {
  return {
    ...base,
    components: { ...components, schemas: { [name]: schema } },
  };
}

function withScheme(scheme: object) {
  return {
    ...base,
    components: { ...components, securitySchemes: { Key: scheme } },
  };
}

function withTags(...tags: readonly unknown[]) {
  return { ...base, tags };
}

function withResponse(response: object) {
  return withOperation({
    responses: { 200: { description: 'Pets.', ...response } },
  });
}

function withLink(link: object) {
  const links = { Next: { operationId: 'listPets', ...link } };
  return withResponse({ links });
}

test.each([
  { name: 'an operation', contract: withOperation({}) },
  {
    name: 'an operation without security',
    contract: withOperation({ security: undefined }),
  },
  { name: 'no webhooks', contract: { ...base, webhooks: {} } },
  { name: 'no paths', contract: base },
  {
    name: 'schemas of true and false',
    contract: withSchema({ items: true, oneOf: [false] }),
  },
  { name: 'a name with dots', contract: withSchema({}, 'pets.Pet-v1') },
  {
    name: 'a schema in itself',
    contract: withSchema({
      properties: { mother: { $ref: '#/components/schemas/Pet' } },
    }),
  },
  {
    name: 'parameters of one name in two locations',
    contract: withOperation({
      parameters: [
        { name: 'id', in: 'query', schema: {} },
        { name: 'id', in: 'header', schema: true },
      ],
    }),
  },
  {
    name: 'a body without content, and a content without schema',
    contract: withOperation({
      requestBody: {},
      responses: { 200: { content: { 'text/csv': {} } }, 204: {} },
    }),
  },
])('$name can be shown', ({ contract }) => {
  expect(() => checkContract(contract)).not.toThrow();
});

/** A schema in schemas, each an item of the next. */
function nestedItems(count: number): object {
  return count === 0 ? {} : { items: nestedItems(count - 1) };
}

test('a schema may be nested 197 levels deep, and not thousands', () => {
  const pointer = `/components/schemas/Pet${'/items'.repeat(198)}`;
  const problem = `${pointer} is nested more than 200 levels deep.`;
  expect(() => checkContract(withSchema(nestedItems(197)))).not.toThrow();
  expect(() => checkContract(withSchema(nestedItems(198)))).toThrow(
    new BuildError(problem),
  );
  expect(() => checkContract(withSchema(nestedItems(5000)))).toThrow(
    new BuildError(problem),
  );
});

const get = '/paths/~1pets/get';
const pet = '/components/schemas/Pet';

test.each([
  {
    contract: withOperation({ operationId: undefined }),
    message: `${get}/operationId must be of type string, is missing.`,
  },
  {
    contract: withOperation({ tags: 'Pets' }),
    message: `${get}/tags must be of type array, is Pets.`,
  },
  {
    contract: {
      ...base,
      paths: { '/pets': { get: operation }, '/cats': { get: operation } },
    },
    message: `/paths/~1cats/get has the operationId of ${get}: listPets.`,
  },
  {
    contract: { ...base, paths: { '/50%': { get: operation } } },
    message: '/paths/~150%/get has a path with a "%" that encodes nothing.',
  },
  {
    contract: withOperation({ security: [{ Other: [] }] }),
    message: `${get}/security names no security scheme: Other.`,
  },
  {
    contract: { ...base, security: [{ Key: [] }, { Other: [] }] },
    message: '/security names no security scheme: Other.',
  },
  {
    contract: { ...base, security: [{ Key: true }] },
    message: '/security/0/Key must be of type array, is true.',
  },
  {
    contract: { ...base, webhooks: { born: { post: {} } } },
    message: '/webhooks is shown on no page.',
  },
  {
    contract: withOperation({ callbacks: { born: {} } }),
    message: `${get}/callbacks is shown on no page.`,
  },
  {
    contract: withOperation({ externalDocs: { url: 'https://a.example' } }),
    message: `${get}/externalDocs is shown on no page.`,
  },
  {
    contract: { ...base, externalDocs: { url: 'https://a.example' } },
    message: '/externalDocs is shown on no page.',
  },
  {
    contract: withLink({ requestBody: { force: true } }),
    message: `${get}/responses/200/links/Next/requestBody is shown on no page.`,
  },
  {
    contract: withLink({ requestBody: '$response.body' }),
    message: `${get}/responses/200/links/Next/requestBody is shown on no page.`,
  },
  {
    contract: withLink({ server: { url: 'https://a.example' } }),
    message: `${get}/responses/200/links/Next/server is shown on no page.`,
  },
  {
    contract: withLink({ parameters: { id: { a: 1 } } }),
    message: `${get}/responses/200/links/Next/parameters/id must be of type string, is {"a":1}.`,
  },
  { contract: [], message: 'openapi.json must be of type object, is [].' },
  {
    contract: { ...base, info: { ...base.info, title: 5 } },
    message: '/info/title must be of type string, is 5.',
  },
  {
    contract: { ...base, tags: {} },
    message: '/tags must be of type array, is {}.',
  },
  {
    contract: withTags('Pets'),
    message: '/tags/0 must be of type object, is Pets.',
  },
  {
    contract: withTags({ name: 'Pets', description: 5 }),
    message: '/tags/0/description must be of type string, is 5.',
  },
  {
    contract: withResponse({ description: 5 }),
    message: `${get}/responses/200/description must be of type string, is 5.`,
  },
  {
    contract: withResponse({
      headers: { 'X-Page': { description: [], schema: {} } },
    }),
    message: `${get}/responses/200/headers/X-Page/description must be of type string, is [].`,
  },
  {
    contract: withOperation({
      parameters: [{ name: 'id', in: 'query', description: null, schema: {} }],
    }),
    message: `${get}/parameters/0/description must be of type string, is null.`,
  },
  {
    contract: withTags({ name: '🐶' }),
    message: '/tags/0/name must begin with a letter or digit, is 🐶.',
  },
  {
    contract: withTags({ name: '🐶 Dogs' }),
    message: '/tags/0/name must begin with a letter or digit, is 🐶 Dogs.',
  },
  {
    contract: withTags({ name: 'Pets' }, { name: 'pets!' }),
    message: '/tags/1 has the address of /tags/0: pets.',
  },
  {
    contract: withOperation({ tags: [] }),
    message: `${get}/tags/0 must be a tag of /tags, is missing.`,
  },
  {
    contract: withOperation({ tags: ['Cats'] }),
    message: `${get}/tags/0 must be a tag of /tags, is Cats.`,
  },
  {
    contract: {
      ...base,
      paths: {
        '/pets': {
          get: operation,
          put: { ...operation, operationId: 'listpets' },
        },
      },
    },
    message: `/paths/~1pets/put has the operationId of ${get}: listpets.`,
  },
  {
    contract: withOperation({ 'x-codeSamples': 'bad' }),
    message: `${get}/x-codeSamples must be of type array, is bad.`,
  },
  {
    contract: withOperation({
      'x-codeSamples': [{ lang: 'sh', label: 'curl' }],
    }),
    message: `${get}/x-codeSamples/0/source must be of type string, is missing.`,
  },
  {
    contract: withOperation({
      parameters: [{ name: '', in: 'query', schema: {} }],
    }),
    message: `${get}/parameters/0/name must not be empty.`,
  },
  {
    contract: withSchema({ properties: { '': {} } }),
    message: `${pet}/properties must have no property with an empty name.`,
  },
  {
    contract: withOperation({ security: {} }),
    message: `${get}/security must be of type array, is {}.`,
  },
  {
    contract: withOperation({ security: ['Key'] }),
    message: `${get}/security/0 must be of type object, is Key.`,
  },
  {
    contract: withScheme({ type: 'http' }),
    message:
      '/components/securitySchemes/Key/scheme must be of type string, is missing.',
  },
  {
    contract: withScheme({ type: 'apiKey' }),
    message:
      '/components/securitySchemes/Key/name must be of type string, is missing.',
  },
  {
    contract: withOperation({ parameters: [{ in: 'query', schema: {} }] }),
    message: `${get}/parameters/0/name must be of type string, is missing.`,
  },
  {
    contract: withOperation({
      parameters: [{ name: 'filter', in: 'query', content: {} }],
    }),
    message: `${get}/parameters/0/schema must be a schema, is missing.`,
  },
  {
    contract: withResponse({ headers: { 'X-Page': { content: {} } } }),
    message: `${get}/responses/200/headers/X-Page/schema must be a schema, is missing.`,
  },
  {
    contract: withResponse({ content: { 'text/csv': { schema: 'string' } } }),
    message: `${get}/responses/200/content/text~1csv/schema must be a schema, is string.`,
  },
  {
    contract: withResponse({ links: { Next: { operationId: 'getPet' } } }),
    message: `${get}/responses/200/links/Next has no operationId of the contract.`,
  },
  {
    contract: withOperation({
      requestBody: { content: { 'text/csv': { schema: null } } },
    }),
    message: `${get}/requestBody/content/text~1csv/schema must be a schema, is null.`,
  },
  {
    contract: withResponse({ $ref: '#/components/responses/Missing' }),
    message: `${get}/responses/200/$ref leads to no component that pages show: /components/responses/Missing.`,
  },
  {
    contract: withSchema({ items: { $ref: '#/components/schemas/Pet/items' } }),
    message: `${pet}/items/$ref leads to no component that pages show: ${pet}/items.`,
  },
  {
    contract: withSchema({ items: { $ref: 'other.yaml#/Pet' } }),
    message: `${pet}/items/$ref leads to no component that pages show: other.yaml#/Pet.`,
  },
  {
    contract: withSchema({ $ref: '#/components/schemas/Pet' }),
    message: `${pet}/$ref leads to no component that pages show: ${pet}.`,
  },
  {
    contract: withSchema({}, 'A pet'),
    message: '/components/schemas/A pet has characters that no name may have.',
  },
  {
    contract: withSchema({ properties: { name: { required: true } } }),
    message: `${pet}/properties/name/required must be of type array, is true.`,
  },
  {
    contract: withSchema({ anyOf: [{ description: 1 }] }),
    message: `${pet}/anyOf/0/description must be of type string, is 1.`,
  },
  {
    contract: withSchema({ 'x-lifecycle': { initial: 'new', final: [] } }),
    message: `${pet}/x-lifecycle/transitions must be of type array, is missing.`,
  },
])('rejects a contract: $message', ({ contract, message }) => {
  expect(() => checkContract(contract)).toThrow(new BuildError(message));
});

const nullable = { nullable: true };

test.each([
  {
    contract: withSchema({ xml: { name: 'pet' } }, 'a.Pet'),
    shown: '`xml` of /components/schemas/a.Pet.',
  },
  {
    contract: withSchema({ $dynamicRef: '#a' }),
    shown: `\`$dynamicRef\` of ${pet}.`,
  },
  { contract: withSchema({ 'x-unit': 's' }), shown: `\`x-unit\` of ${pet}.` },
  {
    contract: withSchema({ allOf: [{}, nullable] }),
    shown: `\`nullable\` of ${pet}/allOf/1.`,
  },
  {
    contract: withSchema({ anyOf: [{ type: 'null' }, nullable] }),
    shown: `\`nullable\` of ${pet}/anyOf/1.`,
  },
  {
    contract: withSchema({ oneOf: [{}, nullable] }),
    shown: `\`nullable\` of ${pet}/oneOf/1.`,
  },
  {
    contract: withSchema({ items: nullable }),
    shown: `\`nullable\` of ${pet}/items.`,
  },
  {
    contract: withSchema({ prefixItems: [nullable] }),
    shown: `\`nullable\` of ${pet}/prefixItems/0.`,
  },
  {
    contract: withSchema({ additionalProperties: nullable }),
    shown: `\`nullable\` of ${pet}/additionalProperties.`,
  },
  {
    contract: withOperation({
      parameters: [
        { name: 'id', in: 'query', schema: true, allowReserved: true },
      ],
    }),
    shown: `\`allowReserved\` of ${get}/parameters/0.`,
  },
  {
    contract: withResponse({ headers: { 'X-Page': { schema: {}, xml: {} } } }),
    shown: `\`xml\` of ${get}/responses/200/headers/X-Page.`,
  },
])('no page shows $shown', ({ contract, shown }) => {
  const advice =
    'Remove it, or say in packages/docs/src/pages/keywords.yaml what it means.';
  expect(() => checkContract(contract)).toThrow(
    new BuildError(`No page shows ${shown} ${advice}`),
  );
});

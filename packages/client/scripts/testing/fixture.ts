import type { Contract } from '@agent-conversation/contract';

/** Differences from the small contract. */
export interface Changes {
  readonly path?: string;
  readonly method?: string;
  /** Properties of the operation. */
  readonly operation?: object;
  /** More path items. */
  readonly paths?: Readonly<Record<string, object>>;
  readonly schemas?: object;
  /** Other components. */
  readonly components?: object;
}

/** A small contract with one operation, which reads an animal. */
export function contractOf(changes: Changes = {}): Contract {
  const { path = '/api/v1/animals/{animal_id}', method = 'get' } = changes;
  const contract = {
    paths: { [path]: { [method]: { ...getAnimal, ...changes.operation } }, ...changes.paths },
    components: {
      securitySchemes: { Key: { type: 'apiKey', in: 'header', name: 'X-Farm-Key' } },
      schemas: {
        Animal: { type: 'object', properties: { id: { type: 'string' } } },
        Trouble: { type: 'object', properties: {} },
        ...changes.schemas,
      },
      ...changes.components,
    },
  };
  return contract as unknown as Contract;
}

/** A request body or a response with a type of the contract. */
export function json(type: string, changes: { example?: unknown; required?: boolean } = {}) {
  const { example, ...others } = changes;
  const schema = { $ref: `#/components/schemas/${type}` };
  const examples = example === undefined ? {} : { examples: { One: { value: example } } };
  return {
    description: `${type}, as it is. More of it.`,
    content: { 'application/json': { schema, ...examples } },
    ...others,
  };
}

/** The id in the path. */
export const animalId = {
  name: 'animal_id',
  in: 'path',
  required: true,
  description: 'The id of an animal. It is on its door.',
  schema: { type: 'string' },
  example: 'gnu',
};

/** A parameter of the query. */
export function inQuery(name: string, changes: object = {}) {
  const schema = { type: 'string' };
  return { name, in: 'query', description: `By ${name}.`, schema, example: 'x', ...changes };
}

/** The schema of a page of animals. */
export const animalPage = (more: object = { next_page_id: { type: 'string' } }) => ({
  AnimalPage: {
    type: 'object',
    properties: {
      items: { type: 'array', items: { $ref: '#/components/schemas/Animal' } },
      ...more,
    },
  },
});

/** A search with pages. */
export const searchAnimals: Changes = {
  path: '/api/v1/animals/search',
  operation: {
    operationId: 'searchAnimals',
    parameters: [inQuery('page_id'), inQuery('limit', { example: 20 })],
    responses: { 200: json('AnimalPage'), 401: json('Trouble') },
  },
  schemas: animalPage(),
};

/** An operation with an id, a body and a query. */
export const feedAnimal = ({ body = {}, query = {} } = {}): Changes => ({
  method: 'post',
  operation: {
    operationId: 'feedAnimal',
    description: 'Feeds an animal.\n\nIt may be asleep.',
    'x-retry': 'unsent',
    parameters: [
      { $ref: '#/components/parameters/AnimalId' },
      inQuery('grams', { example: 500, ...query }),
    ],
    requestBody: json('Animal', { example: { id: 'gnu' }, ...body }),
    responses: { 201: json('Animal'), 401: json('Trouble'), 409: json('Trouble') },
  },
  components: { parameters: { AnimalId: animalId } },
});

const getAnimal = {
  operationId: 'getAnimal',
  description: 'Reads an animal.\n\nIt may be asleep.\n',
  'x-retry': 'safe',
  parameters: [animalId],
  responses: { 200: json('Animal'), 404: json('Trouble') },
};

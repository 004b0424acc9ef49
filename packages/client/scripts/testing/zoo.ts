import type { Document } from '../document.ts';

/** What differs from the small contract. */
export interface Changes {
  readonly path?: string;
  readonly method?: string;
  /** Members of the operation. */
  readonly operation?: object;
  /** Operations besides, by path and method. */
  readonly paths?: Readonly<Record<string, object>>;
  readonly schemas?: object;
  /** Other components. */
  readonly components?: object;
}

/** A small contract, whose one operation reads an animal. */
export function zoo(changes: Changes = {}): Document {
  const { path = '/api/v1/animals/{animal_id}', method = 'get' } = changes;
  return {
    paths: { [path]: { [method]: { ...getAnimal, ...changes.operation } }, ...changes.paths },
    components: {
      securitySchemes: { Key: { type: 'apiKey', in: 'header', name: 'X-Zoo-Key' } },
      schemas: {
        Animal: { type: 'object', properties: { id: { type: 'string' } } },
        Trouble: { type: 'object', properties: {} },
        ...changes.schemas,
      },
      ...changes.components,
    },
  };
}

/** A body, or an answer, of a type of the contract. */
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
  return {
    name,
    in: 'query',
    description: `By ${name}.`,
    schema: { type: 'string' },
    example: 'x',
    ...changes,
  };
}

const getAnimal = {
  operationId: 'getAnimal',
  description: 'Reads an animal.\n\nIt may be asleep.\n',
  'x-retry': 'safe',
  parameters: [animalId],
  responses: { 200: json('Animal'), 404: json('Trouble') },
};

import type { JsonRecord } from '../../model/json.ts';

const json = ($ref: string) => ({ 'application/json': { schema: { $ref } } });

/**
 * A contract in which `Sent` is only sent, `Answered` only answered and `Both` both. Its operations are `startThing`,
 * which is documented, and `oldThing` of the legacy generation.
 */
export const base: JsonRecord = {
  openapi: '3.1.1',
  jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
  info: { title: 'Things', version: '0.1.0' },
  servers: [{ url: '{base}', variables: { base: { default: 'http://localhost' } } }],
  tags: [{ name: 'Things' }, { name: 'Other things' }],
  paths: {
    '/api/v1/things/{id}': {
      post: {
        operationId: 'startThing',
        tags: ['Things'],
        summary: 'Start a thing',
        description: 'Starts a thing.\n\n*Documented: method, path and purpose.*',
        'x-generation': 'v1',
        'x-provenance': 'documented',
        'x-retry': 'unsent',
        security: [{ Key: [] }],
        parameters: [
          { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
          { $ref: '#/components/parameters/Ids' },
        ],
        requestBody: { required: false, content: json('#/components/schemas/Sent') },
        responses: {
          '200': {
            description: 'The thing.',
            'x-provenance': 'observed',
            'x-decision': 'D01',
            headers: { 'X-Left': { schema: { type: 'integer' } } },
            content: json('#/components/schemas/Answered'),
            links: {
              Again: { operationId: 'startThing', parameters: { id: '$response.body#/id' } },
            },
          },
          '404': { $ref: '#/components/responses/NotFound' },
        },
        'x-codeSamples': [],
      },
    },
    '/api/old': {
      get: {
        operationId: 'oldThing',
        tags: ['Things'],
        'x-generation': 'v0',
        'x-provenance': 'documented',
        'x-retry': 'safe',
        security: [{ Key: [] }],
        responses: {
          '200': { description: 'It.', content: json('#/components/schemas/Both') },
        },
      },
    },
  },
  components: {
    securitySchemes: { Key: { type: 'apiKey', in: 'header', name: 'X-Key' } },
    parameters: {
      Ids: {
        name: 'ids',
        in: 'query',
        'x-provenance': 'observed',
        schema: { type: 'array', items: { type: 'string' } },
      },
    },
    responses: {
      NotFound: {
        description: 'There is none.',
        'x-provenance': 'assumed',
        content: {
          'application/json': {
            schema: { $ref: '#/components/schemas/Answered' },
            examples: { None: { $ref: '#/components/examples/None' } },
          },
        },
      },
    },
    examples: { None: { value: { id: 'none' } } },
    schemas: {
      Sent: {
        type: 'object',
        'x-provenance': 'documented',
        properties: {
          text: { type: 'string' },
          both: { $ref: '#/components/schemas/Both' },
          maybe: { type: ['string', 'null'] },
          list: { type: 'array', items: { type: 'string' } },
          part: {
            oneOf: [{ $ref: '#/components/schemas/One' }, { $ref: '#/components/schemas/Two' }],
            discriminator: {
              propertyName: 'type',
              mapping: { one: '#/components/schemas/One', two: '#/components/schemas/Two' },
            },
          },
        },
      },
      Answered: {
        type: 'object',
        'x-provenance': 'observed',
        required: ['id'],
        properties: {
          id: { type: 'string', description: 'The id.' },
          note: { type: 'string' },
          state: { $ref: '#/components/schemas/State' },
          both: { $ref: '#/components/schemas/Both' },
          inner: { $ref: '#/components/schemas/Answered' },
        },
      },
      Both: {
        type: 'object',
        'x-provenance': 'documented',
        properties: { name: { type: 'string' } },
      },
      One: { type: 'object', properties: { type: { type: 'string', const: 'one' } } },
      Two: { type: 'object', properties: { type: { type: 'string', const: 'two' } } },
      State: {
        description:
          'How it is.\n\n- `ON`: Running.\n- `OFF`: Not running.\n\n*Observed of running deployments (decision D01).*',
        type: 'string',
        enum: ['ON', 'OFF'],
        'x-provenance': 'observed',
        'x-decision': 'D01',
        'x-enumDescriptions': { ON: 'Running.', OFF: 'Not running.' },
        'x-lifecycle': {
          'x-provenance': 'assumed',
          'x-decision': 'D02',
          initial: 'ON',
          final: ['OFF'],
          transitions: [{ from: 'ON', to: 'OFF', cause: 'time', description: 'It ends.' }],
          unchanged: [{ in: 'ON', operation: 'startThing', description: 'It runs already.' }],
          refused: [{ in: 'OFF', operation: 'startThing', status: '404', example: 'None' }],
        },
      },
    },
  },
};

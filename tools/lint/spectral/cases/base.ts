/** A small contract that keeps every rule. */
export function contract() {
  return {
    openapi: '3.1.1',
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    info: {
      title: 'Jobs',
      version: '1.0.0',
      description: 'Runs jobs.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: 'https://jobs.test' }],
    tags: [{ name: 'Jobs', description: 'What is run.' }],
    'x-tagGroups': [{ name: 'V1', tags: ['Jobs'] }],
    paths: {
      '/api/v1/jobs': {
        get: {
          operationId: 'listJobs',
          tags: ['Jobs'],
          summary: 'List jobs',
          description: 'Lists the jobs.',
          'x-generation': 'v1',
          'x-provenance': 'documented',
          'x-retry': 'safe',
          security: [{ ApiKey: [] }],
          parameters: [{ $ref: '#/components/parameters/Limit' }],
          responses: {
            '200': {
              description: 'The jobs.',
              'x-provenance': 'observed',
              'x-decision': 'D02',
              content: {
                'application/json': {
                  schema: { type: 'array', items: { $ref: '#/components/schemas/Job' } },
                  examples: { JobsListed: { $ref: '#/components/examples/JobsListed' } },
                },
              },
            },
            '401': { $ref: '#/components/responses/Unauthorized' },
            '422': { $ref: '#/components/responses/Unauthorized' },
          },
        },
      },
      '/api/v1/jobs/pause': {
        post: {
          operationId: 'pauseJobs',
          tags: ['Jobs'],
          summary: 'Pause all jobs',
          description: 'Pauses all jobs.',
          'x-generation': 'v1',
          'x-provenance': 'documented',
          'x-retry': 'unsent',
          security: [{ ApiKey: [] }],
          responses: {
            '204': { description: 'Done.', 'x-provenance': 'documented' },
            '401': { $ref: '#/components/responses/Unauthorized' },
          },
        },
      },
    },
    components: {
      securitySchemes: { ApiKey: { type: 'apiKey', in: 'header', name: 'X-Session-API-Key' } },
      parameters: {
        Limit: {
          name: 'limit',
          in: 'query',
          description: 'How many.',
          'x-provenance': 'documented',
          schema: { type: 'integer' },
          example: 20,
        },
      },
      responses: {
        Unauthorized: {
          description: 'No key.',
          'x-provenance': 'documented',
          content: {
            'application/json': {
              schema: { type: 'object', additionalProperties: true },
              examples: { KeyMissing: { value: {} } },
            },
          },
        },
      },
      examples: { JobsListed: { value: [{ status: 'RUNNING' }] } },
      schemas: {
        Job: {
          description: 'A job.',
          'x-provenance': 'documented',
          type: 'object',
          properties: { status: { $ref: '#/components/schemas/JobStatus' } },
        },
        JobStatus: {
          description: 'The state of a job.',
          'x-provenance': 'documented',
          'x-lifecycle': {
            'x-provenance': 'assumed',
            'x-decision': 'D01',
            initial: 'RUNNING',
            final: ['DONE'],
            transitions: [
              { from: 'RUNNING', to: 'PAUSED', operation: 'pauseJobs', description: 'It rests.' },
              { from: 'RUNNING', to: 'DONE', cause: 'time', description: 'It has ended.' },
            ],
            unchanged: [{ in: 'PAUSED', operation: 'pauseJobs', description: 'It rests already.' }],
            refused: [
              {
                in: 'DONE',
                operation: 'pauseJobs',
                status: '401',
                example: 'KeyMissing',
                description: 'It is over.',
              },
            ],
          },
          'x-enumDescriptions': { RUNNING: 'At work.', PAUSED: 'At rest.', DONE: 'Over.' },
          type: 'string',
          enum: ['RUNNING', 'PAUSED', 'DONE'],
        },
      },
    },
  };
}

/** The decisions that go with it. */
export const decisions = `# Decisions

## D01 · How a job ends

**Marks:** [JobStatus](components/schemas/JobStatus.yaml).

## D02 · What a list holds

**Marks:** [listJobs](paths/v1/jobs.yaml).
`;

/** Where its parts are. */
export const at = {
  list: ['paths', '/api/v1/jobs', 'get'],
  pause: ['paths', '/api/v1/jobs/pause', 'post'],
  limit: ['components', 'parameters', 'Limit'],
  unauthorized: ['components', 'responses', 'Unauthorized'],
  job: ['components', 'schemas', 'Job'],
  status: ['components', 'schemas', 'JobStatus'],
};

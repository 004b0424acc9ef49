import { at } from './base.ts';
import type { Cases } from './case.ts';

const verbs = 'create, get, start, list, search, pause, resume';
const shared = { $ref: '#/components/responses/Unauthorized' };

function unsecured(security: unknown): Cases[string]['fires'][number] {
  return {
    name: `security: ${JSON.stringify(security)}`,
    given: [[[...at.list, 'security'], security]],
    want: [
      {
        path: security === undefined ? at.list : [...at.list, 'security'],
        message:
          '`listJobs` must ask for the API key and nothing else: write `security: [{ ApiKey: [] }]`.',
      },
    ],
  };
}

export const operations: Cases = {
  'contract-operation-id': {
    fires: [
      {
        name: 'an unknown verb',
        given: [[[...at.list, 'operationId'], 'fetchJobs']],
        want: [
          {
            path: [...at.list, 'operationId'],
            message: `The operationId of get /api/v1/jobs must be a known verb (${verbs}) and a noun in camelCase, not \`fetchJobs\`: rename it, or add its verb to .spectral.yaml.`,
          },
        ],
      },
      {
        name: 'a verb without a noun, and none at all',
        given: [
          [[...at.list, 'operationId'], 'list'],
          [[...at.pause, 'operationId'], undefined],
        ],
        want: [
          {
            path: [...at.list, 'operationId'],
            message: `The operationId of get /api/v1/jobs must be a known verb (${verbs}) and a noun in camelCase, not \`list\`: rename it, or add its verb to .spectral.yaml.`,
          },
          {
            path: at.pause,
            message: `The operationId of post /api/v1/jobs/pause must be a known verb (${verbs}) and a noun in camelCase, not \`undefined\`: rename it, or add its verb to .spectral.yaml.`,
          },
        ],
      },
      {
        name: 'one id for two operations',
        given: [[[...at.pause, 'operationId'], 'listJobs']],
        want: [
          {
            path: [...at.pause, 'operationId'],
            message:
              '`listJobs` must be the operationId of one operation only: rename that of post /api/v1/jobs/pause.',
          },
        ],
      },
    ],
    silent: [
      { name: 'a noun of two words', given: [[[...at.list, 'operationId'], 'listOldJobs']] },
    ],
  },

  'contract-security': {
    fires: [
      ...[undefined, [], [{}], [{ ApiKey: [] }, {}], [{ ApiKey: [], Other: [] }]].map(unsecured),
      {
        name: 'the key in another header',
        given: [[['components', 'securitySchemes', 'ApiKey', 'name'], 'Authorization']],
        want: [
          {
            path: ['components', 'securitySchemes'],
            message:
              'The document must declare the API key: add a scheme of type `apiKey`, in the header `X-Session-API-Key`, to components.securitySchemes.',
          },
        ],
      },
    ],
    silent: [
      {
        name: 'the scheme behind a $ref',
        given: [
          [
            ['components', 'securitySchemes'],
            { ApiKey: { $ref: '#/components/securitySchemes/Key' } },
          ],
          [
            ['components', 'securitySchemes', 'Key'],
            { type: 'apiKey', in: 'header', name: 'X-Session-API-Key' },
          ],
        ],
      },
      {
        name: 'the scheme under another name',
        given: [
          [['components', 'securitySchemes', 'ApiKey'], undefined],
          [
            ['components', 'securitySchemes', 'Key'],
            { type: 'apiKey', in: 'header', name: 'X-Session-API-Key' },
          ],
          [[...at.list, 'security'], [{ Key: [] }]],
          [[...at.pause, 'security'], [{ Key: [] }]],
        ],
      },
    ],
  },

  'contract-generation': {
    fires: [
      {
        name: 'none, and one that the path contradicts',
        given: [
          [[...at.list, 'x-generation'], undefined],
          [[...at.pause, 'x-generation'], 'v0'],
        ],
        want: [
          {
            path: at.list,
            message:
              '`listJobs` must have `x-generation: v1`, as V1 is what is under /api/v1: write it, or mend the path.',
          },
          {
            path: [...at.pause, 'x-generation'],
            message:
              '`pauseJobs` must have `x-generation: v1`, as V1 is what is under /api/v1: write it, or mend the path.',
          },
        ],
      },
      {
        name: 'v1 outside /api/v1',
        given: [
          [['paths', '/api/jobs'], { get: { operationId: 'getJobs', 'x-generation': 'v1' } }],
        ],
        want: [
          {
            path: ['paths', '/api/jobs', 'get', 'x-generation'],
            message:
              '`getJobs` must have `x-generation: v0`, as V1 is what is under /api/v1: write it, or mend the path.',
          },
        ],
      },
    ],
    silent: [
      {
        name: 'v0 outside /api/v1',
        given: [
          [['paths', '/api/jobs'], { get: { operationId: 'getJobs', 'x-generation': 'v0' } }],
        ],
      },
    ],
  },

  'contract-retry': {
    fires: [
      {
        name: 'reading that may not be repeated, writing that says nothing',
        given: [
          [[...at.list, 'x-retry'], 'never'],
          [[...at.pause, 'x-retry'], undefined],
        ],
        want: [
          {
            path: [...at.list, 'x-retry'],
            message: '`listJobs` must have `x-retry: safe`: say when a client may repeat it.',
          },
          {
            path: at.pause,
            message:
              '`pauseJobs` must have `x-retry: safe|unsent|never`: say when a client may repeat it.',
          },
        ],
      },
    ],
    silent: [
      { name: 'writing that is safe', given: [[[...at.pause, 'x-retry'], 'safe']] },
      { name: 'writing that is never repeated', given: [[[...at.pause, 'x-retry'], 'never']] },
    ],
  },

  'contract-shared-errors': {
    fires: [
      {
        name: 'an error written out in an operation',
        given: [
          [[...at.list, 'responses', '404'], { description: 'Not found.' }],
          [[...at.list, 'responses', '5XX'], { description: 'Broken.' }],
          [[...at.list, 'responses', 'default'], { description: 'Any.' }],
        ],
        want: ['404', '5XX', 'default'].map((status) => ({
          path: [...at.list, 'responses', status],
          message: `Status ${status} of \`listJobs\` must be a $ref to components/responses: move the response to a file there.`,
        })),
      },
    ],
    silent: [{ name: 'a shared one', given: [[[...at.list, 'responses', '403'], shared]] }],
  },

  'contract-examples': {
    fires: [
      {
        name: 'a parameter, a response and a request body without one',
        given: [
          [[...at.limit, 'example'], undefined],
          [[...at.unauthorized, 'content', 'application/json', 'examples'], {}],
          [[...at.pause, 'requestBody'], { content: { 'text/plain': { schema: {} } } }],
        ],
        want: [
          {
            path: [...at.pause, 'requestBody', 'content', 'text/plain'],
            message:
              '`pauseJobs` (`#/paths/~1api~1v1~1jobs~1pause/post/requestBody/content/text~1plain`) must have an example: add `examples`, each a $ref to components/examples, or a short `example`.',
          },
          {
            path: at.limit,
            message:
              '`Limit` must have an example: add `examples`, each a $ref to components/examples, or a short `example`.',
          },
          {
            path: [...at.unauthorized, 'content', 'application/json'],
            message:
              '`Unauthorized` (`#/components/responses/Unauthorized/content/application~1json`) must have an example: add `examples`, each a $ref to components/examples, or a short `example`.',
          },
        ],
      },
    ],
    silent: [
      {
        name: 'examples of a parameter, and an example of a body',
        given: [
          [[...at.limit, 'example'], undefined],
          [[...at.limit, 'examples'], { Few: { value: 2 } }],
          [
            [...at.pause, 'requestBody'],
            { content: { 'text/plain': { schema: {}, example: '' } } },
          ],
        ],
      },
    ],
  },
};

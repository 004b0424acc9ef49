import { at } from './base.ts';
import type { Cases, Given } from './case.ts';

const answer = [...at.list, 'responses', '200'];
const links = [...answer, 'links'];
const shared = { $ref: '#/components/responses/Unauthorized' };
const stop = ['paths', '/api/v1/jobs/{job_id}/stop'];

/** An operation on one job, whose path names the job. */
const stopJob = {
  parameters: [{ name: 'job_id', in: 'path', required: true, schema: { type: 'string' } }],
  post: { operationId: 'stopJob', responses: { '404': shared } },
};

const paged = {
  type: 'object',
  properties: {
    items: { type: 'array', items: {} },
    next_page_id: { type: ['string', 'null'] },
  },
};

function pageOf(schema: object, link: object): object {
  return {
    operationId: 'searchRuns',
    parameters: [{ name: 'page_id', in: 'query' }, { $ref: '#/components/parameters/Limit' }],
    responses: {
      '200': { content: { 'application/json': { schema } }, links: { NextPage: link } },
    },
  };
}

const nextPage = {
  operationId: 'searchRuns',
  parameters: { page_id: '$response.body#/next_page_id' },
};

/** The rules on what follows from an operation's input, and on what follows an answer. */
export const answers: Cases = {
  'contract-links': {
    fires: [
      {
        name: 'no operation, a parameter that is unknown, one that is missing, a member that is not there',
        given: [
          [stop, stopJob],
          [
            links,
            {
              Lost: { operationId: 'findJob' },
              ByUrl: { operationRef: '#/paths/~1api~1v1~1jobs/get' },
              Stop: { operationId: 'stopJob', parameters: { id: '$response.body#/0/id' } },
            },
          ],
        ],
        want: [
          {
            path: [...links, 'Lost'],
            message:
              'The link `Lost` of `listJobs` (`#/paths/~1api~1v1~1jobs/get/responses/200`) must lead to an operation of the contract: mend its operationId `findJob`.',
          },
          {
            path: [...links, 'ByUrl'],
            message:
              'The link `ByUrl` of `listJobs` (`#/paths/~1api~1v1~1jobs/get/responses/200`) must lead to an operation of the contract: mend its operationId `undefined`.',
          },
          ...[
            'give `stopJob` parameters that it has: mend `id`',
            'give `stopJob` what it needs: add `job_id`',
            'take what the answer has: mend `$response.body#/0/id`',
          ].map((fault) => ({
            path: [...links, 'Stop'],
            message: `The link \`Stop\` of \`listJobs\` (\`#/paths/~1api~1v1~1jobs/get/responses/200\`) must ${fault}.`,
          })),
        ],
      },
    ],
    silent: [
      {
        name: 'members in lists and choices, constants, and what was asked',
        given: [
          [stop, stopJob],
          [[...at.job, 'anyOf'], [{ properties: { 'a/b': { type: 'string' } } }]],
          [
            links,
            {
              One: {
                operationId: 'stopJob',
                parameters: { 'path.job_id': '$response.body#/0/status' },
              },
              Two: { operationId: 'stopJob', parameters: { job_id: '{$response.body#/0/a~1b}' } },
              Three: { operationId: 'stopJob', parameters: { job_id: 'last' } },
              Four: { operationId: 'listJobs', parameters: { limit: '$request.query.limit' } },
            },
          ],
        ],
      },
      {
        name: 'a path and a method that lead in a circle',
        given: [[[...at.job, 'allOf'], [{ $ref: '#/components/schemas/Job' }]]],
      },
    ],
  },

  'contract-input-errors': {
    fires: [
      {
        name: 'a body, an id in the path, a number and what must be there',
        given: [
          [[...at.list, 'responses', '422'], undefined],
          [[...at.pause, 'requestBody'], { content: {} }],
          [stop, { ...stopJob, post: { operationId: 'stopJob' } }],
          [
            ['paths', '/api/v1/runs'],
            {
              get: {
                operationId: 'getRuns',
                parameters: [
                  { name: 'q', in: 'query', required: true, schema: { type: 'string' } },
                ],
              },
            },
          ],
        ],
        want: [
          {
            path: [...at.list, 'responses'],
            message:
              '`listJobs` must declare 422, as `limit` can be invalid: add the response of that status.',
          },
          {
            path: [...at.pause, 'responses'],
            message:
              '`pauseJobs` must declare 400, as its body may be no JSON: add the response of that status.',
          },
          {
            path: [...at.pause, 'responses'],
            message:
              '`pauseJobs` must declare 422, as its body can be invalid: add the response of that status.',
          },
          {
            path: [...stop, 'post'],
            message:
              '`stopJob` must declare 404, as what its path names may not exist: add the response of that status.',
          },
          {
            path: ['paths', '/api/v1/runs', 'get'],
            message:
              '`getRuns` must declare 422, as `q` can be invalid: add the response of that status.',
          },
        ],
      },
      ...[
        { $ref: '#/components/schemas/Name', maxLength: 3 },
        { $ref: '#/components/schemas/Name', allOf: [{ pattern: 'a' }] },
        { allOf: [{ type: 'string' }, { maxLength: 3 }] },
        { type: 'array', items: { type: 'string' }, maxItems: 3 },
        { type: 'array', items: { type: 'integer' } },
        { anyOf: [{ type: 'integer' }, { type: 'string', format: 'uuid' }] },
      ].map((schema) => ({
        name: `a parameter of ${JSON.stringify(schema)}`,
        given: [
          [['components', 'schemas', 'Name'], { type: 'string' }],
          [[...at.pause, 'parameters'], [{ name: 'q', in: 'query', schema }]],
        ] satisfies Given['given'],
        want: [
          {
            path: [...at.pause, 'responses'],
            message:
              '`pauseJobs` must declare 422, as `q` can be invalid: add the response of that status.',
          },
        ],
      })),
    ],
    silent: [
      {
        name: 'any text, which is never wrong, and ranges of statuses',
        given: [
          [stop, { ...stopJob, post: { operationId: 'stopJob', responses: { '4XX': shared } } }],
          [
            [...at.pause, 'parameters'],
            [{ name: 'q', in: 'query', schema: { type: ['string', 'null'] } }],
          ],
          [[...at.list, 'parameters', 1], { name: 'any', in: 'query' }],
        ],
      },
      {
        name: 'any texts, in lists, in choices and in a circle',
        given: [
          [
            ['components', 'schemas', 'Name'],
            { type: 'string', allOf: [{ $ref: '#/components/schemas/Name' }] },
          ],
          [
            [...at.pause, 'parameters'],
            [
              { type: 'array', items: { type: 'string' } },
              { anyOf: [{ type: 'integer' }, { $ref: '#/components/schemas/Name' }] },
              { allOf: [{ type: 'string' }, { description: 'Any.' }] },
            ].map((schema, i) => ({ name: `q${i}`, in: 'query', schema })),
          ],
        ],
      },
    ],
  },

  'contract-paging': {
    fires: [
      {
        name: 'a search without pages',
        given: [[[...at.pause, 'operationId'], 'searchJobs']],
        want: [
          'make it a GET',
          'add the parameter `page_id`',
          'add the parameter `limit`',
          'answer 200 with a list `items`',
          'answer 200 with a `next_page_id`',
          'link 200 to itself with `page_id: $response.body#/next_page_id`, as the next page',
        ].map((what) => ({
          path: at.pause,
          message: `\`searchJobs\` must page as all others do: ${what}.`,
        })),
      },
      {
        name: 'pages under another name, whose link leads elsewhere',
        given: [
          [
            ['paths', '/api/v1/runs'],
            {
              get: {
                ...pageOf(paged, { ...nextPage, operationId: 'listJobs' }),
                operationId: 'listRuns',
              },
            },
          ],
        ],
        want: [
          'begin its operationId with `search`',
          'link 200 to itself with `page_id: $response.body#/next_page_id`, as the next page',
        ].map((what) => ({
          path: ['paths', '/api/v1/runs', 'get'],
          message: `\`listRuns\` must page as all others do: ${what}.`,
        })),
      },
    ],
    silent: [
      {
        name: 'a page whose schema has a name and is made of parts',
        given: [
          [['components', 'schemas', 'RunPage'], { allOf: [paged] }],
          [
            ['paths', '/api/v1/runs'],
            { get: pageOf({ $ref: '#/components/schemas/RunPage' }, nextPage) },
          ],
        ],
      },
    ],
  },
};

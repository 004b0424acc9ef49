import { at } from './base.ts';
import type { Cases } from './case.ts';

const tags = ['x-tagGroups', 0, 'tags'];

function badSummary(summary: string): Cases[string]['fires'][number] {
  return {
    name: `the summary ${summary}`,
    given: [[[...at.list, 'summary'], summary]],
    want: [
      {
        path: [...at.list, 'summary'],
        message:
          'The summary of `listJobs` must say in the imperative what it does, in at most 60 characters and without a full stop, such as `Pause a sandbox`: rewrite it.',
      },
    ],
  };
}

function badDescription(description: string): Cases[string]['fires'][number] {
  return {
    name: `the description ${description}`,
    given: [[[...at.list, 'description'], description]],
    want: [
      {
        path: [...at.list, 'description'],
        message:
          'The description of `listJobs` must begin with what it does, in the third person, such as `Pauses the sandbox`: rewrite its first sentence.',
      },
    ],
  };
}

/** The rules on tags, names and the first words of texts. */
export const words: Cases = {
  'contract-purpose-first': {
    fires: [
      ...[
        'Lists jobs',
        'Listing jobs',
        'list jobs',
        'List',
        'List jobs.',
        `List ${'x'.repeat(60)}`,
      ].map(badSummary),
      ...['List the jobs.', 'This lists the jobs.', 'Unless none.', '`GET` of jobs.', ''].map(
        badDescription,
      ),
    ],
    silent: [
      { name: 'a verb with two s', given: [[[...at.list, 'summary'], 'Pass a job on']] },
      { name: 'a short verb with -ing', given: [[[...at.list, 'summary'], 'Bring jobs']] },
      { name: 'a verb before a comma', given: [[[...at.list, 'description'], 'Runs, or not.']] },
    ],
  },

  'contract-tag-groups': {
    fires: [
      {
        name: 'a tag in no group, and one that is nowhere declared',
        given: [[tags, ['Runs']]],
        want: [
          {
            path: ['tags', '0'],
            message:
              'The tag `Jobs` must stand in one group of `x-tagGroups`, not in 0: name it there once.',
          },
          {
            path: ['x-tagGroups', '0'],
            message:
              'The group `V1` must have tags that are declared: mend `Runs`, or add it to `tags`.',
          },
        ],
      },
      {
        name: 'a tag that stands twice, and one without operations',
        given: [
          [['tags', 1], { name: 'Runs' }],
          [tags, ['Jobs', 'Jobs', 'Runs']],
        ],
        want: [
          {
            path: ['tags', '0'],
            message:
              'The tag `Jobs` must stand in one group of `x-tagGroups`, not in 2: name it there once.',
          },
          {
            path: ['tags', '1'],
            message: 'The tag `Runs` must have an operation: give it to one, or take it away.',
          },
        ],
      },
    ],
    silent: [
      {
        name: 'two groups',
        given: [
          [['tags', 1], { name: 'Runs' }],
          [['x-tagGroups', 1], { name: 'Others', tags: ['Runs'] }],
          [[...at.pause, 'tags'], ['Runs']],
        ],
      },
    ],
  },

  'contract-legacy': {
    fires: [
      {
        name: 'a component that is reached through others, and the tag of the other generation',
        given: [
          [['components', 'schemas', 'LegacyJob'], { type: 'string' }],
          [[...at.job, 'properties', 'old'], { $ref: '#/components/schemas/LegacyJob' }],
          [[...at.pause, 'tags'], ['Jobs (legacy)']],
          [['paths', '/api/jobs'], { get: { operationId: 'getJobs', tags: ['Jobs'] } }],
        ],
        want: [
          {
            path: at.list,
            message:
              '`listJobs` must do without `components/schemas/LegacyJob`, which belongs to the legacy generation: refer to a component of V1.',
          },
          {
            path: [...at.pause, 'tags'],
            message:
              '`pauseJobs` must have a tag that does not end with `(legacy)`, not `Jobs (legacy)`: take the tag of its generation.',
          },
          {
            path: ['paths', '/api/jobs', 'get', 'tags'],
            message:
              '`getJobs` must have a tag that ends with `(legacy)`, not `Jobs`: take the tag of its generation.',
          },
        ],
      },
    ],
    silent: [
      {
        name: 'a legacy operation, and schemas in a circle',
        given: [
          [[...at.job, 'properties', 'parent'], { $ref: '#/components/schemas/Job' }],
          [['components', 'schemas', 'LegacyJob'], { $ref: '#/components/schemas/LegacyJob' }],
          [
            ['paths', '/api/jobs'],
            {
              get: {
                tags: ['Jobs (legacy)'],
                'x-generation': 'v0',
                parameters: [{ schema: { $ref: '#/components/schemas/LegacyJob' } }],
              },
            },
          ],
        ],
      },
    ],
  },

  'contract-names': {
    fires: [
      {
        name: 'each kind of name',
        given: [
          [['components', 'schemas', 'job_run'], {}],
          [['components', 'headers'], { request_id: {} }],
          [[...at.limit, 'name'], 'pageLimit'],
          [[...at.job, 'properties', 'startedAt'], {}],
          [[...at.list, 'responses', '200', 'links'], { 'next-page': {} }],
          [[...at.list, 'responses', '200', 'headers'], { rate_limit: {} }],
          [[...at.pause, 'parameters'], [{ name: 'X_Key', in: 'header' }]],
        ],
        want: [
          {
            path: [...at.list, 'responses', '200', 'links', 'next-page'],
            message:
              '`listJobs` (`#/paths/~1api~1v1~1jobs/get/responses/200/links/next-page`) must have a name in PascalCase, not `next-page`: rename it.',
          },
          {
            path: [...at.list, 'responses', '200', 'headers', 'rate_limit'],
            message:
              '`listJobs` (`#/paths/~1api~1v1~1jobs/get/responses/200/headers/rate_limit`) must have a name in Train-Case, not `rate_limit`: rename it.',
          },
          {
            path: [...at.pause, 'parameters', '0', 'name'],
            message:
              '`pauseJobs` (`#/paths/~1api~1v1~1jobs~1pause/post/parameters/0/name`) must have a name in Train-Case, not `X_Key`: rename it.',
          },
          {
            path: [...at.limit, 'name'],
            message:
              '`Limit` (`#/components/parameters/Limit/name`) must have a name in snake_case, not `pageLimit`: rename it.',
          },
          {
            path: [...at.job, 'properties', 'startedAt'],
            message:
              '`Job` (`#/components/schemas/Job/properties/startedAt`) must have a name in snake_case, not `startedAt`: rename it.',
          },
          {
            path: ['components', 'schemas', 'job_run'],
            message: '`job_run` must have a name in PascalCase, not `job_run`: rename it.',
          },
          {
            path: ['components', 'headers', 'request_id'],
            message: '`request_id` must have a name in Train-Case, not `request_id`: rename it.',
          },
        ],
      },
    ],
    silent: [
      {
        name: 'abbreviations, digits, a header, and what a link is given',
        given: [
          [['components', 'schemas', 'MCPHTTPServer2'], {}],
          [[...at.job, 'properties', 'v1_url2'], {}],
          [[...at.pause, 'parameters'], [{ name: 'X-Session-API-Key', in: 'header' }]],
          [
            [...at.list, 'responses', '200', 'links'],
            { Next: { parameters: { 'path.jobId': { name: 'jobId', in: 'path' } } } },
          ],
        ],
      },
    ],
  },
};

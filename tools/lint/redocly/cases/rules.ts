import { files, tree } from './base.ts';
import type { Cases } from './case.ts';

const stopJob = tree[files.stop]?.['post'] as { 'x-codeSamples': object[] };
const samples = stopJob['x-codeSamples'];

export const ruleCases: Cases = {
  'code-samples': {
    fires: [
      {
        name: 'no samples, and one that is missing',
        given: {
          [files.stop]: {
            get: { ...stopJob, operationId: 'getJob', 'x-codeSamples': undefined },
            post: { ...stopJob, 'x-codeSamples': samples.slice(0, 3) },
          },
        },
        want: [
          "paths/v1/jobs/job_id/stop.yaml:2:3 Sample 1 of `getJob` must be `{ lang: Shell, label: 'curl', source: { $ref: ../../../../samples/getJob/success.sh } }`: write it there.",
          "paths/v1/jobs/job_id/stop.yaml:2:3 Sample 2 of `getJob` must be `{ lang: TypeScript, label: 'TypeScript', source: { $ref: ../../../../samples/getJob/success.ts } }`: write it there.",
          "paths/v1/jobs/job_id/stop.yaml:2:3 Sample 3 of `getJob` must be `{ lang: Shell, label: 'curl, failing', source: { $ref: ../../../../samples/getJob/failure.sh } }`: write it there.",
          "paths/v1/jobs/job_id/stop.yaml:2:3 Sample 4 of `getJob` must be `{ lang: TypeScript, label: 'TypeScript, failing', source: { $ref: ../../../../samples/getJob/failure.ts } }`: write it there.",
          "paths/v1/jobs/job_id/stop.yaml:12:3 Sample 4 of `stopJob` must be `{ lang: TypeScript, label: 'TypeScript, failing', source: { $ref: ../../../../samples/stopJob/failure.ts } }`: write it there.",
        ],
      },
      {
        name: 'the file of another outcome, the text itself, and one more',
        given: {
          [files.stop]: {
            post: {
              ...stopJob,
              'x-codeSamples': [
                { ...samples[0], source: { $ref: '../../../../samples/stopJob/failure.sh' } },
                { ...samples[1], source: 'await stop();' },
                ...samples.slice(2),
                { lang: 'Go', source: 'stop()' },
              ],
            },
          },
        },
        want: [
          "paths/v1/jobs/job_id/stop.yaml:12:7 Sample 1 of `stopJob` must be `{ lang: Shell, label: 'curl', source: { $ref: ../../../../samples/stopJob/success.sh } }`: write it there.",
          "paths/v1/jobs/job_id/stop.yaml:16:7 Sample 2 of `stopJob` must be `{ lang: TypeScript, label: 'TypeScript', source: { $ref: ../../../../samples/stopJob/success.ts } }`: write it there.",
          'paths/v1/jobs/job_id/stop.yaml:27:7 `stopJob` must have 4 samples: take this one away.',
        ],
      },
    ],
    silent: [{ name: 'an operation with its samples', given: {} }],
  },

  described: {
    fires: [
      {
        name: 'members without a text, one of them beside a $ref',
        given: {
          [files.job]: {
            description: 'A job.',
            properties: {
              id: { type: 'string' },
              name: { description: ' ', type: 'string' },
              status: { $ref: 'JobStatus.yaml' },
              size: { description: 'How big.', properties: { width: {} } },
            },
          },
        },
        want: [
          '3:3 The member `id`',
          '5:3 The member `name`',
          '8:3 The member `status`',
          '13:7 The member `width`',
        ].map(
          (place) =>
            `components/schemas/Job.yaml:${place} must have a description: say what it is for.`,
        ),
      },
      {
        name: 'an example without a summary',
        given: {
          [files.job]: { description: 'A job.' },
          'components/examples/JobStopped.yaml': { summary: ' ', value: {} },
        },
        want: [
          'components/examples/JobStopped.yaml:1:1 The example `JobStopped` must have a summary: say what it shows.',
        ],
      },
      {
        name: 'a server, a request body and a link without a text',
        given: {
          [files.root]: { ...tree[files.root], servers: [{ url: 'http://localhost' }] },
          [files.stop]: { post: { ...stopJob, requestBody: { content: {} } } },
          [files.stopped]: {
            description: 'The job.',
            links: { Again: { operationId: 'stopJob', description: '' } },
          },
        },
        want: [
          'openapi.yaml:9:5 The server',
          'paths/v1/jobs/job_id/stop.yaml:28:3 The request body',
          'components/responses/Stopped.yaml:3:3 The link',
        ].map((place) => `${place} must have a description: say what it is for.`),
      },
    ],
    silent: [
      {
        name: 'items, choices and members that are called like keywords',
        given: {
          [files.job]: {
            properties: {
              properties: { description: 'What it has.', items: { type: 'string' } },
              choice: { description: 'One of them.', anyOf: [{ type: 'string' }] },
            },
          },
        },
      },
    ],
  },

  'reachable-files': {
    fires: [
      {
        name: 'files that nothing refers to',
        given: {
          'paths/v1/old.yaml': {},
          'components/schemas/Old.yaml': { items: { $ref: 'Older.yaml' } },
          'components/schemas/Older.yaml': { type: 'string' },
          'components/schemas/notes.txt': 'Old.',
        },
        want: [
          'paths/v1/old.yaml',
          'components/schemas/Old.yaml',
          'components/schemas/Older.yaml',
          'components/schemas/notes.txt',
        ].map(
          (file) =>
            `openapi.yaml:5:1 ${file} must be reached by a $ref from openapi.yaml: refer to it, or delete it.`,
        ),
      },
    ],
    silent: [
      {
        name: 'a file that is reached by way of others, one that is hidden, and one that is no component',
        given: {
          [files.status]: { anyOf: [{ $ref: 'Deep.yaml' }] },
          'components/schemas/Deep.yaml': { type: 'string' },
          'components/schemas/.DS_Store': '',
          'workflows/stop.yaml': {},
        },
      },
    ],
  },

  'ref-by-name': {
    fires: [
      {
        name: 'a path in a file of another name',
        given: {
          [files.root]: {
            ...tree[files.root],
            paths: { '/api/v1/jobs/{id}/stop': { $ref: './paths/v1/jobs/job_id/stop.yaml' } },
          },
        },
        want: [
          'openapi.yaml:7:11 `./paths/v1/jobs/job_id/stop.yaml` must be `./paths/v1/jobs/id/stop.yaml`: a $ref follows from the name and the kind of its target.',
        ],
      },
      {
        name: 'a pointer into the root document, and one into another file',
        given: {
          [files.root]: { ...tree[files.root], components: { schemas: { Job: {} } } },
          [files.job]: {
            properties: {
              a: { $ref: '../../openapi.yaml#/components/schemas/Job' },
              b: { $ref: '#/properties/a' },
              c: { $ref: './JobStatus.yaml' },
            },
          },
        },
        want: [
          'components/schemas/Job.yaml:3:11 `../../openapi.yaml#/components/schemas/Job` must be `Job.yaml`: a $ref follows from the name and the kind of its target.',
          'components/schemas/Job.yaml:5:11 `#/properties/a` must be `a.yaml`: a $ref follows from the name and the kind of its target.',
          'components/schemas/Job.yaml:7:11 `./JobStatus.yaml` must be `JobStatus.yaml`: a $ref follows from the name and the kind of its target.',
        ],
      },
      {
        name: 'an example under another name, a component of another kind',
        given: {
          [files.stopped]: {
            description: 'The job.',
            content: {
              'application/json': {
                schema: { $ref: '../examples/JobStopped.yaml' },
                examples: { Stopped: { $ref: '../examples/JobStopped.yaml' } },
              },
            },
          },
        },
        want: [
          'components/responses/Stopped.yaml:5:13 `../examples/JobStopped.yaml` must be `../schemas/JobStopped.yaml`: a $ref follows from the name and the kind of its target.',
          'components/responses/Stopped.yaml:7:7 The example `Stopped` must have the name of its file: call it `JobStopped`.',
        ],
      },
      {
        name: 'a text that is no sample',
        given: { [files.jobId]: { ...tree[files.jobId], description: { $ref: 'JobId.md' } } },
        want: [
          'components/parameters/JobId.yaml:4:3 `JobId.md` must not be a $ref: only schemas, parameters, responses, headers, examples and paths have files.',
        ],
      },
      {
        name: 'a kind that has no files',
        given: {
          [files.stopped]: { description: 'The job.', links: { Again: { $ref: 'Again.yaml' } } },
          'components/responses/Again.yaml': { operationId: 'stopJob' },
        },
        want: [
          'components/responses/Stopped.yaml:4:5 `Again.yaml` must not be a $ref: only schemas, parameters, responses, headers, examples and paths have files.',
        ],
      },
    ],
    silent: [
      {
        name: 'a path outside /api, a header, a security scheme',
        given: {
          [files.root]: {
            ...tree[files.root],
            paths: { '/apis': { $ref: './paths/apis.yaml' } },
            components: {
              securitySchemes: {
                Key: { type: 'http', scheme: 'basic' },
                Same: { $ref: '#/components/securitySchemes/Key' },
              },
            },
          },
          'paths/apis.yaml': {
            get: { responses: { '200': { $ref: '../components/responses/Stopped.yaml' } } },
          },
          [files.stopped]: {
            description: 'The job.',
            headers: { Age: { $ref: '../headers/Age.yaml' } },
          },
          'components/headers/Age.yaml': { schema: { type: 'integer' } },
        },
      },
    ],
  },

  'key-order': {
    fires: [
      {
        name: 'each kind in disorder',
        given: {
          [files.stop]: {
            post: {
              summary: 'Stop a job',
              operationId: 'stopJob',
              ...(tree[files.stop]?.['post'] as object),
            },
          },
          [files.jobId]: { in: 'path', name: 'job_id', required: true, schema: { type: 'string' } },
          [files.stopped]: { content: tree[files.stopped]?.['content'], description: 'The job.' },
          [files.job]: {
            properties: { status: { $ref: 'JobStatus.yaml', description: 'How it is.' } },
            type: 'object',
          },
          [files.status]: { enum: ['RUNNING'], 'x-enumDescriptions': {}, type: 'string' },
        },
        want: [
          'paths/v1/jobs/job_id/stop.yaml:3:3 In an operation, `operationId` must stand before `summary`: move it up.',
          'components/parameters/JobId.yaml:2:1 In a parameter, `name` must stand before `in`: move it up.',
          'components/responses/Stopped.yaml:8:1 In a response, `description` must stand before `content`: move it up.',
          'components/schemas/Job.yaml:5:1 In a schema, `type` must stand before `properties`: move it up.',
          'components/schemas/Job.yaml:4:5 In a schema, `description` must stand before `$ref`: move it up.',
          'components/schemas/JobStatus.yaml:3:1 In a schema, `x-enumDescriptions` must stand before `enum`: move it up.',
        ],
      },
    ],
    silent: [
      {
        name: 'properties in any order',
        given: {
          [files.job]: { type: 'object', properties: { type: {}, description: {} } },
        },
      },
    ],
  },
};

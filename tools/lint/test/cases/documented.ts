import {
  type Case,
  start,
  search,
  pause,
  job,
  request,
  status,
  append,
  replace,
} from './edit.ts';

const failure = 'openapi/components/schemas/ErrorBody.yaml';
const observed = '    x-provenance: observed\n    x-decision: D03\n';

export const documentedCases: Readonly<Record<string, readonly Case[]>> = {
  'contract-documented': [
    {
      reports:
        '`type` must be as documented (openapi/expected/schemas.yaml), ["string"], and is ["integer"]',
      at: 'type: integer',
      edits: [
        replace(
          job,
          'The id of the job.\n    type: string',
          'The id.\n    type: integer',
        ),
      ],
    },
    {
      reports: '["string"], and is ["string","null"]',
      at: "type: [string, 'null']",
      edits: [replace(job, '    type: string', "    type: [string, 'null']")],
    },
    {
      reports:
        '`default` must be as documented (openapi/expected/schemas.yaml), nothing, and is "job"',
      at: 'default: job',
      edits: [
        replace(job, '    type: string', '    type: string\n    default: job'),
      ],
    },
    {
      reports:
        '`maxLength` must be as documented (openapi/expected/schemas.yaml), nothing, and is 9',
      at: 'maxLength: 9',
      edits: [
        replace(job, '    type: string', '    type: string\n    maxLength: 9'),
      ],
    },
    {
      reports:
        '`format` must be as documented (openapi/expected/schemas.yaml), "password", and is nothing',
      at: 'token:',
      edits: [replace(request, '    format: password\n', '')],
    },
    {
      reports: '["RUNNING","PAUSED","DONE"], and is ["RUNNING","PAUSED"]',
      at: 'enum: [RUNNING, PAUSED]',
      in: status,
      edits: [
        replace(
          status,
          'enum: [RUNNING, PAUSED, DONE]',
          'enum: [RUNNING, PAUSED]',
        ),
      ],
    },
    {
      reports:
        '`required` must be as documented (openapi/expected/schemas.yaml), [], and is ["name"]',
      at: 'required: [name]',
      edits: [
        replace(request, 'type: object\n', 'type: object\nrequired: [name]\n'),
      ],
    },
    {
      reports:
        '`additionalProperties` must be as documented (openapi/expected/schemas.yaml), true, and is false',
      at: 'additionalProperties: false',
      edits: [append(request, 'additionalProperties: false\n')],
    },
    {
      reports: 'The documented property `started_at` must be there',
      at: 'properties:',
      edits: [replace(job, 'started_at:', 'begun:')],
    },
    {
      reports: 'The property `owner` must have an `x-provenance` of its own',
      at: 'owner:',
      edits: [
        replace(
          job,
          'properties:\n',
          'properties:\n  owner:\n    description: A.\n    type: string\n',
        ),
      ],
    },
    {
      reports:
        'The schema `ErrorBody` is not documented (openapi/expected/schemas.yaml): write',
      at: 'x-provenance',
      in: failure,
      edits: [
        replace(
          'openapi/expected/schemas.yaml',
          'ErrorBody:\n  required: [detail]\n  properties:\n    detail: { type: string }\n',
          '',
        ),
      ],
    },
    {
      reports:
        'The documented operation `get` of /api/v1/jobs/search must be there',
      at: 'put:',
      edits: [replace(search, 'get:', 'put:')],
    },
    {
      reports: '`security` must be as documented',
      at: 'security:',
      edits: [replace(pause, 'SessionApiKey: []', 'OtherKey: []')],
    },
    {
      reports:
        '`requestBody` must be as documented (openapi/expected/operations.yaml), "JobRequest", and is "Job"',
      at: 'requestBody:',
      edits: [replace(start, 'schemas/JobRequest.yaml', 'schemas/Job.yaml')],
    },
    {
      reports: 'The operation `delete` of /api/v1/jobs is not documented',
      at: 'delete:',
      edits: [append(start, 'delete: { x-provenance: documented }\n')],
    },
    {
      edits: [
        replace(
          job,
          '    type: string',
          `${observed}    type: [string, 'null']`,
        ),
      ],
    },
    {
      edits: [
        replace(
          job,
          'properties:\n',
          `properties:\n  owner:\n    description: A.\n${observed}    type: string\n`,
        ),
      ],
    },
    { edits: [append(start, 'delete: { x-provenance: assumed }\n')] },
  ],
};

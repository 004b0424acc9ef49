import {
  type Case,
  start,
  job,
  request,
  status,
  limit,
  failed,
  backup,
  append,
  replace,
} from './edit.ts';

export const schemasCases: Readonly<Record<string, readonly Case[]>> = {
  'contract-closed': [
    {
      reports: 'must stay open',
      at: 'additionalProperties',
      edits: [append(job, 'additionalProperties: false\n')],
    },
    {
      reports: 'must stay open',
      at: 'unevaluatedProperties',
      edits: [append(job, 'unevaluatedProperties:\n  not: {}\n')],
    },
    {
      reports: 'must stay open',
      at: 'propertyNames',
      edits: [append(job, 'propertyNames:\n  enum: [a]\n')],
    },
    {
      reports: 'must stay open',
      at: 'patternProperties',
      edits: [append(job, 'patternProperties:\n  a: false\n')],
    },
    {
      edits: [
        append(
          job,
          'additionalProperties:\n  not:\n    type: "null"\npropertyNames:\n  pattern: a\n',
        ),
      ],
    },
    {
      edits: [
        replace(backup, 'Nightly backup\n', '"additionalProperties: false"\n'),
      ],
    },
  ],
  'contract-object-properties': [
    {
      reports: 'must list its `properties`',
      at: 'env:',
      edits: [replace(request, '    additionalProperties: true\n', '')],
    },
    {
      reports: 'list `constructor` in `properties`',
      at: 'required:',
      edits: [replace(job, 'required: [id', 'required: [constructor, id')],
    },
    {
      edits: [
        replace(request, 'additionalProperties: true', 'patternProperties: {}'),
      ],
    },
  ],
  'contract-times': [
    {
      reports: 'must have `format: date-time`',
      at: 'started_at:',
      edits: [replace(job, '    format: date-time\n', '')],
    },
    {
      reports: 'must have `format: date-time`',
      at: 'ended_at:',
      edits: [
        replace(
          job,
          'properties:',
          'properties:\n  ended_at:\n    description: A.\n    $ref: JobStatus.yaml',
        ),
      ],
    },
    {
      edits: [
        replace(
          job,
          'properties:',
          "properties:\n  ended_at:\n    description: A.\n    anyOf:\n      - type: 'null'\n      - format: date-time",
        ),
      ],
    },
  ],
  'contract-formats': [
    {
      reports: 'must not have `format: datetime`',
      at: 'format: datetime',
      edits: [replace(job, 'format: date-time', 'format: datetime')],
    },
    { edits: [replace(job, 'format: date-time', 'format: uuid')] },
    {
      edits: [
        replace(
          job,
          'properties:',
          'properties:\n  format:\n    description: A.\n    const: datetime',
        ),
      ],
    },
  ],
  'contract-enum-meanings': [
    {
      reports: 'add `PAUSED`',
      at: 'x-enumDescriptions:',
      edits: [replace(status, '  PAUSED: It rests.\n', '')],
    },
    {
      reports: 'remove `GONE`',
      at: 'x-enumDescriptions:',
      edits: [
        replace(status, '  PAUSED: It', '  GONE: It is gone.\n  PAUSED: It'),
      ],
    },
    {
      reports: 'must have `x-enumDescriptions`',
      at: 'description:',
      edits: [append(request, 'enum: [a]\n')],
    },
    {
      edits: [
        replace(
          job,
          'properties:',
          'properties:\n  size:\n    description: A.\n    enum: [S, L]',
        ),
      ],
    },
  ],
  'contract-secret': [
    {
      reports: 'must have `x-secret: true`',
      at: 'format: password',
      edits: [replace(request, '    x-secret: true\n', '')],
    },
    {
      reports: 'must have `x-secret: true`, `x-secret: query` or none',
      at: 'x-secret: false',
      edits: [replace(request, 'x-secret: true', 'x-secret: false')],
    },
    {
      reports: 'as it is not documented',
      at: 'format: password',
      edits: [
        replace(
          request,
          '    x-secret: true',
          '    x-provenance: observed\n    x-decision: D01\n    x-secret: true',
        ),
      ],
    },
    { edits: [replace(request, '    format: password\n', '')] },
  ],
  'contract-names': [
    {
      reports: 'have a name in snake_case, not `startedBy`',
      at: 'startedBy:',
      edits: [
        replace(
          job,
          'properties:',
          'properties:\n  startedBy:\n    description: A.\n    type: string',
        ),
      ],
    },
    {
      reports: 'have a name in snake_case',
      at: 'name: pageLimit',
      edits: [replace(limit, 'name: limit', 'name: pageLimit')],
    },
    {
      reports: 'have a name in PascalCase',
      at: 'pause-it:',
      edits: [replace(start, 'PauseIt:', 'pause-it:')],
    },
    {
      reports: 'have a name in Train-Case',
      at: 'name: X_Limit',
      edits: [
        replace(limit, 'name: limit\nin: query', 'name: X_Limit\nin: header'),
      ],
    },
    {
      edits: [
        replace(
          job,
          'properties:',
          'properties:\n  v1_url2:\n    description: A.\n    type: string',
        ),
        replace(
          limit,
          'name: limit\nin: query',
          'name: X-API-Limit\nin: header',
        ),
      ],
    },
  ],
  'contract-examples': [
    {
      reports: '`Limit` must have an example',
      at: 'name: limit',
      edits: [replace(limit, 'example: 20\n', '')],
    },
    {
      reports: '/content/application~1json`) must have an example',
      at: 'application/json:',
      edits: [
        replace(
          failed,
          '    examples:\n      JobOver:\n        $ref: ../examples/JobOver.yaml\n',
          '',
        ),
      ],
    },
    {
      edits: [replace(limit, 'example: 20', 'examples:\n  Few:\n    value: 2')],
    },
  ],
  'contract-plausible-examples': [
    {
      reports: 'must be plausible, not `string`',
      at: 'name:',
      edits: [replace(backup, 'Nightly backup\n', 'string\n')],
    },
    {
      reports: 'must be plausible, not `Foo`',
      at: 'name:',
      edits: [replace(backup, 'Nightly backup\n', 'Foo\n')],
    },
    {
      // The word with which authors mark what they have not written yet: a value of this test.
      reports: 'must be plausible, not `TODO`',
      at: 'name:',
      edits: [replace(backup, 'Nightly backup\n', 'TODO\n')],
    },
    {
      reports: 'must be plausible, not `xxx`',
      at: 'name:',
      edits: [replace(backup, 'Nightly backup\n', 'xxx\n')],
    },
    {
      reports: 'must be plausible, not `Lorem ipsum dolor`',
      at: 'name:',
      edits: [replace(backup, 'Nightly backup\n', 'Lorem ipsum dolor\n')],
    },
    {
      reports: 'must be plausible, not `<id>`',
      at: 'name:',
      edits: [replace(backup, 'Nightly backup\n', '<id>\n')],
    },
    {
      reports: 'must be plausible, not `your-key`',
      at: 'name:',
      edits: [replace(backup, 'Nightly backup\n', 'your-key\n')],
    },
    {
      reports: 'must not show a realistic secret',
      at: 'token:',
      edits: [replace(backup, 'key-for-the-docs', '8f3a9c1e7d5b4f2a')],
    },
    {
      reports: 'must not show a realistic secret',
      at: 'token:',
      edits: [replace(backup, 'key-for-the-docs', 'hunter2')],
    },
    {
      reports: 'must not show a realistic secret',
      at: 'token:',
      edits: [replace(backup, 'key-for-the-docs', 'Zm9vYmFyYmF6cXV4')],
    },
    {
      reports: 'must not show a realistic secret',
      at: 'key: 9c1e7d5b',
      edits: [
        replace(backup, 'token: key-for-the-docs', 'env:\n    key: 9c1e7d5b'),
        replace(
          request,
          '    additionalProperties: true',
          '    additionalProperties:\n      x-secret: true',
        ),
      ],
    },
    {
      edits: [
        replace(backup, 'Nightly backup\n', 'Test it with foo 8f3a9c1e7d5b\n'),
      ],
    },
    { edits: [replace(backup, 'key-for-the-docs', "'*****'")] },
    { edits: [replace(backup, 'key-for-the-docs', 'Key 1 for the docs')] },
  ],
};

import {
  type Case,
  root,
  start,
  search,
  pause,
  request,
  jobPage,
  limit,
  pageId,
  failed,
  append,
  replace,
} from './edit.ts';

export const operationsCases: Readonly<Record<string, readonly Case[]>> = {
  'contract-operation-id': [
    {
      reports: 'of a known verb',
      at: 'operationId:',
      edits: [
        replace(pause, 'operationId: pauseJob', 'operationId: fetchJobs'),
      ],
    },
    {
      reports: 'of a known verb',
      at: 'operationId:',
      edits: [replace(pause, 'operationId: pauseJob', 'operationId: pause')],
    },
    {
      reports: 'of a known verb',
      at: 'operationId:',
      edits: [
        replace(pause, 'operationId: pauseJob', 'operationId: pause_job'),
      ],
    },
    {
      edits: [
        replace(pause, 'operationId: pauseJob', 'operationId: pauseOldJob'),
      ],
    },
  ],
  'contract-security': [
    {
      reports: 'must require the API key',
      at: 'security:',
      edits: [
        replace(pause, 'SessionApiKey: []', 'SessionApiKey: []\n    - {}'),
      ],
    },
    {
      reports: 'must require the API key',
      at: 'security:',
      edits: [
        replace(
          pause,
          'SessionApiKey: []',
          'SessionApiKey: []\n      Other: []',
        ),
      ],
    },
    {
      reports: 'required property "security"',
      at: 'post:',
      edits: [replace(pause, '  security:\n    - SessionApiKey: []\n', '')],
    },
    {
      reports: 'must require the API key',
      at: 'name: Authorization',
      edits: [replace(root, 'X-Session-API-Key', 'Authorization')],
    },
  ],
  'contract-retry': [
    {
      reports: 'a GET `x-retry: safe`',
      at: 'x-retry:',
      edits: [replace(search, 'x-retry: safe', 'x-retry: never')],
    },
    {
      reports: 'must have `x-retry',
      at: 'post:',
      edits: [replace(pause, '  x-retry: safe\n', '')],
    },
    { edits: [replace(pause, 'x-retry: safe', 'x-retry: never')] },
  ],
  'contract-shared-errors': [
    {
      reports: 'must be a $ref to components/responses',
      at: "'404':",
      edits: [
        replace(
          pause,
          "'404':\n      $ref: ../../../../components/responses/Failed.yaml",
          "'404':\n      description: None.",
        ),
      ],
    },
    {
      reports: 'must be a $ref to components/responses',
      at: "'5XX':",
      edits: [
        replace(
          pause,
          "'404':\n      $ref: ../../../../components/responses/Failed.yaml",
          "'5XX':\n      description: None.",
        ),
      ],
    },
    {
      reports: 'must be a $ref to components/responses',
      at: 'default:',
      edits: [
        replace(
          pause,
          "'404':\n      $ref: ../../../../components/responses/Failed.yaml",
          'default:\n      description: None.',
        ),
      ],
    },
  ],
  'contract-legacy': [
    {
      reports: 'not use `components/schemas/LegacyName`',
      at: 'post:',
      in: start,
      edits: [
        replace(request, '    type: string', '    $ref: LegacyName.yaml'),
        append(
          'openapi/components/schemas/LegacyName.yaml',
          'description: Old.\n',
        ),
      ],
    },
    {
      reports: 'does not end with `(legacy)`',
      at: 'tags:',
      edits: [replace(pause, '- Jobs', '- Jobs (legacy)')],
    },
    {
      reports: 'that ends with `(legacy)`',
      at: 'tags:',
      in: 'openapi/paths/runs.yaml',
      edits: [
        replace(
          root,
          'paths:',
          'paths:\n  /api/runs:\n    $ref: ./paths/runs.yaml',
        ),
        append('openapi/paths/runs.yaml', 'get:\n  tags: [Jobs]\n'),
      ],
    },
    {
      edits: [
        replace(
          root,
          'paths:',
          'paths:\n  /api/runs:\n    $ref: ./paths/runs.yaml',
        ),
        append('openapi/paths/runs.yaml', 'get:\n  tags: [Jobs (legacy)]\n'),
      ],
    },
  ],
  'contract-tag-groups': [
    {
      reports: 'in one group of `x-tagGroups`, not in 2',
      at: '- name: Jobs',
      edits: [replace(root, 'tags: [Jobs]', 'tags: [Jobs, Jobs]')],
    },
    {
      reports: 'must list declared tags: fix `Runs`',
      at: '- name: V1',
      edits: [replace(root, 'tags: [Jobs]', 'tags: [Jobs, Runs]')],
    },
    {
      reports: 'must have an operation',
      at: '- name: Runs',
      edits: [
        replace(
          root,
          'x-tagGroups:',
          '  - name: Runs\n    description: Old ones.\nx-tagGroups:\n  - name: Old\n    tags: [Runs]',
        ),
      ],
    },
  ],
  'contract-request-body': [
    {
      reports: 'must not have a request body',
      at: 'requestBody:',
      edits: [
        replace(
          search,
          '  responses:',
          '  requestBody:\n    description: None.\n    content: {}\n  responses:',
        ),
      ],
    },
    {
      edits: [
        replace(
          pause,
          '  responses:',
          '  requestBody:\n    description: None.\n    content: {}\n  responses:',
        ),
      ],
    },
  ],
  'contract-no-content': [
    {
      reports: 'must have no content',
      at: 'content:',
      edits: [
        replace(
          pause,
          '      x-provenance: documented\n',
          '      x-provenance: documented\n      content:\n        application/json: {}\n',
        ),
      ],
    },
    {
      reports: 'must have no content',
      at: 'content:',
      in: failed,
      edits: [replace(pause, "'409'", "'304'")],
    },
    { edits: [replace(pause, "'204':", "'202':")] },
  ],
  'contract-input-errors': [
    {
      reports: 'must declare 422, as `page_id` can be invalid',
      at: 'responses:',
      edits: [
        replace(
          search,
          "    '422':\n      $ref: ../../../components/responses/Failed.yaml\n",
          '',
        ),
        replace(pageId, 'type: string', 'type: string\n  format: uuid'),
      ],
    },
    {
      reports: 'must declare 404',
      at: 'responses:',
      edits: [
        replace(
          pause,
          "    '404':\n      $ref: ../../../../components/responses/Failed.yaml\n",
          '',
        ),
      ],
    },
    {
      reports: 'must declare 422',
      at: 'responses:',
      in: search,
      edits: [
        replace(
          limit,
          'type: integer\n  minimum: 1',
          '$ref: JobName.yaml\n  maxLength: 3',
        ),
        replace(
          search,
          "    '422':\n      $ref: ../../../components/responses/Failed.yaml\n",
          '',
        ),
        append('openapi/components/schemas/JobName.yaml', 'type: string\n'),
      ],
    },
    {
      reports: 'must declare 422',
      at: 'responses:',
      in: search,
      edits: [
        replace(
          limit,
          'type: integer\n  minimum: 1',
          'allOf:\n    - type: string\n    - pattern: a',
        ),
        replace(
          search,
          "    '422':\n      $ref: ../../../components/responses/Failed.yaml\n",
          '',
        ),
        append('openapi/components/schemas/JobName.yaml', 'type: string\n'),
      ],
    },
    {
      reports: 'must declare 422',
      at: 'responses:',
      in: search,
      edits: [
        replace(
          limit,
          'type: integer\n  minimum: 1',
          'type: array\n  items:\n    type: integer',
        ),
        replace(
          search,
          "    '422':\n      $ref: ../../../components/responses/Failed.yaml\n",
          '',
        ),
        append('openapi/components/schemas/JobName.yaml', 'type: string\n'),
      ],
    },
    {
      edits: [
        replace(
          search,
          "    '422':\n      $ref: ../../../components/responses/Failed.yaml\n",
          '',
        ),
        replace(limit, 'type: integer\n  minimum: 1', "type: [string, 'null']"),
      ],
    },
    { edits: [replace(pause, "'404':", "'4XX':")] },
    { edits: [replace(pause, "'404':", 'default:')] },
    // What a GET does with a body is not defined.
    {
      edits: [
        replace(
          search,
          "    '422':\n      $ref: ../../../components/responses/Failed.yaml\n",
          '',
        ),
        replace(limit, 'type: integer\n  minimum: 1', "type: [string, 'null']"),
        replace(
          search,
          '  responses:\n',
          '  requestBody:\n    content: { application/json: { schema: { type: object } } }\n  responses:\n',
        ),
      ],
    },
  ],
  'contract-paging': [
    {
      reports: 'page as all others do: link 200 to itself',
      at: 'get:',
      edits: [
        replace(
          search,
          'page_id: $response.body#/next_page_id',
          'page_id: $response.body#/items/0/id',
        ),
      ],
    },
    {
      reports: 'begin its operationId with `search`',
      at: 'get:',
      edits: [
        replace(search, 'operationId: searchJobs', 'operationId: listJobs'),
        replace(
          search,
          '          operationId: searchJobs',
          '          operationId: listJobs',
        ),
      ],
    },
    {
      reports: 'add the parameter `limit`',
      at: 'get:',
      edits: [
        replace(
          search,
          '    - $ref: ../../../components/parameters/Limit.yaml\n',
          '',
        ),
      ],
    },
    {
      reports: 'a list `items`',
      at: 'get:',
      in: search,
      edits: [replace(jobPage, 'type: array', 'type: object')],
    },
    {
      edits: [
        replace(
          jobPage,
          "    type: [string, 'null']",
          "    anyOf:\n      - type: [string, 'null']",
        ),
      ],
    },
  ],
  'contract-one-server': [
    {
      reports: 'must have one server',
      at: '- url: https://runs.test',
      edits: [
        replace(
          root,
          'tags:',
          '  - url: https://runs.test\n    description: Runs.\ntags:',
        ),
      ],
    },
    {
      reports: 'must have one server',
      at: 'servers:',
      edits: [
        replace(
          pause,
          '  parameters:',
          '  servers:\n    - url: https://runs.test\n      description: Runs.\n  parameters:',
        ),
      ],
    },
  ],
  'contract-links': [
    {
      reports: 'must lead to an operation: fix its operationId `findJob`',
      at: 'PauseIt:',
      edits: [replace(start, 'operationId: pauseJob', 'operationId: findJob')],
    },
    {
      reports: 'pass parameters that `pauseJob` has: fix `id`',
      at: 'PauseIt:',
      edits: [
        replace(
          start,
          'job_id: $response',
          'job_id: $response.body#/id\n            id: $response',
        ),
      ],
    },
    {
      reports: 'pass what `pauseJob` requires: add `job_id`',
      at: 'PauseIt:',
      edits: [
        replace(
          start,
          'parameters:\n            job_id: $response.body#/id',
          'parameters: {}',
        ),
      ],
    },
    {
      reports: 'take what the response has: fix `$response.body#/0/id`',
      at: 'PauseIt:',
      edits: [replace(start, 'body#/id', 'body#/0/id')],
    },
    {
      edits: [
        replace(
          start,
          'job_id: $response.body#/id',
          "path.job_id: '{$response.body#/status}'",
        ),
      ],
    },
    { edits: [replace(start, '$response.body#/id', 'last')] },
  ],
  'contract-dialect': [
    {
      reports: 'must have `openapi: 3.1.x`',
      at: 'jsonSchemaDialect:',
      edits: [
        replace(
          root,
          'https://json-schema.org/draft/2020-12/schema',
          'https://spec.openapis.org/oas/3.1/dialect/base',
        ),
      ],
    },
    {
      reports: 'required property',
      at: 'openapi:',
      edits: [
        replace(
          root,
          'jsonSchemaDialect: https://json-schema.org/draft/2020-12/schema\n',
          '',
        ),
      ],
    },
    { edits: [replace(root, '3.1.1', '3.1.0')] },
  ],
  'contract-retry-texts': [
    {
      reports:
        'must not have `x-retry: safe`, as its description says that it is not idempotent',
      at: 'x-retry: safe',
      edits: [
        replace(
          pause,
          'description: Pauses the job',
          'description: Not idempotent. Pauses the job',
        ),
      ],
    },
    {
      reports:
        'must not have `x-retry: unsent`, as its description says that it is idempotent',
      at: 'x-retry: unsent',
      edits: [
        replace(
          start,
          'description: Starts a job',
          'description: Idempotent. Starts a job',
        ),
      ],
    },
    {
      edits: [
        replace(
          start,
          'description: Starts a job',
          'description: Not idempotent. Starts a job',
        ),
      ],
    },
    {
      edits: [
        replace(
          pause,
          'description: Pauses the job',
          'description: Idempotent. Pauses the job',
        ),
      ],
    },
  ],
  'contract-ignored-headers': [
    ...['Accept', 'Content-Type', 'authorization'].map((name) => ({
      reports: `must not be the header ${name}, which OpenAPI ignores`,
      at: `name: ${name}`,
      edits: [
        replace(limit, 'name: limit\nin: query', `name: ${name}\nin: header`),
      ],
    })),
    {
      reports: 'must not be the header Content-Type, which OpenAPI ignores',
      at: 'content-type:',
      edits: [
        replace(
          failed,
          'content:\n',
          'headers:\n  content-type:\n    schema:\n      type: string\ncontent:\n',
        ),
      ],
    },
    { edits: [replace(limit, 'name: limit', 'name: accept')] },
    {
      edits: [
        replace(
          failed,
          'content:\n',
          'headers:\n  Retry-After:\n    schema:\n      type: string\ncontent:\n',
        ),
      ],
    },
  ],
};

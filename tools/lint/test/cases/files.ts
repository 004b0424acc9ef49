import {
  type Case,
  root,
  pause,
  job,
  request,
  limit,
  failed,
  decisions,
  workflow,
  readme,
  guide,
  append,
  replace,
} from './edit.ts';

export const filesCases: Readonly<Record<string, readonly Case[]>> = {
  'contract/yaml': [
    {
      reports: 'The YAML is invalid',
      at: 'required:',
      edits: [replace(job, 'type: object', 'type: [object')],
    },
    {
      reports: 'Map keys must be unique',
      at: 'description: Twice',
      edits: [replace(job, 'type:', 'description: Twice.\ntype:')],
    },
    { edits: [replace(job, 'type: object', 'type: "object"')] },
  ],
  'contract/line-ends': [
    {
      reports: 'must end with LF',
      at: '\r',
      edits: [replace(job, 'type: object\n', 'type: object\r\n')],
    },
  ],
  'contract/leading-zero': [
    {
      reports: 'write `144`, or quote it',
      at: '0144',
      edits: [replace(limit, 'minimum: 1', 'minimum: 0144')],
    },
    {
      edits: [
        replace(
          limit,
          'minimum: 1',
          "minimum: 0\n  title: '0144'\n  maximum: 0.5",
        ),
      ],
    },
  ],
  'contract/code-samples': [
    {
      reports: 'Sample 1 of `pauseAll` must be',
      at: '- lang: Shell',
      edits: [replace(pause, 'operationId: pauseJob', 'operationId: pauseAll')],
    },
    {
      reports: '`pauseJob` must have 8 samples',
      at: '- lang: Go',
      edits: [append(pause, '    - lang: Go\n      source: pause()\n')],
    },
  ],
  'contract/key-order': [
    {
      reports: 'In a parameter, `name` must be before `in`',
      at: 'name: limit',
      edits: [
        replace(limit, 'name: limit\nin: query', 'in: query\nname: limit'),
      ],
    },
    {
      reports: 'In a schema, `description` must be before `$ref`',
      at: 'description: How the',
      edits: [
        replace(
          job,
          '    description: How the job is doing.\n    $ref: JobStatus.yaml',
          '    $ref: JobStatus.yaml\n    description: How the job is doing.',
        ),
      ],
    },
    {
      reports: 'In an operation',
      at: 'summary:',
      edits: [
        replace(pause, '  summary: Pause a job\n', ''),
        replace(pause, '  x-provenance', '  description2: 1\n  x-provenance'),
        replace(pause, '  description2: 1', '  summary: Pause a job'),
      ],
    },
    {
      edits: [
        replace(
          job,
          'properties:',
          'properties:\n  type:\n    description: A.\n    type: string\n  description:\n    description: A.\n    type: string',
        ),
      ],
    },
  ],
  'contract/reachable-files': [
    {
      reports: 'leads to this file',
      at: 'description: Old.',
      in: 'openapi/components/schemas/Old.yaml',
      edits: [
        append('openapi/components/schemas/Old.yaml', 'description: Old.\n'),
      ],
    },
    { edits: [append('openapi/components/schemas/.DS_Store', '')] },
  ],
  'contract/ref-by-name': [
    {
      reports: '`./JobStatus.yaml` must be `JobStatus.yaml`',
      at: './JobStatus',
      edits: [replace(job, '$ref: JobStatus', '$ref: ./JobStatus')],
    },
    {
      reports: 'must have the name of its file: rename it to `JobOver`',
      at: 'Over:',
      edits: [replace(failed, 'JobOver:', 'Over:')],
    },
    {
      reports: 'must be `./paths/v1/runs.yaml`',
      at: './paths/v1/jobs.yaml',
      edits: [replace(root, '/api/v1/jobs:', '/api/v1/runs:')],
    },
  ],
  'contract/status-codes': [
    {
      reports: 'The status `404` must be quoted',
      at: '404:',
      edits: [replace(pause, "'404'", '404')],
    },
    {
      reports: 'The status `401` must be before `404`',
      at: "'401'",
      edits: [
        replace(pause, "'401'", "'400'"),
        replace(pause, "'404'", "'4XX'"),
        replace(pause, "'409'", "'401'"),
        replace(pause, "'4XX'", "'404'"),
      ],
    },
    {
      edits: [
        replace(pause, "'429'", "'4XX'"),
        replace(
          pause,
          '  x-codeSamples',
          '    default:\n      $ref: ../../../../components/responses/Failed.yaml\n  x-codeSamples',
        ),
      ],
    },
  ],
  'contract/byte-order-mark': [
    {
      reports: 'must not begin with a byte order mark',
      at: 'description: Something',
      edits: [
        replace(job, 'description: Something', '\uFEFFdescription: Something'),
      ],
    },
    {
      reports: 'save it as UTF-8 without BOM',
      at: '# Guide',
      edits: [replace(guide, '# Guide', '\uFEFF# Guide')],
    },
    { edits: [replace(job, 'The id', 'The \uFEFF id')] },
  ],
  'contract/tabs': [
    {
      reports: 'must have no tabs: write spaces',
      at: 'type: object',
      edits: [replace(job, 'type: object', 'type: object\t')],
    },
    {
      reports: 'must have no tabs',
      at: '# Guide',
      edits: [replace(guide, '# Guide', '# Guide\t')],
    },
    { edits: [append('openapi/samples/startJob/success.sh', '\techo\n')] },
  ],
  'contract/secrets': [
    {
      reports: '`sk-a…` looks like a real secret: revoke it',
      at: '# Use sk-',
      edits: [
        replace(
          job,
          'type: object',
          `# Use sk-${'a'.repeat(24)}\ntype: object`,
        ),
      ],
    },
    {
      reports: '`8f3a…` looks like a real secret',
      at: '# curl',
      edits: [
        replace(
          job,
          'type: object',
          "# curl -H 'X-Session-API-Key: 8f3a9c1e7d5b4f2a'\ntype: object",
        ),
      ],
    },
    {
      reports: '`8f3a…` looks like a real secret',
      at: 'Bearer',
      edits: [
        append(readme, 'Send `Authorization: Bearer 8f3a9c1e7d5b4f2a`.\n'),
      ],
    },
    {
      reports: '`hunt…` looks like a real secret',
      at: 'https://ada',
      edits: [
        append(decisions, 'See <https://ada:hunter2hunter2@jobs.test>.\n'),
      ],
    },
    {
      reports: '`ghp_…` looks like a real secret',
      at: 'ghp_',
      edits: [
        replace(
          workflow,
          'summary: Pause',
          `summary: Use ghp_${'a1'.repeat(18)} to pause`,
        ),
      ],
    },
    {
      reports: '`8f3a…` looks like a real secret',
      at: '# export',
      edits: [
        replace(
          job,
          'type: object',
          '# export JOBS_TOKEN=8f3a9c1e7d5b4f2a\ntype: object',
        ),
      ],
    },
    {
      edits: [
        replace(
          job,
          'type: object',
          '# token: sessionProviderToken\ntype: object',
        ),
      ],
    },
    {
      reports: '`9c1e…` looks like a real secret',
      at: '# token',
      edits: [
        replace(
          request,
          'type: object',
          '# token: 9c1e7d5b4f2a8f3a\ntype: object',
        ),
      ],
    },
    {
      edits: [
        replace(
          job,
          'type: object',
          "# curl -H 'X-Session-API-Key: key-for-the-docs'\ntype: object",
        ),
      ],
    },
    {
      edits: [
        replace(
          job,
          'type: object',
          '# curl -H "X-Session-API-Key: $API_KEY"\ntype: object',
        ),
      ],
    },
    {
      edits: [append(readme, 'The id is 8f3a9c1e7d5b4f2a8f3a9c1e7d5b4f2a.\n')],
    },
  ],
  'contract/markdown-links': [
    {
      reports:
        'The link `decision.md` leads to no file: decision.md does not exist',
      at: 'decision.md',
      edits: [append(readme, '[All](decision.md)\n')],
    },
    {
      reports: 'The link `#begin` leads to no heading of README.md: fix it',
      at: '#begin',
      edits: [append(readme, '[Begin](#begin)\n')],
    },
    {
      reports: 'The link `openapi/decisions.md#d05` leads to no heading',
      at: '#d05',
      edits: [append(readme, '[D05](openapi/decisions.md#d05)\n')],
    },
    {
      reports: 'The link `gone.md` leads to no file',
      at: '[gone]: gone.md',
      edits: [append(readme, 'See [this][gone].\n\n[gone]: gone.md\n')],
    },
    {
      reports: 'The label `gone` has no definition',
      at: '[this][gone]',
      edits: [append(readme, 'See [this][gone].\n')],
    },
    {
      reports: 'The label `gone` has no definition',
      at: '[gone][]',
      edits: [append(readme, 'See [gone][].\n')],
    },
    {
      reports: 'The link `100%.md` is no valid URL: write `%25`',
      at: '100%.md',
      edits: [append(readme, '[All](100%.md)\n')],
    },
    {
      edits: [
        append(
          readme,
          'See [this][Start here] and list[0][1].\n\n[start  HERE]: #start\n',
        ),
      ],
    },
    {
      reports: 'The link `gone.png` leads to no file',
      at: 'gone.png',
      edits: [append(readme, '![An image](gone.png)\n')],
    },
    {
      reports: 'The link `gone.md` leads to no file: packages/docs/gone.md',
      at: 'gone.md',
      edits: [append(guide, '\n[Gone](gone.md)\n')],
    },
    {
      reports:
        'The link `../decisions.md#D01` leads nowhere, as descriptions appear',
      at: 'description: The [id]',
      edits: [replace(job, 'The id of', 'The [id](../decisions.md#D01) of')],
    },
    {
      reports: 'The link `#operation/pauseJob` leads nowhere',
      at: 'description: The [id]',
      edits: [replace(job, 'The id of', 'The [id](#operation/pauseJob) of')],
    },
    {
      edits: [
        append(
          readme,
          '[D03](openapi/decisions.md#D03), [start](#start), [away](https://jobs.test/x.md)\n',
        ),
      ],
    },
    {
      edits: [
        append(readme, '`[code](gone.md)`\n\n```\n[code](gone.md)\n```\n'),
      ],
    },
    { edits: [replace(job, 'The id of', 'The [id](https://jobs.test) of')] },
    {
      edits: [
        append(
          guide,
          '\n[0.1.0](changelog.md#x), [D](decisions.md#D01), [all](operations/startJob.md#a)\n',
        ),
      ],
    },
  ],
};

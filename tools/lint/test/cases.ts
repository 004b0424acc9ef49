import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';

export const repository: string = join(import.meta.dirname, '../../..');

/** The folder with the small contract. */
export const contract: string = join(import.meta.dirname, 'contract');

/** Writes the configuration of both linters into a folder, with the repository's rules. */
export function configure(folder: string): void {
  symlinkSync(join(repository, 'node_modules'), join(folder, 'node_modules'));
  for (const file of ['redocly.yaml', '.spectral.yaml']) {
    const text = readFileSync(join(repository, file), 'utf8');
    const lint = relative(folder, join(import.meta.dirname, '..'));
    writeFileSync(join(folder, file), text.replaceAll('./tools/lint/', `${lint}/`));
  }
}

/** Replaces a text in a file of `contract/openapi`; an empty text stands for the end of the file. */
export type Edit = readonly [file: string, from: string, to: string];

/** What is reported: the text at its position, in the edited file or in the one before `|`, and the message. */
export type Firing = readonly [at: string, message: string, ...edits: Edit[]];

export interface Cases {
  readonly fires: readonly Firing[];
  readonly silent?: readonly (readonly Edit[])[];
}

const root = 'openapi.yaml';
const start = 'paths/v1/jobs.yaml';
const search = 'paths/v1/jobs/search.yaml';
const pause = 'paths/v1/jobs/job_id/pause.yaml';
const job = 'components/schemas/Job.yaml';
const request = 'components/schemas/JobRequest.yaml';
const status = 'components/schemas/JobStatus.yaml';
const limit = 'components/parameters/Limit.yaml';
const failed = 'components/responses/Failed.yaml';
const backup = 'components/examples/StartBackup.yaml';
const started = 'components/examples/JobStarted.yaml';
const decisions = 'decisions.md';

const property = (text: string): Edit => [job, 'properties:', `properties:\n${text}`];
const example = (value: string): Edit => [backup, 'Nightly backup\n', `${value}\n`];
const token = (value: string): Edit => [backup, 'key-for-the-docs', value];
const summary = (text: string): Edit => [pause, 'Pause a job', text];
const without422: Edit = [
  search,
  "    '422':\n      $ref: ../../../components/responses/Failed.yaml\n",
  '',
];
const lifecycle = (from: string, to: string): Edit => [status, from, to];

/** A legacy operation and its path. */
const legacyPath = (operation: string): readonly Edit[] => [
  [root, 'paths:', 'paths:\n  /api/runs:\n    $ref: ./paths/runs.yaml'],
  ['paths/runs.yaml', '', operation],
];

/** For each rule: edits of the small contract that it must report, and edits that it must not; one case a line. */
// prettier-ignore
export const cases: Readonly<Record<string, Cases>> = {
  'contract/yaml': {
    fires: [
      ['required:', 'The YAML is invalid', [job, 'type: object', 'type: [object']],
      ['description: Twice', 'Map keys must be unique', [job, 'type:', 'description: Twice.\ntype:']],
    ],
    silent: [[[job, 'type: object', 'type: "object"']]],
  },
  'contract/line-ends': {
    fires: [['\r', 'must end with LF', [job, 'type: object\n', 'type: object\r\n']]],
  },
  'contract/leading-zero': {
    fires: [['0144', 'write `144`, or quote it', [limit, 'minimum: 1', 'minimum: 0144']]],
    silent: [[[limit, 'minimum: 1', "minimum: 0\n  title: '0144'\n  maximum: 0.5"]]],
  },
  'contract-decision': {
    fires: [
      ['x-decision: D04', '`x-decision: D04` must name an entry', [failed, 'x-decision: D01', 'x-decision: D04']],
      ['meaning: D09', '`meaning: D09` must name an entry', [limit, 'x-provenance: documented', 'x-provenance: documented\nx-assumed: { meaning: D09 }']],
      ['## D04', 'D04 is entry 3', [decisions, '## D03', '## D04']],
      ['## D02 · Rate', 'D02 must have one entry', [decisions, '## D03', '## D02']],
      ['## D3', 'must be `## D07 · Title`, a line', [decisions, '## D03', '## D3']],
      ['## D02', '`documented` or `observed`, and', [decisions, '2026-03-02 · assumed', '2026-03-02 · guessed']],
      ['## D01', 'and paragraphs **Documented:**', [decisions, '**Chosen:** One', 'One']],
      ['2026-02-30', '`2026-02-30` must be a date', [decisions, '2026-03-01', '2026-02-30']],
      ['2999-02-28', '`2999-02-28` must not be in the future', [decisions, '2026-03-01', '2999-02-28']],
    ],
    silent: [
      [[decisions, '2026-03-01', '2024-02-29']],
      [[decisions, '## D03 · Rate limits', '| D03 | Rate limits | Nothing | None | 2026-03-02 · assumed |\n\n']],
    ],
  },
  'contract-evidence': {
    fires: [
      ['## D02', 'D02 is observed, so it must name', [decisions, '2026-03-02 · assumed', '2026-03-02 · observed']],
      ['## D03', 'D03 is observed, so it must name', [decisions, '**Evidence:** `1.2.0 startJob/too-often`, `startJob/started`, read (1.1.0, 2026-03-01).', '']],
      ['`1.2.0 startJob/to-often`', 'D03 names the exchange `1.2.0 startJob/to-often`, which openapi/evidence does not have: did you mean `1.2.0 startJob/too-often`?', [decisions, 'too-often', 'to-often']],
      ['`1.3.0 startJob/too-often`', 'did you mean `1.2.0 startJob/too-often`?', [decisions, '1.2.0', '1.3.0']],
      ['`startJob/begun-in-another-way`', 'record it, or fix the name', [decisions, 'startJob/started', 'startJob/begun-in-another-way']],
      ['`1.2.0 startJob', 'the source `rumours`, which must be an edition or one of hosted,', [decisions, 'read (1.1.0,', 'read (rumours,']],
      ['`1.2.0 startJob', 'has `seen somewhere`, and must be a list', [decisions, 'read (1.1.0, 2026-03-01)', 'seen somewhere']],
      ['`1.2.0 startJob', 'has `read (1.1.0, 2026-03)`', [decisions, '2026-03-01).', '2026-03).']],
      ['`startJob/stat`', 'D02 names', [decisions, '**Alternatives:** None.\n\n## D03', '**Alternatives:** None.\n\n**Evidence:** `startJob/stat`.\n\n## D03']],
      ['Rate limits', 'D03 is observed, so it must name', [decisions, '## D03 · Rate limits', '| D03 | Rate limits | Nothing | None | 2026-03-02 · observed |\n\n']],
      ['`startJob/stat`', 'did you mean `startJob/started`?', [decisions, '## D03 · Rate limits', '| D03 | Rate limits | Nothing | None | 2026-03-02 · observed · `startJob/stat` |\n\n']],
    ],
    silent: [
      [[decisions, '`1.2.0 startJob/too-often`, `startJob/started`, ', '']],
      [[decisions, ', read (1.1.0, 2026-03-01)', '']],
      [[decisions, 'read (1.1.0, 2026-03-01)', 'read (hosted, 2026-03-01)']],
      [[decisions, '`1.2.0 startJob/too-often`, ', '`1.2.0\nstartJob/too-often`,\n']],
      [[decisions, '## D03 · Rate limits', '| D03 | Rate limits | Nothing | None | 2026-03-02 · observed · `startJob/started` |\n\n']],
    ],
  },
  'contract/code-samples': {
    fires: [
      ['- lang: Shell', 'Sample 1 of `pauseAll` must be', [pause, 'operationId: pauseJob', 'operationId: pauseAll']],
      ['- lang: Go', '`pauseJob` must have 8 samples', [pause, '', '    - lang: Go\n      source: pause()\n']],
    ],
  },
  'contract/described': {
    fires: [
      ['id:\n', 'The property `id` must have a description', [job, '    description: The id of the job.\n', '']],
      ['status:\n', 'The property `status`', [job, '    description: How the job is doing.\n', '']],
      ['requestBody:', 'The request body must', [start, '    description: The job to start.\n', '']],
      ['PauseIt:', 'The link `PauseIt` must', [start, '          description: Pauses the new job.\n', '']],
      ['- url:', 'The server must', [root, '\n    description: Where jobs are run.', '']],
      ['summary:', 'The example `StartBackup` must have a summary', [backup, 'A nightly backup', "' '"]],
    ],
    silent: [[property('  properties:\n    description: What it has.\n    type: array\n    items:\n      type: string')]],
  },
  'contract/key-order': {
    fires: [
      ['name: limit', 'In a parameter, `name` must be before `in`', [limit, 'name: limit\nin: query', 'in: query\nname: limit']],
      ['description: How the', 'In a schema, `description` must be before `$ref`', [job, '    description: How the job is doing.\n    $ref: JobStatus.yaml', '    $ref: JobStatus.yaml\n    description: How the job is doing.']],
      ['summary:', 'In an operation', [pause, '  summary: Pause a job\n', ''], [pause, '  x-provenance', '  description2: 1\n  x-provenance'], [pause, '  description2: 1', '  summary: Pause a job']],
    ],
    silent: [[property('  type:\n    description: A.\n    type: string\n  description:\n    description: A.\n    type: string')]],
  },
  'contract/no-html': {
    fires: [
      ['description: The <br/>', 'must have no HTML such as `<br/>`', [job, 'The id of', 'The <br/>id of']],
      ['RUNNING: It is', 'no HTML such as `<b>`', [status, 'RUNNING: It is', 'RUNNING: It is <b>hard</b>']],
    ],
    silent: [[[job, 'The id of', 'The `<id>` of <https://jobs.test>, 1 < 2, ```<b>``` and `a <br>` of']]],
  },
  'contract/reachable-files': {
    fires: [[`${root}|paths:`, 'components/schemas/Old.yaml must be reached', ['components/schemas/Old.yaml', '', 'description: Old.\n']]],
    silent: [[['components/schemas/.DS_Store', '', '']]],
  },
  'contract/ref-by-name': {
    fires: [
      ['./JobStatus', '`./JobStatus.yaml` must be `JobStatus.yaml`', [job, '$ref: JobStatus', '$ref: ./JobStatus']],
      ['Over:', 'must have the name of its file: rename it to `JobOver`', [failed, 'JobOver:', 'Over:']],
      ['./paths/v1/jobs.yaml', 'must be `./paths/v1/runs.yaml`', [root, '/api/v1/jobs:', '/api/v1/runs:']],
    ],
  },
  'contract/sentences': {
    fires: [
      ['description: the id', 'A description must begin with a capital', [job, 'The id of', 'the id of']],
      ['PAUSED: It', 'The meaning of a value must', [status, 'PAUSED: It rests.', 'PAUSED: It rests']],
      ['summary:', 'The summary of an example must', [backup, 'A nightly backup', 'A nightly backup.']],
    ],
    silent: [[[job, 'The id of the job.', '|-\n      One of\n      - this\n      - that, which\n        goes on']], [[job, 'The id of the job.', '"`id` (as here.)"']]],
  },
  'contract/status-codes': {
    fires: [
      ['404:', 'The status `404` must be quoted', [pause, "'404'", '404']],
      ["'401'", 'The status `401` must be before `404`', [pause, "'401'", "'400'"], [pause, "'404'", "'4XX'"], [pause, "'409'", "'401'"], [pause, "'4XX'", "'404'"]],
    ],
    silent: [[[pause, "'429'", "'4XX'"], [pause, '  x-codeSamples', '    default:\n      $ref: ../../../../components/responses/Failed.yaml\n  x-codeSamples']]],
  },
  'contract-operation-id': {
    fires: ['fetchJobs', 'pause', 'pause_job'].map((id): Firing => ['operationId:', 'of a known verb', [pause, 'operationId: pauseJob', `operationId: ${id}`]]),
    silent: [[[pause, 'operationId: pauseJob', 'operationId: pauseOldJob']]],
  },
  'contract-security': {
    fires: [
      ...['\n    - {}', '\n      Other: []'].map((more): Firing => ['security:', 'must require the API key', [pause, 'SessionApiKey: []', `SessionApiKey: []${more}`]]),
      ['post:', 'required property "security"', [pause, '  security:\n    - SessionApiKey: []\n', '']],
      ['name: Authorization', 'must require the API key', [root, 'X-Session-API-Key', 'Authorization']],
    ],
  },
  'contract-retry': {
    fires: [
      ['x-retry:', 'a GET `x-retry: safe`', [search, 'x-retry: safe', 'x-retry: never']],
      ['post:', 'must have `x-retry', [pause, '  x-retry: safe\n', '']],
    ],
    silent: [[[pause, 'x-retry: safe', 'x-retry: never']]],
  },
  'contract-shared-errors': {
    fires: ["'404'", "'5XX'", 'default'].map((code): Firing => [
      `${code}:`,
      'must be a $ref to components/responses',
      [pause, "'404':\n      $ref: ../../../../components/responses/Failed.yaml", `${code}:\n      description: None.`],
    ]),
  },
  'contract-purpose-first': {
    fires: [
      ...['Pauses a job', 'Pausing a job', 'pause a job', 'Pause', 'Pause a job.', `Pause ${'x'.repeat(60)}`].map((text): Firing => ['summary:', 'rewrite the summary', summary(text)]),
      ...['Pause the job', 'This pauses the job', 'Unless paused', '`POST` pauses'].map((text): Firing => ['description:', 'rewrite the description', [pause, 'Pauses the job', text]]),
    ],
    silent: [[summary('Pass a job on')], [summary('Bring a job back')], [[pause, 'Pauses the job', 'Pauses']]],
  },
  'contract-legacy': {
    fires: [
      [`${start}|post:`, 'not use `components/schemas/LegacyName`', [request, '    type: string', '    $ref: LegacyName.yaml'], ['components/schemas/LegacyName.yaml', '', 'description: Old.\n']],
      ['tags:', 'does not end with `(legacy)`', [pause, '- Jobs', '- Jobs (legacy)']],
      ['paths/runs.yaml|tags:', 'that ends with `(legacy)`', ...legacyPath('get:\n  tags: [Jobs]\n')],
    ],
    silent: [legacyPath('get:\n  tags: [Jobs (legacy)]\n')],
  },
  'contract-tag-groups': {
    fires: [
      ['- name: Jobs', 'in one group of `x-tagGroups`, not in 2', [root, 'tags: [Jobs]', 'tags: [Jobs, Jobs]']],
      ['- name: V1', 'must list declared tags: fix `Runs`', [root, 'tags: [Jobs]', 'tags: [Jobs, Runs]']],
      ['- name: Runs', 'must have an operation', [root, 'x-tagGroups:', '  - name: Runs\n    description: Old ones.\nx-tagGroups:\n  - name: Old\n    tags: [Runs]']],
    ],
  },
  'contract-request-body': {
    fires: [['requestBody:', 'must not have a request body', [search, '  responses:', '  requestBody:\n    description: None.\n    content: {}\n  responses:']]],
    silent: [[[pause, '  responses:', '  requestBody:\n    description: None.\n    content: {}\n  responses:']]],
  },
  'contract-no-content': {
    fires: [
      ['content:', 'must have no content', [pause, '      x-provenance: documented\n', '      x-provenance: documented\n      content:\n        application/json: {}\n']],
      [`${failed}|content:`, 'must have no content', [pause, "'409'", "'304'"]],
    ],
    silent: [[[pause, "'204':", "'202':"]]],
  },
  'contract-input-errors': {
    fires: [
      [
        'responses:',
        'must declare 422, as `page_id` can be invalid',
        without422,
        ['components/parameters/PageId.yaml', 'type: string', 'type: string\n  format: uuid'],
      ],
      ['responses:', 'must declare 404', [pause, "    '404':\n      $ref: ../../../../components/responses/Failed.yaml\n", '']],
      ...['$ref: JobName.yaml\n  maxLength: 3', 'allOf:\n    - type: string\n    - pattern: a', 'type: array\n  items:\n    type: integer'].map((schema): Firing => [
        `${search}|responses:`,
        'must declare 422',
        [limit, 'type: integer\n  minimum: 1', schema],
        without422,
        ['components/schemas/JobName.yaml', '', 'type: string\n'],
      ]),
    ],
    silent: [[without422, [limit, 'type: integer\n  minimum: 1', "type: [string, 'null']"]], [[pause, "'404':", "'4XX':"]]],
  },
  'contract-paging': {
    fires: [
      ['get:', 'page as all others do: link 200 to itself', [search, 'page_id: $response.body#/next_page_id', 'page_id: $response.body#/items/0/id']],
      ['get:', 'begin its operationId with `search`', [search, 'operationId: searchJobs', 'operationId: listJobs'], [search, '          operationId: searchJobs', '          operationId: listJobs']],
      ['get:', 'add the parameter `limit`', [search, '    - $ref: ../../../components/parameters/Limit.yaml\n', '']],
      [`${search}|get:`, 'a list `items`', ['components/schemas/JobPage.yaml', 'type: array', 'type: object']],
    ],
    silent: [[['components/schemas/JobPage.yaml', "    type: [string, 'null']", "    anyOf:\n      - type: [string, 'null']"]]],
  },
  'contract-closed': {
    fires: ['additionalProperties: false', 'unevaluatedProperties:\n  not: {}', 'propertyNames:\n  enum: [a]', 'patternProperties:\n  a: false'].map((text): Firing => [
        text.split(':')[0] ?? '',
        'must stay open',
        [job, '', `${text}\n`],
      ]),
    silent: [[[job, '', 'additionalProperties:\n  not:\n    type: "null"\npropertyNames:\n  pattern: a\n']], [example('"additionalProperties: false"')]],
  },
  'contract-object-properties': {
    fires: [
      ['env:', 'must list its `properties`', [request, '    additionalProperties: true\n', '']],
      ['required:', 'list `constructor` in `properties`', [job, 'required: [id', 'required: [constructor, id']],
    ],
    silent: [[[request, 'additionalProperties: true', 'patternProperties: {}']]],
  },
  'contract-times': {
    fires: [
      ['started_at:', 'must have `format: date-time`', [job, '    format: date-time\n', '']],
      ['ended_at:', 'must have `format: date-time`', property('  ended_at:\n    description: A.\n    $ref: JobStatus.yaml')],
    ],
    silent: [[property("  ended_at:\n    description: A.\n    anyOf:\n      - type: 'null'\n      - format: date-time")]],
  },
  'contract-formats': {
    fires: [['format: datetime', 'must not have `format: datetime`', [job, 'format: date-time', 'format: datetime']]],
    silent: [[[job, 'format: date-time', 'format: uuid']], [property('  format:\n    description: A.\n    const: datetime')]],
  },
  'contract-enum-meanings': {
    fires: [
      ['x-enumDescriptions:', 'add `PAUSED`', [status, '  PAUSED: It rests.\n', '']],
      ['x-enumDescriptions:', 'remove `GONE`', [status, '  PAUSED: It', '  GONE: It is gone.\n  PAUSED: It']],
      ['description:', 'must have `x-enumDescriptions`', [request, '', 'enum: [a]\n']],
    ],
    silent: [[property('  size:\n    description: A.\n    enum: [S, L]')]],
  },
  'contract-secret': {
    fires: [
      ['format: password', 'must have `x-secret: true`', [request, '    x-secret: true\n', '']],
      ['x-secret: false', 'must have `x-secret: true`, `x-secret: query` or none', [request, 'x-secret: true', 'x-secret: false']],
      ['format: password', 'as it is not documented', [request, '    x-secret: true', '    x-provenance: observed\n    x-decision: D01\n    x-secret: true']],
    ],
    silent: [[[request, '    format: password\n', '']]],
  },
  'contract-names': {
    fires: [
      ['startedBy:', 'have a name in snake_case, not `startedBy`', property('  startedBy:\n    description: A.\n    type: string')],
      ['name: pageLimit', 'have a name in snake_case', [limit, 'name: limit', 'name: pageLimit']],
      ['pause-it:', 'have a name in PascalCase', [start, 'PauseIt:', 'pause-it:']],
      ['name: X_Limit', 'have a name in Train-Case', [limit, 'name: limit\nin: query', 'name: X_Limit\nin: header']],
    ],
    silent: [[property('  v1_url2:\n    description: A.\n    type: string'), [limit, 'name: limit\nin: query', 'name: X-API-Limit\nin: header']]],
  },
  'contract-examples': {
    fires: [
      ['name: limit', '`Limit` must have an example', [limit, 'example: 20\n', '']],
      ['application/json:', '/content/application~1json`) must have an example', [failed, '    examples:\n      JobOver:\n        $ref: ../examples/JobOver.yaml\n', '']],
    ],
    silent: [[[limit, 'example: 20', 'examples:\n  Few:\n    value: 2']]],
  },
  'contract-plausible-examples': {
    fires: [
      // Placeholders in an example, which the rule must find: none is a note to ourselves.
      ...['string', 'Foo', 'TODO', 'xxx', 'Lorem ipsum dolor', '<id>', 'your-key'].map((text): Firing => ['name:', `must be plausible, not \`${text}\``, example(text)]),
      ['id:', 'not have the form of a real key', [started, 'job-7f3a', `sk-${'a'.repeat(24)}`]],
      ...['8f3a9c1e7d5b4f2a', 'hunter2', 'Zm9vYmFyYmF6cXV4'].map((text): Firing => ['token:', 'must not show a realistic secret', token(text)]),
      ['key: 9c1e7d5b', 'must not show a realistic secret', [backup, 'token: key-for-the-docs', 'env:\n    key: 9c1e7d5b'], [request, '    additionalProperties: true', '    additionalProperties:\n      x-secret: true']],
    ],
    silent: [[example('Test it with foo 8f3a9c1e7d5b')], [token("'*****'")], [token('Key 1 for the docs')]],
  },
  'contract-provenance': {
    fires: [
      ['name: limit', 'must have `x-provenance: documented|observed|assumed`', [limit, 'x-provenance: documented\n', '']],
      ["'204':", 'must have `x-provenance', [pause, '      x-provenance: documented\n', '']],
      ['description: The request', 'must have an `x-decision`, as it is assumed', [failed, 'x-decision: D01\n', '']],
      ['x-assumed', 'must have `meaning` or `omission`', [limit, 'x-provenance: documented', 'x-provenance: documented\nx-assumed: { type: D01 }']],
      ['x-assumed', 'must not have `x-assumed`', [failed, 'x-decision: D01', 'x-decision: D01\nx-assumed: { meaning: D01 }']],
      ['description: Something', 'must have no `x-decision`', [job, 'x-provenance: documented', 'x-provenance: documented\nx-decision: D01']],
    ],
    silent: [[property('  responses:\n    description: A.\n    type: array\n    items:\n      type: string')], [[limit, 'x-provenance: documented', 'x-provenance: documented\nx-assumed: { omission: D01 }']]],
  },
  'contract-extensions': {
    fires: [
      ['x-Secret', 'must not have `x-Secret`', [request, 'x-secret: true', 'x-secret: true\n    x-Secret: true']],
      ['x-internal', 'must not have `x-internal`', [root, 'paths:', 'paths:\n  x-internal: true']],
      ['x-internal', 'must not have `x-internal`', [pause, "    '204'", "    x-internal: true\n    '204'"]],
    ],
    silent: [[[backup, 'name:', 'x-internal: 1\n  name:']], [[status, '  PAUSED: It', '  x-ray: It is seen.\n  PAUSED: It']]],
  },
  'contract-one-server': {
    fires: [
      ['- url: https://runs.test', 'must have one server', [root, 'tags:', '  - url: https://runs.test\n    description: Runs.\ntags:']],
      ['servers:', 'must have one server', [pause, '  parameters:', '  servers:\n    - url: https://runs.test\n      description: Runs.\n  parameters:']],
    ],
  },
  'contract-links': {
    fires: [
      ['PauseIt:', 'must lead to an operation: fix its operationId `findJob`', [start, 'operationId: pauseJob', 'operationId: findJob']],
      ['PauseIt:', 'pass parameters that `pauseJob` has: fix `id`', [start, 'job_id: $response', 'job_id: $response.body#/id\n            id: $response']],
      ['PauseIt:', 'pass what `pauseJob` requires: add `job_id`', [start, 'parameters:\n            job_id: $response.body#/id', 'parameters: {}']],
      ['PauseIt:', 'take what the response has: fix `$response.body#/0/id`', [start, 'body#/id', 'body#/0/id']],
    ],
    silent: [[[start, 'job_id: $response.body#/id', "path.job_id: '{$response.body#/status}'"]], [[start, '$response.body#/id', 'last']]],
  },
  'contract-lifecycle-shape': {
    fires: [
      ['x-lifecycle:', 'required property "final"', lifecycle('  final: [DONE]\n', '')],
      ['x-lifecycle:', 'fix #/components/schemas/JobStatus/x-lifecycle', lifecycle('  final:', '  ends: []\n  final:')],
    ],
    silent: [[lifecycle('final: [DONE]', 'final: []')]],
  },
  'contract-lifecycle-states': {
    fires: [
      ['x-lifecycle:', 'add `RESTING` to `enum`', lifecycle('in: PAUSED', 'in: RESTING')],
      ['x-lifecycle:', 'lead from `RUNNING` to `DONE`', lifecycle('    - { from: RUNNING, to: DONE, cause: time, description: It has ended. }\n', '')],
      ['x-lifecycle:', 'end in `RUNNING`', lifecycle('final: [DONE]', 'final: [RUNNING, DONE]')],
    ],
    silent: [[lifecycle('  unchanged:', '    - { from: PAUSED, to: RUNNING, cause: time, description: It goes on. }\n  unchanged:')]],
  },
  'contract-lifecycle-operations': {
    fires: [
      ['x-lifecycle:', 'write either `operation` or `cause`', lifecycle('to: DONE, cause: time', 'to: DONE')],
      ['x-lifecycle:', 'does in `PAUSED`: add it', lifecycle('in: PAUSED', 'in: RUNNING')],
      ['x-lifecycle:', 'in `RUNNING` once, not 2 times', lifecycle('in: PAUSED', 'in: RUNNING')],
      ['x-lifecycle:', 'name operations that exist: fix `stopJob`', lifecycle('in: PAUSED, operation: pauseJob', 'in: PAUSED, operation: stopJob')],
      ['x-lifecycle:', 'declare 418, or fix it', lifecycle("'409'", "'418'")],
      ['x-lifecycle:', 'use an example of 409', lifecycle('example: JobOver', 'example: Lost')],
    ],
    silent: [
      [
        lifecycle('operation: pauseJob, description: It rests. }', 'cause: external, description: It rests. }'),
        lifecycle(
          "  unchanged:\n    - { in: PAUSED, operation: pauseJob, description: It rests already. }\n  rejected:\n    - { in: DONE, operation: pauseJob, status: '409', example: JobOver, description: It is over. }",
          '  unchanged: []\n  rejected: []',
        ),
      ],
    ],
  },
  'contract-dialect': {
    fires: [
      ['jsonSchemaDialect:', 'must have `openapi: 3.1.x`', [root, 'https://json-schema.org/draft/2020-12/schema', 'https://spec.openapis.org/oas/3.1/dialect/base']],
      ['openapi:', 'required property', [root, 'jsonSchemaDialect: https://json-schema.org/draft/2020-12/schema\n', '']],
    ],
    silent: [[[root, '3.1.1', '3.1.0']]],
  },
};

import { type Case, workflow, replace } from './edit.ts';

const step = (from: string, to: string) => replace(workflow, from, to);
const condition = '          - condition: $statusCode == 204\n';
const expression = (text: string) =>
  step('value: $inputs.id', `value: ${text}`);

/** Adds a step before the first one. */
const firstStep = (lines: readonly string[]) =>
  step(
    '    steps:\n',
    `    steps:\n${lines.map((line) => `      ${line}\n`).join('')}`,
  );
const search = ['- stepId: find', '  operationId: searchJobs', '  outputs:'];

export const workflowsCases: Readonly<Record<string, readonly Case[]>> = {
  'contract-workflow-operations': [
    {
      reports:
        '`operationId: pauseJobs` is none of the contract: did you mean `pauseJob`.',
      at: 'operationId: pauseJobs',
      edits: [step('operationId: pauseJob', 'operationId: pauseJobs')],
    },
    {
      reports:
        '`{$sourceDescriptions.jobs.url}#/paths/~1runs/post` leads to no operation',
      at: 'operationPath:',
      edits: [
        step(
          'operationId: pauseJob',
          "operationPath: '{$sourceDescriptions.jobs.url}#/paths/~1runs/post'",
        ),
      ],
    },
    {
      reports: '`pauseJob` has no parameter `jobid`: did you mean `job_id`.',
      at: 'name: jobid',
      edits: [step('name: job_id', 'name: jobid')],
    },
    {
      reports:
        '`pauseJob` has the parameter `job_id` in path, not in query: write `in: path`.',
      at: 'in: query',
      edits: [step('in: path', 'in: query')],
    },
    {
      reports: '`pauseJob` requires the parameter `job_id` in path: add it',
      at: 'stepId: pause',
      edits: [
        step('name: job_id', 'name: X-Session-API-Key'),
        step('in: path', 'in: header'),
      ],
    },
    {
      reports:
        '`startJob` requires a request body: add `requestBody` to the step `start`.',
      at: 'stepId: start',
      edits: [firstStep(['- stepId: start', '  operationId: startJob'])],
    },
    {
      reports:
        'No operation of this workflow has the parameter `limit` in query',
      at: 'name: limit',
      edits: [
        step(
          '    steps:\n',
          '    parameters:\n      - { name: limit, in: query, value: 1 }\n    steps:\n',
        ),
      ],
    },
    {
      edits: [
        step(
          'operationId: pauseJob',
          "operationPath: '{$sourceDescriptions.jobs.url}#/paths/~1api~1v1~1jobs~1{job_id}~1pause/post'",
        ),
      ],
    },
    {
      edits: [
        step(
          '    steps:\n',
          '    parameters:\n      - { name: x-session-api-key, in: header, value: any }\n    steps:\n',
        ),
      ],
    },
  ],
  'contract-workflow-expressions': [
    {
      reports:
        '`$inputs.ids` must name an input of the workflow: did you mean `id`.',
      at: '$inputs.ids',
      edits: [expression('$inputs.ids')],
    },
    {
      reports:
        '`$input.id` must name the root of a runtime expression: did you mean `inputs`.',
      at: '$input.id',
      edits: [expression('$input.id')],
    },
    {
      reports:
        '`$steps.pause.outputs.id` must name a step that has run before: there is none.',
      at: '$steps.pause.outputs.id',
      edits: [expression('$steps.pause.outputs.id')],
    },
    {
      reports:
        '`$steps.fid.outputs.id` must name a step that has run before: did you mean `find`.',
      at: '$steps.fid.outputs.id',
      edits: [
        expression('$steps.fid.outputs.id'),
        firstStep([...search, '    id: $response.body#/items/0/id']),
      ],
    },
    {
      reports:
        '`$steps.find.outputs.ids` must name an output of the step `find`: did you mean `id`.',
      at: '$steps.find.outputs.ids',
      edits: [
        expression('$steps.find.outputs.ids'),
        firstStep([...search, '    id: $response.body#/items/0/id']),
      ],
    },
    {
      reports:
        '`$response.body#/item/0/id` leads to nothing that `searchJobs` responds with',
      at: '$response.body#/item/0/id',
      edits: [firstStep([...search, '    id: $response.body#/item/0/id'])],
    },
    {
      reports: '`$response.body.items` must have a JSON Pointer, such as',
      at: '$response.body.items',
      edits: [firstStep([...search, '    id: $response.body.items'])],
    },
    {
      reports: '`$response.body#items/0/id` must have a JSON Pointer',
      at: '$response.body#items/0/id',
      edits: [firstStep([...search, '    id: $response.body#items/0/id'])],
    },
    {
      reports:
        '`$response.header.Retry-After` must name a header that `pauseJob` declares',
      at: '$response.header.Retry-After',
      edits: [
        step(
          condition,
          `${condition}          - condition: $response.header.Retry-After > 1\n`,
        ),
      ],
    },
    {
      reports: '`begin` must name a step of the workflow: use one of pause.',
      at: 'stepId: begin',
      edits: [
        step(
          condition,
          `${condition}        onFailure:\n          - name: again\n            type: goto\n            stepId: begin\n`,
        ),
      ],
    },
    {
      reports: '`pauses` must name a workflow: did you mean `pause`.',
      at: 'workflowId: pauses',
      edits: [
        step(
          '    steps:\n',
          '    failureActions:\n      - { name: again, type: goto, workflowId: pauses }\n    steps:\n',
        ),
      ],
    },
    {
      edits: [
        expression('$steps.find.outputs.id'),
        firstStep([...search, '    id: $response.body#/items/0/id']),
      ],
    },
    {
      edits: [
        firstStep([
          '- stepId: find',
          '  operationId: searchJobs',
          '  successCriteria:',
          '    - condition: $response.body#/items/0/status == "DONE"',
        ]),
      ],
    },
    { edits: [expression("'{$inputs.id}'")] },
    { edits: [expression('$url')] },
  ],
};

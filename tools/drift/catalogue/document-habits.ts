import { edit } from './edit.ts';
import type { FileMutant } from './mutant.ts';

const pause = 'openapi/paths/v1/sandboxes/sandbox_id/pause.yaml';
const search = 'openapi/paths/v1/sandboxes/search.yaml';
const sandbox = 'openapi/components/schemas/Sandbox.yaml';

/** Faults in what the contract does alike everywhere: names, words, order, and what follows from them. */
export const documentHabitMutants: readonly FileMutant[] = [
  {
    operator: 'A36',
    title: 'a description says how the operation is made, not what for',
    fast: true,
    gate: 'spectral',
    changes: [edit(pause, '    Pauses the sandbox, keeping', '    Endpoint for pausing, keeping')],
    says: ['contract-purpose-first', 'The description of `pauseSandbox`'],
  },
  {
    operator: 'A36',
    title: 'a status is a number',
    gate: 'redocly',
    changes: [edit(pause, "    '404':\n", '    404:\n')],
    says: ['contract/status-codes', 'pause.yaml', 'The status `404` must be quoted'],
  },
  {
    operator: 'A36',
    title: 'a description is cut off',
    gate: 'redocly',
    changes: [edit(sandbox, 'The id of the sandbox.', 'The id of the')],
    says: ['contract/sentences', 'Sandbox.yaml', 'A description must'],
  },
  {
    operator: 'A36',
    title: 'a tag is in no group of the docs',
    gate: 'spectral',
    changes: [
      edit(
        'openapi/openapi.yaml',
        'tags: [App conversations, Sandboxes, Sandbox specs]',
        'tags: [App conversations, Sandboxes]',
      ),
    ],
    says: ['contract-tag-groups', 'The tag `Sandbox specs`'],
  },
  {
    operator: 'A36',
    title: 'V1 uses a component of the legacy generation',
    gate: 'spectral',
    changes: [
      edit(
        'openapi/components/responses/SandboxNotFound.yaml',
        '../schemas/ErrorBody.yaml',
        '../schemas/LegacyErrorBody.yaml',
      ),
    ],
    says: [
      'contract-legacy',
      '`pauseSandbox` must do without `components/schemas/LegacyErrorBody`',
    ],
  },
  {
    operator: 'A36',
    title: 'a member is written in another case than all others',
    gate: 'spectral',
    changes: [edit(sandbox, 'status_detail:', 'statusDetail:')],
    says: [
      'contract-names',
      '`#/components/schemas/Sandbox/properties/statusDetail`',
      'snake_case',
    ],
  },
  {
    operator: 'A36',
    title: 'a link takes what the answer does not have',
    gate: 'spectral',
    changes: [edit(search, '$response.body#/next_page_id', '$response.body#/next')],
    says: ['contract-links', 'The link `NextPage` of `searchSandboxes`', '`$response.body#/next`'],
  },
  {
    operator: 'A36',
    title: 'an operation does not declare that its input can be invalid',
    gate: 'spectral',
    changes: [
      edit(
        search,
        "    '422':\n      $ref: ../../../components/responses/ValidationFailed.yaml\n",
        '',
      ),
    ],
    says: ['contract-input-errors', '`searchSandboxes` must declare 422'],
  },
  {
    operator: 'A36',
    title: 'a search does not page',
    gate: 'spectral',
    changes: [edit(search, '    - $ref: ../../../components/parameters/Limit.yaml\n', '')],
    says: [
      'contract-paging',
      '`searchSandboxes` must page as all others do: add the parameter `limit`',
    ],
  },
  {
    operator: 'A36',
    title: 'an example says nothing',
    gate: 'spectral',
    changes: [
      edit(
        'openapi/components/examples/SandboxUnknown.yaml',
        'detail: Sandbox not found',
        'detail: string',
      ),
    ],
    says: ['contract-plausible-examples', '`SandboxUnknown`', 'must be plausible'],
  },
  {
    operator: 'A36',
    title: 'an object does not say what members it may have',
    gate: 'spectral',
    changes: [
      edit(
        'openapi/components/schemas/MCPStdioServer.yaml',
        '    additionalProperties: true\n',
        '',
      ),
    ],
    says: ['contract-object-members', '`#/components/schemas/MCPStdioServer/properties/env`'],
  },
  {
    operator: 'A36',
    title: 'a time is any text',
    gate: 'spectral',
    changes: [edit('openapi/components/schemas/SandboxSpec.yaml', '    format: date-time\n', '')],
    says: ['contract-times', '`#/components/schemas/SandboxSpec/properties/created_at`'],
  },
];

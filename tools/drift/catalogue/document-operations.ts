import { edit } from './edit.ts';
import type { FileMutant } from './mutant.ts';

const statements = 'packages/conformance/test/statements.test.ts';
const pause = 'openapi/paths/v1/sandboxes/sandbox_id/pause.yaml';

const stopSandbox = [
  edit(
    'openapi/openapi.yaml',
    '  /api/v1/sandbox-specs/search:\n',
    '  /api/v1/sandboxes/{sandbox_id}/stop:\n    $ref: ./paths/v1/sandboxes/sandbox_id/stop.yaml\n  /api/v1/sandbox-specs/search:\n',
  ),
  {
    file: 'openapi/paths/v1/sandboxes/sandbox_id/stop.yaml',
    create: `post:
  operationId: stopSandbox
  tags:
    - Sandboxes
  summary: Stop a sandbox
  description: Stops the sandbox.
  x-generation: v1
  x-provenance: documented
  x-retry: safe
  security:
    - SessionApiKey: []
  parameters:
    - $ref: ../../../../components/parameters/SandboxId.yaml
  responses:
    '200':
      description: The sandbox has stopped.
      x-provenance: documented
      content:
        application/json:
          schema:
            $ref: ../../../../components/schemas/Success.yaml
          examples:
            PauseBegun:
              $ref: ../../../../components/examples/PauseBegun.yaml
    '401':
      $ref: ../../../../components/responses/Unauthorized.yaml
  x-codeSamples: []
`,
  },
] as const;

/** Faults in the operations of the contract: whether they are there, their ids, paths and methods. */
export const documentOperationMutants: readonly FileMutant[] = [
  {
    operator: 'A1',
    title: 'an operation of V1 is removed',
    fast: true,
    gate: statements,
    test: 'the contract has the operations of the interface document',
    changes: [
      edit(
        'openapi/openapi.yaml',
        '  /api/v1/sandboxes/{sandbox_id}/resume:\n    $ref: ./paths/v1/sandboxes/sandbox_id/resume.yaml\n',
        '',
      ),
    ],
    says: ['no others', '/api/v1/sandboxes/{sandbox_id}/resume'],
  },
  {
    operator: 'A1',
    title: 'an operation of V0 is removed, and its file stays',
    gate: 'redocly',
    changes: [
      edit(
        'openapi/openapi.yaml',
        '  /api/conversations:\n    $ref: ./paths/conversations.yaml\n',
        '',
      ),
    ],
    says: ['contract/reachable-files', 'paths/conversations.yaml must be reached'],
  },
  {
    operator: 'A2',
    title: 'an operation is added that no source knows',
    fast: true,
    gate: statements,
    test: 'the contract has the operations of the interface document',
    changes: stopSandbox,
    says: ['no others', '/api/v1/sandboxes/{sandbox_id}/stop'],
  },
  {
    operator: 'A2',
    title: 'an operation is added that the mock does not have',
    gate: 'packages/conformance/test/mock-behaviours.test.ts',
    changes: stopSandbox,
    says: ['the mock has a behaviour for every operation', 'stopSandbox'],
  },
  {
    operator: 'A3',
    title: 'an operationId has another verb',
    fast: true,
    gate: 'spectral',
    changes: [edit(pause, 'operationId: pauseSandbox', 'operationId: haltSandbox')],
    says: [
      'contract-operation-id',
      'The operationId of post /api/v1/sandboxes/{sandbox_id}/pause',
      'not `haltSandbox`',
    ],
  },
  {
    operator: 'A3',
    title: 'an operationId has another noun',
    gate: statements,
    test: 'is at its place',
    changes: [edit(pause, 'operationId: pauseSandbox', 'operationId: pauseEnvironment')],
    says: ['pauseEnvironment > is at its place', '/api/v1/sandboxes/{sandbox_id}/pause'],
  },
  {
    operator: 'A4',
    title: 'a path is renamed',
    fast: true,
    gate: 'redocly',
    changes: [edit('openapi/openapi.yaml', '/api/v1/sandboxes/search:', '/api/v1/sandboxes/find:')],
    says: ['contract/ref-by-name', '/api/v1/sandboxes/find'],
  },
  {
    operator: 'A4',
    title: 'a path is renamed together with its file',
    gate: statements,
    test: 'is at its place',
    changes: [
      edit(
        'openapi/openapi.yaml',
        '  /api/settings:\n    $ref: ./paths/settings.yaml',
        '  /api/preferences:\n    $ref: ./paths/settings.yaml',
      ),
    ],
    says: ['getSettings > is at its place', '/api/preferences'],
  },
  {
    operator: 'A4',
    title: 'a parameter of a path is renamed',
    gate: 'redocly',
    changes: [
      edit('openapi/components/parameters/SandboxId.yaml', 'name: sandbox_id', 'name: sandboxId'),
    ],
    says: ['path-parameters-defined', '`sandboxId`'],
  },
  {
    operator: 'A4',
    title: 'a parameter of a query is renamed',
    gate: statements,
    test: 'takes the stated parameters and body',
    changes: [edit('openapi/components/parameters/PageId.yaml', 'name: page_id', 'name: pageId')],
    says: ['parameters of searchSandboxSpecs', '"pageId"'],
  },
  {
    operator: 'A5',
    title: 'a method of V1 is swapped',
    fast: true,
    gate: statements,
    test: 'is at its place',
    changes: [edit(pause, 'post:\n', 'put:\n')],
    says: ['pauseSandbox > is at its place', '"put"'],
  },
  {
    operator: 'A5',
    title: 'a method of V0 is swapped',
    gate: statements,
    test: 'is at its place',
    changes: [edit('openapi/paths/settings.yaml', 'get:\n', 'post:\n')],
    says: ['getSettings > is at its place', '"post"'],
  },
];

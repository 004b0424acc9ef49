import { edit } from './edit.ts';
import type { FileMutant } from './mutant.ts';

const statements = 'packages/conformance/test/statements.test.ts';
const pause = 'openapi/paths/v1/sandboxes/sandbox_id/pause.yaml';

/** Faults in the answers of operations: their statuses and what they consist of. */
export const documentAnswerMutants: readonly FileMutant[] = [
  {
    operator: 'A6',
    title: 'a success has another status',
    fast: true,
    gate: statements,
    test: 'gives the stated answers',
    changes: [edit('openapi/paths/v1/sandboxes.yaml', "'200':", "'201':")],
    says: ['answers of startSandbox', '"201": "Sandbox"'],
  },
  {
    operator: 'A6',
    title: 'an error of V0 is no longer declared',
    gate: statements,
    test: 'gives the stated answers',
    changes: [
      edit(
        'openapi/paths/settings.yaml',
        "    '404':\n      $ref: ../components/responses/SettingsNotFound.yaml\n",
        '',
      ),
    ],
    says: ['answers of getSettings', 'SettingsNotFound: LegacyErrorBody'],
  },
  {
    operator: 'A6',
    title: 'an error is declared that nobody has stated',
    gate: statements,
    test: 'gives the stated answers',
    changes: [
      edit(
        'openapi/paths/v1/sandboxes.yaml',
        '      $ref: ../../components/responses/SandboxSpecNotFound.yaml\n',
        "      $ref: ../../components/responses/SandboxSpecNotFound.yaml\n    '422':\n      $ref: ../../components/responses/ValidationFailed.yaml\n",
      ),
    ],
    says: ['answers of startSandbox', 'ValidationFailed: ValidationErrorBody'],
  },
  {
    operator: 'A6',
    title: 'an error is declared for one operation alone',
    gate: 'spectral',
    changes: [
      edit(
        pause,
        "    '401':\n",
        "    '409':\n      description: Not now.\n      x-provenance: documented\n    '401':\n",
      ),
    ],
    says: ['contract-shared-errors', 'Status 409 of `pauseSandbox`'],
  },
  {
    operator: 'A7',
    title: 'the media type of a success is another one',
    fast: true,
    gate: statements,
    test: 'gives the stated answers',
    changes: [
      edit('openapi/paths/v1/sandboxes.yaml', 'application/json:', 'application/hal+json:'),
    ],
    says: ['answers of startSandbox', '(application/hal+json Sandbox)'],
  },
  {
    operator: 'A7',
    title: 'the media type of a request is another one',
    gate: 'redocly',
    changes: [
      edit(
        'openapi/paths/conversations.yaml',
        '    required: true\n    content:\n      application/json:',
        '    required: true\n    content:\n      text/json:',
      ),
    ],
    says: ['openapi/paths/conversations.yaml', 'text/json', 'request-mime-type'],
  },
  {
    operator: 'A7',
    title: 'the media type of an error is another one',
    gate: 'redocly',
    changes: [
      edit(
        'openapi/components/responses/LegacyUnauthorized.yaml',
        'application/json:',
        'application/problem+json:',
      ),
    ],
    says: [
      'openapi/components/responses/LegacyUnauthorized.yaml',
      'application/problem+json',
      'response-mime-type',
    ],
  },
  {
    operator: 'A8',
    title: 'an error has no content any more',
    fast: true,
    gate: statements,
    test: 'gives the stated answers',
    changes: [
      edit(
        'openapi/components/responses/Unauthorized.yaml',
        'content:\n  application/json:\n    schema:\n      $ref: ../schemas/ErrorBody.yaml\n    examples:\n      KeyMissing:\n        $ref: ../examples/KeyMissing.yaml\n',
        '',
      ),
    ],
    says: ['answers of pauseSandbox', 'Unauthorized: (no content)'],
  },
  {
    operator: 'A8',
    title: 'the content of a success has no schema any more',
    gate: statements,
    test: 'gives the stated answers',
    changes: [
      edit(
        'openapi/paths/settings.yaml',
        '          schema:\n            $ref: ../components/schemas/Settings.yaml\n',
        '',
      ),
    ],
    says: ['answers of getSettings', '"200": "any"'],
  },
];

import { edit } from './edit.ts';
import type { FileMutant } from './mutant.ts';

const statements = 'packages/conformance/test/statements.test.ts';
const examples = 'openapi/components/examples';
const editor = 'openapi/editor/editor.test.ts';

/** Faults in what the contract shows and tells: examples, descriptions and summaries. */
export const documentExampleMutants: readonly FileMutant[] = [
  {
    operator: 'A24',
    title: 'an example is made invalid',
    fast: true,
    gate: 'redocly',
    changes: [edit(`${examples}/SandboxStarting.yaml`, 'status: STARTING', 'status: BEGINNING')],
    says: ['openapi/components/examples/SandboxStarting.yaml', 'status'],
  },
  {
    operator: 'A24',
    title: 'an example lacks what is required',
    gate: 'packages/conformance/test/examples.test.ts',
    test: 'is valid',
    changes: [
      edit(
        `${examples}/SettingsMinimal.yaml`,
        'value:\n  llm_api_key_set: false',
        'value:\n  language: en',
      ),
    ],
    says: [
      'openapi/components/examples/SettingsMinimal.yaml',
      "must have required property 'llm_api_key_set'",
    ],
  },
  {
    operator: 'A24',
    title: 'an example has a member that nobody knows',
    gate: 'redocly',
    changes: [
      edit(`${examples}/StartAppConversationInSandbox.yaml`, '  public: false', '  publik: false'),
    ],
    says: ['openapi/components/examples/StartAppConversationInSandbox.yaml', '`publik`'],
  },
  {
    operator: 'A24',
    title: 'the example of a parameter is out of its bounds',
    gate: 'packages/conformance/test/examples.test.ts',
    test: 'searchSandboxes limit is valid',
    changes: [edit('openapi/components/parameters/Limit.yaml', 'example: 20', 'example: 200')],
    says: ['searchSandboxes limit is valid', 'must be <= 100'],
  },
  {
    operator: 'A25',
    title: 'a file of the contract is reached by nothing',
    gate: 'redocly',
    changes: [
      edit(
        'openapi/paths/v1/sandboxes.yaml',
        '            SandboxStarting:\n              $ref: ../../components/examples/SandboxStarting.yaml',
        '            SandboxesLastPage:\n              $ref: ../../components/examples/SandboxesLastPage.yaml',
      ),
    ],
    says: ['contract/reachable-files', 'components/examples/SandboxStarting.yaml'],
  },
  {
    operator: 'A25',
    title: 'the only example of an error is removed',
    gate: 'spectral',
    changes: [
      edit(
        'openapi/components/responses/SandboxNotFound.yaml',
        '    examples:\n      SandboxUnknown:\n        $ref: ../examples/SandboxUnknown.yaml\n',
        '',
      ),
      { file: `${examples}/SandboxUnknown.yaml`, remove: true },
    ],
    says: ['contract-examples', '`SandboxNotFound`', 'must have an example'],
  },
  {
    operator: 'A25',
    title: 'one of two examples is removed',
    fast: true,
    gate: statements,
    test: 'requests and answers have the decided examples',
    changes: [
      edit(
        'openapi/paths/settings.yaml',
        '            SettingsMinimal:\n              $ref: ../components/examples/SettingsMinimal.yaml\n',
        '',
      ),
      { file: `${examples}/SettingsMinimal.yaml`, remove: true },
    ],
    says: [
      'requests and answers have the decided examples',
      'getSettings 200',
      '"SettingsMinimal"',
    ],
  },
  {
    operator: 'A25',
    title: 'the example of a parameter is removed',
    gate: 'spectral',
    changes: [edit('openapi/components/parameters/Limit.yaml', 'example: 20\n', '')],
    says: ['contract-examples', '`Limit` must have an example'],
  },
  {
    operator: 'A26',
    title: 'the summary of an operation is emptied',
    fast: true,
    gate: 'redocly',
    changes: [edit('openapi/paths/settings.yaml', 'summary: Load the settings', "summary: ''")],
    says: ['openapi/paths/settings.yaml', 'operation-summary'],
  },
  {
    operator: 'A26',
    title: 'the description of a parameter is emptied',
    gate: 'redocly',
    changes: [
      edit(
        'openapi/components/parameters/Limit.yaml',
        'description: How many records a page may hold at most.',
        "description: ''",
      ),
    ],
    says: ['openapi/components/parameters/Limit.yaml', 'parameter-description'],
  },
  {
    operator: 'A26',
    title: 'a member has no description any more',
    gate: 'redocly',
    changes: [
      edit(
        'openapi/components/schemas/Sandbox.yaml',
        '    description: The state of the sandbox.\n',
        '',
      ),
    ],
    says: [
      'openapi/components/schemas/Sandbox.yaml',
      'contract/described',
      'The member `status` must have a description',
    ],
  },
  {
    operator: 'A26',
    title: 'the description of a schema is emptied',
    gate: editor,
    test: 'openapi/components/schemas/Sandbox.yaml',
    changes: [
      edit(
        'openapi/components/schemas/Sandbox.yaml',
        'description: An execution environment in which conversations run.',
        "description: ''",
      ),
    ],
    says: ['openapi/components/schemas/Sandbox.yaml has one schema', '/description must NOT have'],
  },
  {
    operator: 'A26',
    title: 'the meaning of a value is emptied',
    gate: editor,
    test: 'openapi/components/schemas/SandboxStatus.yaml',
    changes: [
      edit(
        'openapi/components/schemas/SandboxStatus.yaml',
        'RUNNING: The environment is up and conversations can run in it.',
        "RUNNING: ''",
      ),
    ],
    says: [
      'openapi/components/schemas/SandboxStatus.yaml has one schema',
      '/x-enumDescriptions/RUNNING must NOT have',
    ],
  },
];

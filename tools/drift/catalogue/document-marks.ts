import { edit } from './edit.ts';
import type { FileMutant } from './mutant.ts';

const statements = 'packages/conformance/test/statements.test.ts';
const schemas = 'openapi/components/schemas';

/** Faults in what the contract says beyond the form of values: secrets, lifecycles, links and sources. */
export const documentMarkMutants: readonly FileMutant[] = [
  {
    operator: 'A31',
    title: 'a secret may be shown',
    fast: true,
    gate: statements,
    test: 'the decided members are secret',
    changes: [edit(`${schemas}/Sandbox.yaml`, '    x-secret: true\n', '')],
    says: ['the decided members are secret, and no others', 'Sandbox.session_api_key'],
  },
  {
    operator: 'A31',
    title: 'a secret of a request may be shown',
    gate: statements,
    test: 'the decided members are secret',
    changes: [edit(`${schemas}/MCPHTTPServer.yaml`, '    x-secret: true\n', '')],
    says: ['the decided members are secret, and no others', 'MCPHTTPServer.api_key'],
  },
  {
    operator: 'A31',
    title: 'a password may be shown',
    gate: 'spectral',
    changes: [
      edit(
        `${schemas}/Settings.yaml`,
        'The key of the sandbox provider. Deployments in use answer null.\n    x-secret: true\n',
        'The key of the sandbox provider. Deployments in use answer null.\n',
      ),
    ],
    says: ['contract-secret', '`#/components/schemas/Settings/properties/sandbox_api_key`'],
  },
  {
    operator: 'A32',
    title: 'an operation that succeeded is refused',
    fast: true,
    gate: statements,
    test: 'states change as it was decided',
    changes: [
      edit(
        `${schemas}/SandboxStatus.yaml`,
        '    - in: PAUSED\n      operation: pauseSandbox\n      description: It is paused already.\n',
        '',
      ),
      edit(
        `${schemas}/SandboxStatus.yaml`,
        '  refused:\n',
        "  refused:\n    - in: PAUSED\n      operation: pauseSandbox\n      status: '200'\n      example: PauseRefused\n      description: It is paused already.\n",
      ),
    ],
    says: ['PAUSED refuses pauseSandbox with 200 PauseRefused'],
  },
  {
    operator: 'A32',
    title: 'an edge that something outside causes is removed',
    gate: statements,
    test: 'states change as it was decided',
    changes: [
      edit(
        `${schemas}/SandboxStatus.yaml`,
        '    - from: PAUSED\n      to: MISSING\n      cause: external\n      description: The environment was removed.\n',
        '',
      ),
    ],
    says: ['states change as it was decided', 'PAUSED -> MISSING by external'],
  },
  {
    operator: 'A32',
    title: 'an edge is removed without which states are not reached',
    gate: 'spectral',
    changes: [
      edit(
        `${schemas}/AppConversationStartTaskStatus.yaml`,
        '    - from: SETTING_UP_GIT_HOOKS\n      to: SETTING_UP_SKILLS\n      cause: time\n      description: The git hooks are in place.\n',
        '',
      ),
    ],
    says: [
      'contract-lifecycle-states',
      'The lifecycle of `AppConversationStartTaskStatus` must lead from `WORKING` to `SETTING_UP_SKILLS`',
    ],
  },
  {
    operator: 'A32',
    title: 'nothing is said of an operation in a state',
    gate: 'spectral',
    changes: [
      edit(
        `${schemas}/SandboxStatus.yaml`,
        '    - in: RUNNING\n      operation: resumeSandbox\n      description: It is running already.\n',
        '',
      ),
    ],
    says: [
      'contract-lifecycle-operations',
      'The lifecycle of `SandboxStatus` must say what `resumeSandbox` does in `RUNNING`',
    ],
  },
  {
    operator: 'A32',
    title: 'a link to the next page is removed',
    gate: statements,
    test: 'answers have the decided links',
    changes: [
      edit(
        'openapi/paths/v1/sandboxes/search.yaml',
        '      links:\n        NextPage:\n          operationId: searchSandboxes\n          description: Reads the page that follows, unless `next_page_id` is null or absent.\n          parameters:\n            page_id: $response.body#/next_page_id\n',
        '',
      ),
    ],
    says: ['answers have the decided links', 'searchSandboxes 200'],
  },
  {
    operator: 'A32',
    title: 'a link leads to another operation',
    gate: statements,
    test: 'answers have the decided links',
    changes: [
      edit(
        'openapi/paths/v1/app-conversations.yaml',
        'operationId: pauseSandbox',
        'operationId: resumeSandbox',
      ),
    ],
    says: [
      'answers have the decided links',
      '"PauseItsSandbox": "resumeSandbox(sandbox_id: $response.body#/sandbox_id)"',
    ],
  },
  {
    operator: 'A33',
    title: 'a provenance is removed',
    fast: true,
    gate: 'spectral',
    changes: [edit(`${schemas}/Sandbox.yaml`, 'x-provenance: observed\n', '')],
    says: ['contract-provenance', '`Sandbox`'],
  },
  {
    operator: 'A33',
    title: 'a decision is not there',
    gate: 'spectral',
    changes: [edit(`${schemas}/Sandbox.yaml`, 'x-decision: D03', 'x-decision: D93')],
    says: ['contract-decision', '`Sandbox`', 'D93'],
  },
  {
    operator: 'A33',
    title: 'a creating call may be repeated',
    gate: statements,
    test: 'every operation has the decided retry class',
    changes: [edit('openapi/paths/v1/sandboxes.yaml', 'x-retry: unsent', 'x-retry: safe')],
    says: ['the decided retry class', '"startSandbox": "safe"'],
  },
];

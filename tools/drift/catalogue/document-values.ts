import { edit } from './edit.ts';
import type { FileMutant } from './mutant.ts';

const statements = 'packages/conformance/test/statements.test.ts';
const schemas = 'openapi/components/schemas';
const parameters = 'openapi/components/parameters';

/** Faults in what the contract says of values: enumerations, bounds, formats, defaults, and what it cannot compile. */
export const documentValueMutants: readonly FileMutant[] = [
  {
    operator: 'A15',
    title: "an enumeration's value is misspelt",
    fast: true,
    gate: 'spectral',
    changes: [
      edit(`${schemas}/LegacyGitProvider.yaml`, 'enum: [github, gitlab,', 'enum: [github, gitlub,'),
    ],
    says: ['contract-enum-meanings', 'LegacyGitProvider', 'gitlub'],
  },
  {
    operator: 'A15',
    title: "an enumeration's value is removed, with its meaning",
    gate: statements,
    test: 'has the stated members',
    changes: [
      edit(`${schemas}/MessageRole.yaml`, '  tool: A tool that the agent called.\n', ''),
      edit(`${schemas}/MessageRole.yaml`, ', assistant, tool]', ', assistant]'),
    ],
    says: ['openapi/components/schemas/Message.yaml', `"role": "'user' | 'system' | 'assistant'"`],
  },
  {
    operator: 'A15',
    title: 'an enumeration gains a value, with its meaning',
    gate: statements,
    test: 'has the stated members',
    changes: [
      edit(`${schemas}/TaskType.yaml`, 'type: string\n', '  OTHER: Anything else.\ntype: string\n'),
      edit(`${schemas}/TaskType.yaml`, ', OPEN_PR]', ', OPEN_PR, OTHER]'),
    ],
    says: ['openapi/components/schemas/SuggestedTask.yaml', "| 'OTHER'"],
  },
  {
    operator: 'A15',
    title: "an enumeration's value is written in another case, with its meaning",
    gate: statements,
    test: 'has the stated members',
    changes: [
      edit(`${schemas}/ConversationTrigger.yaml`, '  gui: A person', '  GUI: A person'),
      edit(`${schemas}/ConversationTrigger.yaml`, '  - gui\n', '  - GUI\n'),
    ],
    says: ['openapi/components/schemas/AppConversation.yaml', "| 'GUI'"],
  },
  {
    operator: 'A16',
    title: 'the upper bound of a parameter is shifted',
    fast: true,
    gate: statements,
    test: 'takes the stated parameters and body',
    changes: [edit(`${parameters}/Limit.yaml`, 'maximum: 100', 'maximum: 101')],
    says: ['parameters of searchSandboxes', '"query integer(1..101) = 100"'],
  },
  {
    operator: 'A16',
    title: 'the lower bound of a parameter is shifted',
    gate: statements,
    test: 'takes the stated parameters and body',
    changes: [edit(`${parameters}/Limit.yaml`, 'minimum: 1\n', 'minimum: 0\n')],
    says: ['parameters of searchSandboxSpecs', '"query integer(0..100) = 100"'],
  },
  {
    operator: 'A16',
    title: 'a list may be longer by one',
    gate: statements,
    test: 'takes the stated parameters and body',
    changes: [edit(`${parameters}/AppConversationIds.yaml`, 'maxItems: 100', 'maxItems: 101')],
    says: ['parameters of listAppConversations', 'string[](..101)'],
  },
  {
    operator: 'A16',
    title: 'the lower bound of a member is shifted',
    gate: statements,
    test: 'has the stated members',
    changes: [edit(`${schemas}/Metrics.yaml`, 'minimum: 0', 'minimum: -1')],
    says: ['openapi/components/schemas/Metrics.yaml', '"accumulated_cost": "number(-1..)"'],
  },
  {
    operator: 'A16',
    title: 'a member has a pattern that nobody has stated',
    gate: statements,
    test: 'has the stated members',
    changes: [
      edit(
        `${schemas}/Sandbox.yaml`,
        'The id of the sandbox.\n    type: string',
        'The id of the sandbox.\n    type: string\n    pattern: ^sbx-',
      ),
    ],
    says: ['openapi/components/schemas/Sandbox.yaml', 'pattern', '^sbx-'],
  },
  {
    operator: 'A17',
    title: 'a time has no format any more',
    fast: true,
    gate: statements,
    test: 'has the stated members',
    changes: [edit(`${schemas}/SandboxSpec.yaml`, '    format: date-time\n', '')],
    says: ['openapi/components/schemas/SandboxSpec.yaml', '"created_at": "string"'],
  },
  {
    operator: 'A17',
    title: 'an id in a request has no format any more',
    gate: statements,
    test: 'has the stated members',
    changes: [
      edit(
        `${schemas}/AppConversationStartRequest.yaml`,
        "Null or absent, the service chooses one.\n    type: [string, 'null']\n    format: uuid",
        "Null or absent, the service chooses one.\n    type: [string, 'null']",
      ),
    ],
    says: [
      'openapi/components/schemas/AppConversationStartRequest.yaml',
      '"conversation_id": "string | null"',
    ],
  },
  {
    operator: 'A17',
    title: 'a documented password has no format any more',
    gate: statements,
    test: 'has the stated members',
    changes: [
      edit(
        `${schemas}/Settings.yaml`,
        "Deployments in use answer null; see `search_api_key_set`.\n    x-secret: true\n    type: [string, 'null']\n    format: password",
        "Deployments in use answer null; see `search_api_key_set`.\n    x-secret: true\n    type: [string, 'null']",
      ),
    ],
    says: ['openapi/components/schemas/Settings.yaml', '"search_api_key": "string | null"'],
  },
  {
    operator: 'A18',
    title: 'a default of a parameter is changed',
    fast: true,
    gate: statements,
    test: 'takes the stated parameters and body',
    changes: [edit(`${parameters}/Limit.yaml`, 'default: 100', 'default: 50')],
    says: ['parameters of searchSandboxes', '"query integer(1..100) = 50"'],
  },
  {
    operator: 'A18',
    title: 'a default of an answer is changed',
    gate: statements,
    test: 'has the stated defaults',
    changes: [
      edit(
        `${schemas}/Settings.yaml`,
        'when the agent waits or has finished.\n    type: boolean\n    default: false',
        'when the agent waits or has finished.\n    type: boolean\n    default: true',
      ),
    ],
    says: [
      'defaults of openapi/components/schemas/Settings.yaml',
      '"enable_sound_notifications": true',
    ],
  },
  {
    operator: 'A18',
    title: 'a default of a request is changed',
    gate: statements,
    test: 'has the stated defaults',
    changes: [
      edit(`${schemas}/AppConversationStartRequest.yaml`, 'default: default', 'default: plan'),
    ],
    says: [
      'defaults of openapi/components/schemas/AppConversationStartRequest.yaml',
      '"agent_type": "plan"',
    ],
  },
  {
    operator: 'A28',
    title: 'a pattern of a body cannot be compiled',
    gate: 'build validators',
    changes: [
      edit(
        `${schemas}/ErrorBody.yaml`,
        '    type: string\n',
        "    type: string\n    pattern: '('\n",
      ),
    ],
    says: [
      'No validators can be made of openapi/dist/openapi.json#/components/schemas/ErrorBody/properties/detail',
      'pattern',
    ],
  },
  {
    operator: 'A28',
    title: 'a pattern cannot be compiled, for which Prism takes every body',
    fast: true,
    gate: 'packages/mock/src/prism/rejects.test.ts',
    changes: [
      edit(
        `${schemas}/CreateMicroagent.yaml`,
        'The title of the microagent.\n    type: string',
        "The title of the microagent.\n    type: string\n    pattern: '('",
      ),
    ],
    says: [
      'what Prism answers to a bad body of createConversation',
      'a schema that it cannot compile',
    ],
  },
  {
    operator: 'A28',
    title: 'a pattern of a parameter cannot be compiled',
    gate: 'build validators',
    changes: [
      edit(`${parameters}/PageId.yaml`, '  type: string\n', "  type: string\n  pattern: '[a-'\n"),
    ],
    says: ['No validators can be made of openapi/dist/openapi.json#/', 'PageId', 'pattern'],
  },
];

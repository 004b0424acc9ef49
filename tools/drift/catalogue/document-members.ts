import { edit } from './edit.ts';
import type { FileMutant } from './mutant.ts';

const statements = 'packages/conformance/test/statements.test.ts';
const schemas = 'openapi/components/schemas';

/** Faults in the members of the contract's objects: whether they are there, required, and of which type. */
export const documentMemberMutants: readonly FileMutant[] = [
  {
    operator: 'A9',
    title: 'a member of an answer of V1 is removed',
    fast: true,
    gate: statements,
    test: 'has the stated members',
    changes: [
      edit(
        `${schemas}/SandboxSpec.yaml`,
        '  working_dir:\n    description: The directory in which the program runs.\n    type: string\n',
        '',
      ),
    ],
    says: ['openapi/components/schemas/SandboxSpec.yaml', '"working_dir"'],
  },
  {
    operator: 'A9',
    title: 'a member of a request of V0 is removed',
    gate: statements,
    test: 'has the stated members',
    changes: [
      edit(
        `${schemas}/CreateConversationRequest.yaml`,
        "  replay_json:\n    description: A recorded conversation to replay, as JSON text.\n    type: [string, 'null']\n",
        '',
      ),
    ],
    says: ['openapi/components/schemas/CreateConversationRequest.yaml', '"replay_json"'],
  },
  {
    operator: 'A9',
    title: 'a flag of the settings is removed',
    gate: statements,
    test: 'has the stated members',
    changes: [
      edit(
        `${schemas}/Settings.yaml`,
        '  search_api_key_set:\n    description: Whether a key of the web search is stored.\n    type: boolean\n    default: false\n',
        '',
      ),
    ],
    says: ['openapi/components/schemas/Settings.yaml', '"search_api_key_set"'],
  },
  {
    operator: 'A9',
    title: 'a member of a refusal is removed',
    gate: statements,
    test: 'has the stated members',
    changes: [
      edit(
        `${schemas}/ValidationErrorDetail.yaml`,
        '  input:\n    description: What was sent in that place.\n',
        '',
      ),
    ],
    says: ['openapi/components/schemas/ValidationErrorDetail.yaml', '"input"'],
  },
  {
    operator: 'A10',
    title: 'a member of an answer is written in another case',
    fast: true,
    gate: statements,
    test: 'has the stated members',
    changes: [edit(`${schemas}/Sandbox.yaml`, '  exposed_urls:', '  exposed_URLs:')],
    says: ['openapi/components/schemas/Sandbox.yaml', '"exposed_URLs"'],
  },
  {
    operator: 'A10',
    title: 'a member of a request is renamed',
    gate: statements,
    test: 'has the stated members',
    changes: [edit(`${schemas}/AppConversationStartRequest.yaml`, '  pr_number:', '  pr_numbers:')],
    says: ['openapi/components/schemas/AppConversationStartRequest.yaml', '"pr_numbers"'],
  },
  {
    operator: 'A10',
    title: 'a setting is written in camel case',
    gate: statements,
    test: 'has the stated members',
    changes: [edit(`${schemas}/Settings.yaml`, '  git_user_name:', '  gitUserName:')],
    says: ['openapi/components/schemas/Settings.yaml', '"gitUserName"'],
  },
  {
    operator: 'A11',
    title: 'a documented member is no longer required',
    fast: true,
    gate: statements,
    test: 'requires the stated members',
    changes: [
      edit(
        `${schemas}/CreateConversationResponse.yaml`,
        'required: [status, conversation_id]',
        'required: [status]',
      ),
    ],
    says: [
      'required of openapi/components/schemas/CreateConversationResponse.yaml',
      '"conversation_id"',
    ],
  },
  {
    operator: 'A11',
    title: 'an observed member is no longer required',
    gate: statements,
    test: 'requires the stated members',
    changes: [edit(`${schemas}/SandboxSpec.yaml`, 'required: [id, command]', 'required: [id]')],
    says: ['required of openapi/components/schemas/SandboxSpec.yaml', '"command"'],
  },
  {
    operator: 'A11',
    title: 'a member of a message is no longer required',
    gate: statements,
    test: 'requires the stated members',
    changes: [edit(`${schemas}/TextContent.yaml`, 'required: [type, text]', 'required: [type]')],
    says: ['required of openapi/components/schemas/TextContent.yaml', '"text"'],
  },
  {
    operator: 'A12',
    title: 'a request must have a member',
    fast: true,
    gate: statements,
    test: 'requires the stated members',
    changes: [
      edit(
        `${schemas}/AppConversationStartRequest.yaml`,
        'type: object\nproperties:',
        'type: object\nrequired: [title]\nproperties:',
      ),
    ],
    says: ['required of openapi/components/schemas/AppConversationStartRequest.yaml', '"title"'],
  },
  {
    operator: 'A12',
    title: 'an answer always has a member',
    gate: statements,
    test: 'requires the stated members',
    changes: [
      edit(
        `${schemas}/Settings.yaml`,
        'required: [llm_api_key_set]',
        'required: [llm_api_key_set, language]',
      ),
    ],
    says: ['required of openapi/components/schemas/Settings.yaml', '"language"'],
  },
  {
    operator: 'A12',
    title: 'a member is required that is nowhere described',
    gate: 'redocly',
    changes: [edit(`${schemas}/SandboxPage.yaml`, 'required: [items]', 'required: [items, total]')],
    says: [
      'openapi/components/schemas/SandboxPage.yaml',
      "Required property 'total' is not defined",
    ],
  },
  {
    operator: 'A13',
    title: 'a type of an answer becomes wider',
    fast: true,
    gate: statements,
    test: 'has the stated members',
    changes: [edit(`${schemas}/ExposedURL.yaml`, 'type: integer', 'type: number')],
    says: ['openapi/components/schemas/ExposedURL.yaml', '"port": "number"'],
  },
  {
    operator: 'A13',
    title: 'the values of a map may be anything',
    gate: statements,
    test: 'has the stated members',
    changes: [
      edit(
        `${schemas}/AppConversation.yaml`,
        'additionalProperties:\n      type: string',
        'additionalProperties: true',
      ),
    ],
    says: ['openapi/components/schemas/AppConversation.yaml', '"tags": "{ [name]: any }"'],
  },
  {
    operator: 'A13',
    title: 'a type of a request becomes another one',
    gate: statements,
    test: 'has the stated members',
    changes: [edit(`${schemas}/SuggestedTask.yaml`, 'type: integer', 'type: string')],
    says: ['openapi/components/schemas/SuggestedTask.yaml', '"issue_number": "string"'],
  },
  {
    operator: 'A14',
    title: 'a documented member may be null',
    fast: true,
    gate: statements,
    test: 'has the stated members',
    changes: [
      edit(
        `${schemas}/SuggestedTask.yaml`,
        'The title of the issue or pull request.\n    type: string',
        "The title of the issue or pull request.\n    type: [string, 'null']",
      ),
    ],
    says: ['openapi/components/schemas/SuggestedTask.yaml', '"title": "string | null"'],
  },
  {
    operator: 'A14',
    title: 'a member of an answer may not be null any more',
    gate: statements,
    test: 'has the stated members',
    changes: [
      edit(
        `${schemas}/Sandbox.yaml`,
        "The user to whom the sandbox belongs.\n    type: [string, 'null']",
        'The user to whom the sandbox belongs.\n    type: string',
      ),
    ],
    says: ['openapi/components/schemas/Sandbox.yaml', '"created_by_user_id": "string"'],
  },
  {
    operator: 'A14',
    title: 'an entry of a list may not be null any more',
    gate: statements,
    test: 'gives the stated answers',
    changes: [
      edit(
        `${schemas}/AppConversationList.yaml`,
        "  anyOf:\n    - $ref: AppConversation.yaml\n    - type: 'null'\n",
        '  $ref: AppConversation.yaml\n',
      ),
    ],
    says: ['answers of listAppConversations', '"AppConversation[]"'],
  },
  {
    operator: 'A14',
    title: 'a member may not be null any more although the mock has it so',
    gate: 'build mock',
    changes: [
      edit(
        `${schemas}/AppConversationStartTask.yaml`,
        "The address of the agent's own server in the sandbox.\n    type: [string, 'null']",
        "The address of the agent's own server in the sandbox.\n    type: string",
      ),
    ],
    says: ['src/behaviour/app-conversations.ts', "Type 'string | null' is not assignable"],
  },
];

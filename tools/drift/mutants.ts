/** One fault, put into a copy of the repository, that `npm test` must die of. */
export interface Mutant {
  readonly title: string;
  /** The file to break, from the root. */
  readonly file: string;
  /** What stands there, once, and what takes its place. */
  readonly from: string;
  readonly to: string;
  /** What the failure must say: the gate, and the place to mend. */
  readonly says: readonly string[];
}

export const mutants: readonly Mutant[] = [
  {
    title: 'a documented member is no longer required',
    file: 'openapi/components/schemas/CreateConversationResponse.yaml',
    from: 'required: [status, conversation_id]',
    to: 'required: [status]',
    says: ['statements.test.ts', 'openapi/components/schemas/CreateConversationResponse.yaml'],
  },
  {
    title: 'an observed member is no longer required',
    file: 'openapi/components/schemas/AppConversation.yaml',
    from: 'required: [created_by_user_id, sandbox_id]',
    to: 'required: [created_by_user_id]',
    says: ['statements.test.ts', 'openapi/components/schemas/AppConversation.yaml'],
  },
  {
    title: 'a documented member may be null',
    file: 'openapi/components/schemas/SuggestedTask.yaml',
    from: 'title:\n    description: The title of the issue or pull request.\n    type: string',
    to: "title:\n    description: The title of the issue or pull request.\n    type: [string, 'null']",
    says: ['statements.test.ts', 'openapi/components/schemas/SuggestedTask.yaml'],
  },
  {
    title: 'a default is changed',
    file: 'openapi/components/schemas/Settings.yaml',
    from: 'enable_sound_notifications:\n    description: Whether the user interface gives a sound when the agent waits or has finished.\n    type: boolean\n    default: false',
    to: 'enable_sound_notifications:\n    description: Whether the user interface gives a sound when the agent waits or has finished.\n    type: boolean\n    default: true',
    says: ['statements.test.ts', 'openapi/components/schemas/Settings.yaml'],
  },
  {
    title: "an enumeration's value is misspelt",
    file: 'openapi/components/schemas/LegacyGitProvider.yaml',
    from: 'enum: [github, gitlab,',
    to: 'enum: [github, gitlub,',
    says: ['contract-enum-meanings', 'LegacyGitProvider', 'gitlub'],
  },
  {
    title: 'an example is made invalid',
    file: 'openapi/components/examples/SandboxStarting.yaml',
    from: 'status: STARTING',
    to: 'status: BEGINNING',
    says: ['openapi/components/examples/SandboxStarting.yaml', 'status'],
  },
  {
    title: 'a path is renamed',
    file: 'openapi/openapi.yaml',
    from: '/api/v1/sandboxes/search:',
    to: '/api/v1/sandboxes/find:',
    says: ['contract/ref-by-name', '/api/v1/sandboxes/find'],
  },
  {
    title: 'the security of one operation is removed',
    file: 'openapi/paths/settings.yaml',
    from: '  security:\n    - SessionApiKey: []\n',
    to: '',
    says: ['getSettings', 'security'],
  },
  {
    title: 'a provenance is removed',
    file: 'openapi/components/schemas/Sandbox.yaml',
    from: 'x-provenance: observed\n',
    to: '',
    says: ['contract-provenance', 'Sandbox'],
  },
  {
    title: 'a secret may be shown',
    file: 'openapi/components/schemas/Sandbox.yaml',
    from: '    x-secret: true\n',
    to: '',
    says: ['statements.test.ts', 'Sandbox.session_api_key'],
  },
  {
    title: 'a creating call may be repeated',
    file: 'openapi/paths/v1/sandboxes.yaml',
    from: 'x-retry: unsent',
    to: 'x-retry: safe',
    says: ['statements.test.ts', 'the decided retry class', 'startSandbox'],
  },
  {
    title: 'a default of a parameter is changed',
    file: 'openapi/components/parameters/Limit.yaml',
    from: 'default: 100',
    to: 'default: 50',
    says: ['statements.test.ts', 'query integer(1..100) = 50'],
  },
  {
    title: 'an operation that succeeded is refused',
    file: 'openapi/components/schemas/SandboxStatus.yaml',
    from: '    - in: PAUSED\n      operation: pauseSandbox\n      description: It is paused already.\n    - in: STARTING\n      operation: resumeSandbox\n      description: It is on its way already.\n    - in: RUNNING\n      operation: resumeSandbox\n      description: It is running already.\n  refused:\n',
    to: "    - in: STARTING\n      operation: resumeSandbox\n      description: It is on its way already.\n    - in: RUNNING\n      operation: resumeSandbox\n      description: It is running already.\n  refused:\n    - in: PAUSED\n      operation: pauseSandbox\n      status: '200'\n      example: PauseRefused\n      description: It is paused already.\n",
    says: ['statements.test.ts', 'PAUSED refuses pauseSandbox with 200 PauseRefused'],
  },
  {
    title: 'the bundle is another one each time',
    file: 'tools/contract-rules/redocly/describe-provenance.ts',
    from: 'const phrase = phrases[',
    to: "const phrase = process.hrtime.bigint() + ' ' + phrases[",
    says: ['bundle.test.ts', 'the same bytes'],
  },
  {
    title: 'a decision is not there',
    file: 'openapi/components/schemas/Sandbox.yaml',
    from: 'x-decision: D03',
    to: 'x-decision: D93',
    says: ['contract-decision', 'D93'],
  },
  {
    title: 'the dialect is removed',
    file: 'openapi/openapi.yaml',
    from: 'jsonSchemaDialect: https://json-schema.org/draft/2020-12/schema\n',
    to: '',
    says: ['contract-dialect', 'jsonSchemaDialect'],
  },
  {
    title: 'a file of the contract is reached by nothing',
    file: 'openapi/paths/v1/sandboxes.yaml',
    from: '            SandboxStarting:\n              $ref: ../../components/examples/SandboxStarting.yaml',
    to: '            SandboxesLastPage:\n              $ref: ../../components/examples/SandboxesLastPage.yaml',
    says: ['contract/reachable-files', 'components/examples/SandboxStarting.yaml'],
  },
  {
    title: 'a generated type is edited by hand',
    file: 'packages/types/generated/schema.ts',
    from: 'llm_api_key_set: boolean;',
    to: 'llm_api_key_set?: boolean;',
    says: ['packages/types/generated/schema.ts:', 'edited by hand'],
  },
  {
    title: 'a published type is edited by hand',
    file: 'packages/types/dist/schema.d.ts',
    from: 'llm_api_key_set: boolean;',
    to: 'llm_api_key_set: any;',
    says: ['packages/types/dist/schema.d.ts:', 'edited by hand'],
  },
  {
    title: 'the client forgets the key',
    file: 'packages/client/src/send-key.ts',
    from: 'request.headers.set(keyHeader, apiKey);',
    to: 'request.headers.set(keyHeader, `${apiKey}-not`);',
    says: ['client.test.ts', 'the key goes along with every request'],
  },
  {
    title: 'the mock takes requests without a key',
    file: 'packages/mock/src/line/request-line.ts',
    from: 'const key = call.header(keyHeader);',
    to: "const key = call.header(keyHeader) ?? 'anybody';",
    says: ['request-line.test.ts', 'without a key gives the declared 401'],
  },
  {
    title: 'the mock answers what the contract does not declare',
    file: 'packages/mock/src/behaviour/sandboxes.ts',
    from: 'sandbox_spec_id: record.specId,',
    to: 'sandbox_spec_id: 5 as never,',
    says: ['breaks the contract', '/sandbox_spec_id: must be a string'],
  },
  {
    title: 'the mock does not follow the lifecycle table',
    file: 'packages/mock/src/state/lifecycle.ts',
    from: "if ('to' in outcome) moveTo(thing, outcome.to, now);",
    to: "if ('to' in outcome) moveTo(thing, thing.status, now);",
    says: ['lifecycle.test.ts', 'SandboxStatus'],
  },
  {
    title: 'the mock gives out a secret of the settings',
    file: 'packages/mock/src/behaviour/settings.ts',
    from: "if (!known['x-secret'])",
    to: "if (known['x-secret'] !== false)",
    says: ['settings.test.ts', 'no secret is given out'],
  },
  {
    title: 'the mock gives one key what another key made',
    file: 'packages/mock/src/state/accounts.ts',
    from: 'const hash = digest(key);\n    const account',
    to: "const hash = digest('all');\n    const account",
    says: ['mock-isolation.test.ts', 'no answer shows what another key made'],
  },
  {
    title: 'the mock does not heed its seed',
    file: 'packages/mock/src/state/account.ts',
    from: 'saved?.ids ?? stateOf(seed)',
    to: 'saved?.ids ?? stateOf(`${seed} ${Math.random()}`)',
    says: ['seed.test.ts', 'give the same bytes'],
  },
  {
    title: 'a refusal of the mock names another place',
    file: 'packages/mock/src/line/refusal.ts',
    from: 'loc: [part, ...locate(',
    to: "loc: ['path', ...locate(",
    says: ['mock-properties.test.ts', 'is not named'],
  },
  {
    title: 'a validator is made of what it does not understand',
    file: 'packages/validators/scripts/schema.ts',
    from: 'throw new Refusal(pointer, `the keyword "${name}" is not supported`);',
    to: 'return {};',
    says: ['refusals.test.ts', 'an unknown keyword is refused'],
  },
  {
    title: 'a validator takes members that are not listed, though it is closed',
    file: 'packages/validators/scripts/keywords.ts',
    from: 'gen.if(_`this.closed`',
    to: 'gen.if(_`this.open`',
    says: ['answers.test.ts', 'refused at every depth when closed'],
  },
  {
    title: 'the type of an answer takes the known values only',
    file: 'packages/types/scripts/emit-schema.ts',
    from: 'ts.factory.createUnionTypeNode([type, anyOtherString])',
    to: 'type',
    says: [
      'example-types.test.ts',
      'an example with a new value of an enumeration compiles',
      'startSandbox 200 SandboxStarting /status: misspelt',
    ],
  },
  {
    title: 'the type of a request takes unknown values',
    file: 'packages/types/scripts/answer-only.ts',
    from: 'return answers.has(component) && !requests.has(component);',
    to: 'return answers.has(component);',
    says: [
      'example-types.test.ts',
      'no example with a fault compiles',
      'startAppConversation request StartAppConversationFromMessage /agent_type: misspelt',
    ],
  },
];

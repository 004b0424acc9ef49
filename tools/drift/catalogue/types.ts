import type { FileMutant } from './mutant.ts';

/** Faults in the generated types. */
export const typeMutants: readonly FileMutant[] = [
  {
    operator: 'B2',
    title: 'a generated type is edited by hand',
    gate: 'seal',
    changes: [
      {
        file: 'packages/types/generated/schema.ts',
        from: 'llm_api_key_set: boolean;',
        to: 'llm_api_key_set?: boolean;',
      },
    ],
    says: ['packages/types/generated/schema.ts:', 'edited by hand'],
  },
  {
    operator: 'B2',
    title: 'a published type is edited by hand',
    gate: 'seal',
    changes: [
      {
        file: 'packages/types/dist/schema.d.ts',
        from: 'llm_api_key_set: boolean;',
        to: 'llm_api_key_set: any;',
      },
    ],
    says: ['packages/types/dist/schema.d.ts:', 'edited by hand'],
  },
  {
    operator: 'B4',
    title: 'the type of an answer takes the known values only',
    gate: 'packages/conformance/test/example-types.test.ts',
    changes: [
      {
        file: 'packages/types/scripts/emit-schema.ts',
        from: 'ts.factory.createUnionTypeNode([type, anyOtherString])',
        to: 'type',
      },
    ],
    says: [
      'an example with a new value of an enumeration compiles',
      'startSandbox 200 SandboxStarting /status: misspelt',
    ],
  },
  {
    operator: 'B4',
    title: 'the type of a request takes unknown values',
    gate: 'packages/conformance/test/example-types.test.ts',
    changes: [
      {
        file: 'packages/types/scripts/answer-only.ts',
        from: 'return answers.has(component) && !requests.has(component);',
        to: 'return answers.has(component);',
      },
    ],
    says: [
      'no example with a fault compiles',
      'startAppConversation request StartAppConversationFromMessage /agent_type: misspelt',
    ],
  },
];

import type { FileMutant } from './mutant.ts';

const gate = 'packages/conformance/test/random-types.test.ts';
const file = 'packages/types/scripts/emit-schema.ts';

/** Faults in the generated types that values of the contract show. */
export const typeValueMutants: readonly FileMutant[] = [
  {
    operator: 'B1',
    title: 'the types are of a contract that has changed since',
    gate,
    changes: [
      {
        file: 'openapi/dist/openapi.json',
        from: '"status",\n          "conversation_id"\n        ],',
        to: '"status"\n        ],',
      },
    ],
    says: ['CreateConversationResponse instance', "Property 'conversation_id' is missing"],
  },
  inText(
    'B3',
    'a required member of an answer may be absent',
    'created_by_user_id: string | null;',
    'created_by_user_id?: string | null;',
    ['Sandbox /: without created_by_user_id (compiles)', "Unused '@ts-expect-error' directive"],
  ),
  {
    operator: 'B3',
    title: 'a member with a default has to be sent',
    gate,
    changes: [{ file, from: 'defaultNonNullable: false,', to: 'defaultNonNullable: true,' }],
    says: ['Message instance', "Property 'role' is missing"],
  },
  inText(
    'B5',
    'a member may no longer be null',
    'created_by_user_id: string | null;',
    'created_by_user_id: string;',
    ['Sandbox instance', "Type 'null' is not assignable to type 'string'"],
  ),
  inText('B6', 'a member is unknown', 'llm_api_key_set: boolean;', 'llm_api_key_set: unknown;', [
    'Settings /llm_api_key_set: wrong type (compiles)',
  ]),
  inText('B6', 'a member is any', 'llm_api_key_set: boolean;', 'llm_api_key_set: any;', [
    'Settings /llm_api_key_set: wrong type (compiles)',
  ]),
  inText(
    'B7',
    'an answer 404 has no type',
    '404: components["responses"]["SandboxNotFound"];',
    '',
    ['pauseSandbox 404 instance', "Property '404' does not exist on type"],
  ),
  inText(
    'B8',
    'a path is misspelt',
    '"/api/v1/sandboxes/search": {',
    '"/api/v1/sandboxes/serach": {',
    ['get of /api/v1/sandboxes/search', "Property '/api/v1/sandboxes/search' does not exist"],
  ),
];

/** A fault in the text that is made. */
function inText(
  operator: FileMutant['operator'],
  title: string,
  from: string,
  to: string,
  says: FileMutant['says'],
): FileMutant {
  const made = 'return astToString(nodes)';
  const changed = `${made}.replaceAll(${JSON.stringify(from)}, ${JSON.stringify(to)})`;
  return { operator, title, gate, changes: [{ file, from: made, to: changed }], says };
}

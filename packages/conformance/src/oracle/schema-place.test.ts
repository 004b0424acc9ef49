import { expect, test } from 'vitest';
import type { Schema } from '../contract.ts';
import { placeAt } from './contract-place.ts';
import { brokenRule } from './schema-place.ts';

type Row = [schema: string, pointer: string, keyword: string, contract: string, origin: string];

// Each schema below `#/components/schemas/`, and where what is broken comes from.
const table: Row[] = [
  ['Sandbox', '', 'type', 'Sandbox', 'observed D03'],
  ['Sandbox', '/id', 'type', 'Sandbox/properties/id', 'observed D03'],
  ['Sandbox', '/id', 'required', 'Sandbox/properties/id', 'observed D03'],
  ['Sandbox', '/status', 'enum', 'SandboxStatus', 'observed D03'],
  ['Sandbox', '/surplus', 'additionalProperties', 'Sandbox', 'observed D03'],
  ['SandboxPage', '/items/3', 'type', 'Sandbox', 'observed D03'],
  ['SandboxPage', '/items/3/created_at', 'format', 'Sandbox/properties/created_at', 'observed D03'],
  ['SandboxPage', '/items', 'type', 'SandboxPage/properties/items', 'observed D05'],
  // That a member has to be there is a matter of what has it.
  [
    'AppConversationStartTask',
    '/request',
    'required',
    'AppConversationStartTask/properties/request',
    'observed D07',
  ],
  [
    'AppConversationStartTask',
    '/request/title',
    'type',
    'AppConversationStartRequest/properties/title',
    'observed D01',
  ],
  // Of a choice: the branch that is broken, where that is sure, else the choice.
  ['AppConversation', '/git_provider', 'enum', 'GitProvider', 'observed D37'],
  [
    'AppConversation',
    '/git_provider',
    'type',
    'AppConversation/properties/git_provider',
    'observed D02',
  ],
  ['AppConversationList', '/0/metrics/surplus', 'additionalProperties', 'Metrics', 'observed D02'],
  [
    'AppConversationList',
    '/0/metrics/accumulated_token_usage/context_window',
    'minimum',
    'TokenUsage/properties/context_window',
    'observed D02',
  ],
  [
    'AppConversation',
    '/tags/a~1b~0c',
    'type',
    'AppConversation/properties/tags/additionalProperties',
    'observed D02',
  ],
  ['Message', '/content/0/type', 'discriminator', 'MessageContent', 'observed D41'],
  ['Message', '/content/0/type', 'required', 'MessageContent', 'observed D41'],
  ['Message', '/content/0/text', 'required', 'TextContent/properties/text', 'observed D01'],
  // A member that is marked apart from what is around it.
  ['Settings', '/llm_api_key_set', 'required', 'Settings/properties/llm_api_key_set', 'documented'],
  [
    'Settings',
    '/provider_tokens_set/github',
    'type',
    'Settings/properties/provider_tokens_set/additionalProperties',
    'observed D19',
  ],
  ['SuggestedTask', '/task_type', 'enum', 'TaskType', 'observed D14'],
  [
    'CreateMicroagent',
    '/git_provider',
    'type',
    'CreateMicroagent/properties/git_provider',
    'observed D14',
  ],
  [
    'CreateConversationResponse',
    '/conversation_status',
    'enum',
    'ConversationStatus',
    'observed D41',
  ],
  // As far as the contract has something.
  [
    'ValidationErrorDetail',
    '/ctx/a/b',
    'type',
    'ValidationErrorDetail/properties/ctx',
    'observed D09',
  ],
];

test.each(table)('%s %s %s', (schema, pointer, keyword, contract, origin) => {
  const rule = brokenRule(placeAt('components', 'schemas', schema), pointer, keyword);
  const [provenance, decision] = origin.split(' ');
  expect(rule).toEqual({
    provenance,
    decision,
    contract: `#/components/schemas/${contract}`,
  });
});

test('all parts of a schema that holds several at once are looked at', () => {
  const value: Schema = {
    allOf: [
      { properties: { a: { type: 'string' } }, 'x-provenance': 'assumed' },
      { anyOf: [{ properties: { 'b/c~': { type: 'string' } } }] },
    ],
  };
  const place = { pointer: '#/x', value, provenance: 'documented', decision: undefined } as const;
  expect(brokenRule(place, '/a', 'type')).toMatchObject({
    contract: '#/x/allOf/0/properties/a',
    provenance: 'assumed',
  });
  expect(brokenRule(place, '/b~1c~0', 'required')).toMatchObject({
    contract: '#/x/allOf/1/anyOf/0/properties/b~1c~0',
    provenance: 'documented',
  });
  expect(brokenRule(place, '/c', 'required')).toMatchObject({ contract: '#/x' });
});

import { expect, test } from 'vitest';
import { contract as bundle, operationOf, type Schema } from '../contract.ts';
import {
  elementAt,
  lifecycleRule,
  mostBinding,
  operationRule,
  parameterRule,
  propertyRule,
  responseRule,
  rootOf,
  type Rule,
  ruleAt,
  ruleOf,
  securityRule,
  violatedElement,
} from './rules.ts';

const settings = '/paths/~1api~1settings/get';
const sandboxes = '/paths/~1api~1v1~1sandboxes/post';
const start = operationOf('startSandbox');

// prettier-ignore
test.each<[title: string, Rule, origin: string, contract: string]>([
  ['an operation', operationRule(start), 'documented', sandboxes],
  ['that a key is required', securityRule(start), 'documented', `${sandboxes}/security`],
  ['a response with an annotation', responseRule(start, 200), 'observed D03', `${sandboxes}/responses/200`],
  ['a response behind a reference', responseRule(start, 404), 'assumed D12', `${sandboxes}/responses/404`],
  ['an undeclared success', responseRule(operationOf('getSettings'), 201), 'observed D08', `${settings}/responses`],
  ['an undeclared error, beside an assumed and an observed one', responseRule(operationOf('startAppConversation'), 409), 'observed D09', '/paths/~1api~1v1~1app-conversations/post/responses'],
  ['an undeclared server error', responseRule(operationOf('getSettings'), 500), 'observed D08', `${settings}/responses`],
  ['a lifecycle', lifecycleRule('SandboxStatus'), 'assumed D24', '/components/schemas/SandboxStatus/x-lifecycle'],
  ['a property with the provenance of its schema', propertyRule('Sandbox', 'id'), 'observed D03', '/components/schemas/Sandbox/properties/id'],
  ['a property with a provenance of its own', propertyRule('CreateConversationResponse', 'conversation_status'), 'documented', '/components/schemas/CreateConversationResponse/properties/conversation_status'],
  ['a parameter', parameterRule('Limit'), 'observed D05', '/components/parameters/Limit'],
  ['an element behind a reference', ruleAt('paths', '/api/settings', 'get', 'responses', '401', 'content'), 'observed D09', '/components/responses/Unauthorized/content'],
])('knows the provenance of %s', (_, rule, origin, contract) => {
  const [provenance, decision] = origin.split(' ');
  expect(rule).toEqual({ provenance, decision, contract: `#${contract}` });
});

test('throws for an element that the contract does not have', () => {
  expect(() => ruleAt('components', 'schemas', 'No/thing', 'type')).toThrow(
    'The contract has nothing at #/components/schemas/No~1thing',
  );
});

test('what is documented binds most, then what is observed', () => {
  const rule = (provenance: Rule['provenance'], contract: string): Rule => ({
    provenance,
    decision: undefined,
    contract,
  });
  const rules = [
    rule('assumed', 'a'),
    rule('observed', 'b'),
    rule('observed', 'c'),
    rule('documented', 'd'),
  ];
  expect(mostBinding(rules)?.contract).toBe('d');
  expect(mostBinding(rules.slice(0, 3))?.contract).toBe('b');
  expect(mostBinding(rules.slice(0, 1))?.contract).toBe('a');
  expect(mostBinding([])).toBeUndefined();
});

type Row = [schema: string, pointer: string, keyword: string, contract: string, origin: string];

// Each schema below `#/components/schemas/`, and the provenance of what is violated.
// prettier-ignore
const table: Row[] = [
  ['Sandbox', '', 'type', 'Sandbox', 'observed D03'],
  ['Sandbox', '/id', 'type', 'Sandbox/properties/id', 'observed D03'],
  ['Sandbox', '/id', 'required', 'Sandbox/properties/id', 'observed D03'],
  ['Sandbox', '/status', 'enum', 'SandboxStatus', 'observed D03'],
  ['Sandbox', '/surplus', 'additionalProperties', 'Sandbox', 'observed D03'],
  ['SandboxPage', '/items/3', 'type', 'Sandbox', 'observed D03'],
  ['SandboxPage', '/items/3/created_at', 'format', 'Sandbox/properties/created_at', 'observed D03'],
  ['SandboxPage', '/items', 'type', 'SandboxPage/properties/items', 'observed D05'],
  // What has a property requires it.
  [
    'AppConversationStartTask',
    '/request',
    'required',
    'AppConversationStartTask/properties/request',
    'observed D07',
  ],
  ['AppConversationStartTask', '/request/title', 'type', 'AppConversationStartRequest/properties/title', 'observed D01'],
  // Of a choice: the branch that is broken, where that is sure, else the choice.
  ['AppConversation', '/git_provider', 'enum', 'GitProvider', 'observed D37'],
  ['AppConversation', '/git_provider', 'type', 'AppConversation/properties/git_provider', 'observed D02'],
  ['AppConversationList', '/0/metrics/surplus', 'additionalProperties', 'Metrics', 'observed D02'],
  ['AppConversationList', '/0/metrics/accumulated_token_usage/context_window', 'minimum', 'TokenUsage/properties/context_window', 'observed D02'],
  ['AppConversation', '/tags/a~1b~0c', 'type', 'AppConversation/properties/tags/additionalProperties', 'observed D02'],
  ['Message', '/content/0/type', 'discriminator', 'MessageContent', 'observed D41'],
  ['Message', '/content/0/type', 'required', 'MessageContent', 'observed D41'],
  ['Message', '/content/0/text', 'required', 'TextContent/properties/text', 'observed D01'],
  // A property with annotations of its own.
  ['Settings', '/llm_api_key_set', 'required', 'Settings/properties/llm_api_key_set', 'documented'],
  ['Settings', '/provider_tokens_set/github', 'type', 'Settings/properties/provider_tokens_set/additionalProperties', 'observed D19'],
  ['SuggestedTask', '/task_type', 'enum', 'TaskType', 'observed D14'],
  ['CreateMicroagent', '/git_provider', 'type', 'CreateMicroagent/properties/git_provider', 'observed D14'],
  ['CreateConversationResponse', '/conversation_status', 'enum', 'ConversationStatus', 'observed D41'],
  // As far as the contract has something.
  [
    'ValidationErrorDetail',
    '/ctx/a/b',
    'type',
    'ValidationErrorDetail/properties/ctx',
    'observed D09',
  ],
];

test.each(table)(
  'finds what of %s the value at %s violates: %s',
  (schema, pointer, keyword, contract, origin) => {
    const rule = violatedElement(elementAt('components', 'schemas', schema), pointer, keyword);
    const [provenance, decision] = origin.split(' ');
    expect(ruleOf(rule)).toEqual({
      provenance,
      decision,
      contract: `#/components/schemas/${contract}`,
    });
  },
);

test('finds a property in any branch of a schema', () => {
  const value: Schema = {
    allOf: [
      { properties: { a: { type: 'string' } }, 'x-provenance': 'assumed' },
      { anyOf: [{ properties: { 'b/c~': { type: 'string' } } }] },
    ],
  };
  const place = { ...rootOf(bundle), contract: '#/x', value };
  expect(violatedElement(place, '/a', 'type')).toMatchObject({
    contract: '#/x/allOf/0/properties/a',
    provenance: 'assumed',
  });
  expect(violatedElement(place, '/b~1c~0', 'required')).toMatchObject({
    contract: '#/x/allOf/1/anyOf/0/properties/b~1c~0',
    provenance: 'documented',
  });
  expect(violatedElement(place, '/c', 'required')).toMatchObject({ contract: '#/x' });
});

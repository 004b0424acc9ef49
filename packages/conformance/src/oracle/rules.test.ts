import type { Schema } from '@agent-conversation/contract';
import { expect, test } from 'vitest';
import { operationOf } from '../contract.ts';
import {
  elementAt,
  responseRule,
  type Rule,
  ruleAt,
  violatedElement,
} from './rules.ts';

const sandboxes = '/paths/~1api~1v1~1sandboxes/post';
const start = operationOf('startSandbox');

// The nearest annotations are compared with all violations in test/oracle.test.ts.
interface Row {
  readonly title: string;
  readonly rule: Rule;
  readonly origin: string;
  readonly contract: string;
}

test.each<Row>([
  {
    title: 'a response with an annotation',
    rule: responseRule(start, 200),
    origin: 'observed D03',
    contract: `${sandboxes}/responses/200`,
  },
  {
    title: 'a response behind a reference',
    rule: responseRule(start, 404),
    origin: 'assumed D12',
    contract: `${sandboxes}/responses/404`,
  },
  {
    title: 'an undeclared success',
    rule: responseRule(operationOf('getSettings'), 201),
    origin: 'observed D08',
    contract: '/paths/~1api~1settings/get/responses',
  },
  {
    title: 'an undeclared error, beside an assumed and an observed one',
    rule: responseRule(operationOf('startAppConversation'), 409),
    origin: 'observed D11',
    contract: '/paths/~1api~1v1~1app-conversations/post/responses',
  },
  {
    title: 'an element behind a reference',
    rule: ruleAt('/paths/~1api~1settings/get/responses/401/content'),
    origin: 'observed D09',
    contract: '/components/responses/Unauthorized/content',
  },
])('knows the provenance of $title', ({ rule, origin, contract }) => {
  const [provenance, decision] = origin.split(' ');
  expect(rule).toEqual({ provenance, decision, contract: `#${contract}` });
});

// Each schema below `#/components/schemas/`, and the provenance of what is violated.
// prettier-ignore
test.each<[schema: string, pointer: string, keyword: string, contract: string, origin: string]>([
  ['Sandbox', '', 'type', 'Sandbox', 'observed D03'],
  ['Sandbox', '/id', 'required', 'Sandbox/properties/id', 'observed D03'],
  ['Sandbox', '/surplus', 'additionalProperties', 'Sandbox', 'observed D03'],
  ['SandboxPage', '/items/3', 'type', 'Sandbox', 'observed D03'],
  ['SandboxPage', '/items', 'type', 'SandboxPage/properties/items', 'observed D05'],
  // The object that has a property requires it.
  ['AppConversationStartTask', '/request', 'required', 'AppConversationStartTask/properties/request', 'observed D07'],
  // Of a choice: the branch that is violated, where that is sure, else the choice.
  ['AppConversation', '/git_provider', 'enum', 'GitProvider', 'observed D37'],
  ['AppConversation', '/git_provider', 'type', 'AppConversation/properties/git_provider', 'observed D02'],
  ['AppConversationList', '/0/metrics/surplus', 'additionalProperties', 'Metrics', 'observed D02'],
  ['AppConversation', '/tags/a~1b~0c', 'type', 'AppConversation/properties/tags/additionalProperties', 'observed D02'],
  ['Message', '/content/0/type', 'discriminator', 'MessageContent', 'observed D41'],
  ['Message', '/content/0/type', 'required', 'MessageContent', 'observed D41'],
  ['Message', '/content/0/text', 'required', 'TextContent/properties/text', 'observed D01'],
  // A property with annotations of its own.
  ['Settings', '/llm_api_key_set', 'required', 'Settings/properties/llm_api_key_set', 'documented'],
  // As far as the contract has something.
  ['ValidationErrorDetail', '/ctx/a/b', 'type', 'ValidationErrorDetail/properties/ctx', 'observed D09'],
])('finds what of %s the value at %s violates: %s', (schema, pointer, keyword, contract, origin) => {
  const rule = violatedElement(elementAt(`/components/schemas/${schema}`), pointer, keyword);
  const [provenance, decision] = origin.split(' ');
  expect(rule).toMatchObject({ provenance, contract: `#/components/schemas/${contract}` });
  expect(rule.decision).toBe(decision);
});

test('finds a property in any branch of a schema', () => {
  const value: Schema = {
    allOf: [
      { properties: { a: { type: 'string' } }, 'x-provenance': 'assumed' },
      { anyOf: [{ properties: { 'b/c~': { type: 'string' } } }] },
    ],
  };
  const schema = {
    ...elementAt(''),
    contract: '#/x',
    value,
    entered: new Map(),
  };
  const violated = (pointer: string, keyword: string) => {
    const { contract, provenance } = violatedElement(schema, pointer, keyword);
    return `${contract} ${provenance}`;
  };
  expect(violated('/a', 'type')).toBe('#/x/allOf/0/properties/a assumed');
  expect(violated('/b~1c~0', 'required')).toBe(
    '#/x/allOf/1/anyOf/0/properties/b~1c~0 documented',
  );
  expect(violated('/c', 'required')).toBe('#/x documented');
});

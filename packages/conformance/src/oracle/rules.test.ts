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
test.each<{
  schema: string;
  pointer: string;
  keyword: string;
  contract: string;
  origin: string;
}>([
  {
    schema: 'Sandbox',
    pointer: '',
    keyword: 'type',
    contract: 'Sandbox',
    origin: 'observed D03',
  },
  {
    schema: 'Sandbox',
    pointer: '/id',
    keyword: 'required',
    contract: 'Sandbox/properties/id',
    origin: 'observed D03',
  },
  {
    schema: 'Sandbox',
    pointer: '/surplus',
    keyword: 'additionalProperties',
    contract: 'Sandbox',
    origin: 'observed D03',
  },
  {
    schema: 'SandboxPage',
    pointer: '/items/3',
    keyword: 'type',
    contract: 'Sandbox',
    origin: 'observed D03',
  },
  {
    schema: 'SandboxPage',
    pointer: '/items',
    keyword: 'type',
    contract: 'SandboxPage/properties/items',
    origin: 'observed D05',
  },
  // The object that has a property requires it.
  {
    schema: 'AppConversationStartTask',
    pointer: '/request',
    keyword: 'required',
    contract: 'AppConversationStartTask/properties/request',
    origin: 'observed D07',
  },
  // Of a choice: the branch that is violated, where that is sure, else the choice.
  {
    schema: 'AppConversation',
    pointer: '/git_provider',
    keyword: 'enum',
    contract: 'GitProvider',
    origin: 'observed D37',
  },
  {
    schema: 'AppConversation',
    pointer: '/git_provider',
    keyword: 'type',
    contract: 'AppConversation/properties/git_provider',
    origin: 'observed D02',
  },
  {
    schema: 'AppConversationList',
    pointer: '/0/metrics/surplus',
    keyword: 'additionalProperties',
    contract: 'Metrics',
    origin: 'observed D02',
  },
  {
    schema: 'AppConversation',
    pointer: '/tags/a~1b~0c',
    keyword: 'type',
    contract: 'AppConversation/properties/tags/additionalProperties',
    origin: 'observed D02',
  },
  {
    schema: 'Message',
    pointer: '/content/0/type',
    keyword: 'discriminator',
    contract: 'MessageContent',
    origin: 'observed D41',
  },
  {
    schema: 'Message',
    pointer: '/content/0/type',
    keyword: 'required',
    contract: 'MessageContent',
    origin: 'observed D41',
  },
  {
    schema: 'Message',
    pointer: '/content/0/text',
    keyword: 'required',
    contract: 'TextContent/properties/text',
    origin: 'observed D01',
  },
  // A property with annotations of its own.
  {
    schema: 'Settings',
    pointer: '/llm_api_key_set',
    keyword: 'required',
    contract: 'Settings/properties/llm_api_key_set',
    origin: 'documented',
  },
  // As far as the contract has something.
  {
    schema: 'ValidationErrorDetail',
    pointer: '/ctx/a/b',
    keyword: 'type',
    contract: 'ValidationErrorDetail/properties/ctx',
    origin: 'observed D09',
  },
])(
  'finds what of $schema the value at $pointer violates: $keyword',
  ({ schema, pointer, keyword, contract, origin }) => {
    const rule = violatedElement(
      elementAt(`/components/schemas/${schema}`),
      pointer,
      keyword,
    );
    const [provenance, decision] = origin.split(' ');
    expect(rule).toMatchObject({
      provenance,
      contract: `#/components/schemas/${contract}`,
    });
    expect(rule.decision).toBe(decision);
  },
);

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

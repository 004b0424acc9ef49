import { expect, test } from 'vitest';
import { type Operation, operations } from '../contract.ts';
import {
  answerRule,
  lifecycleRule,
  memberRule,
  mostBinding,
  operationRule,
  parameterRule,
  type Rule,
  ruleAt,
  securityRule,
} from './rule.ts';

const operation = (id: string): Operation => operations.find((it) => it.operationId === id)!;
const start = '#/paths/~1api~1v1~1sandboxes/post';
const settings = '#/paths/~1api~1settings/get';

const table: [title: string, Rule, ...want: (string | undefined)[]][] = [
  ['an operation', operationRule(operation('startSandbox')), 'documented', undefined, start],
  [
    'that it wants a key',
    securityRule(operation('startSandbox')),
    'documented',
    undefined,
    `${start}/security`,
  ],
  [
    'an answer that is described where it stands',
    answerRule(operation('startSandbox'), 200),
    'observed',
    'D03',
    `${start}/responses/200`,
  ],
  [
    'an answer that is described elsewhere',
    answerRule(operation('startSandbox'), 404),
    'assumed',
    'D12',
    `${start}/responses/404`,
  ],
  [
    'a success that is not declared',
    answerRule(operation('getSettings'), 201),
    'observed',
    'D08',
    `${settings}/responses`,
  ],
  [
    'a refusal that is not declared, beside an assumed and an observed one',
    answerRule(operation('startAppConversation'), 409),
    'observed',
    'D09',
    '#/paths/~1api~1v1~1app-conversations/post/responses',
  ],
  [
    'an error of the server that is not declared, with the provenance of all responses',
    answerRule(operation('getSettings'), 500),
    'observed',
    'D08',
    `${settings}/responses`,
  ],
  [
    'a lifecycle',
    lifecycleRule('SandboxStatus'),
    'assumed',
    'D24',
    '#/components/schemas/SandboxStatus/x-lifecycle',
  ],
  [
    'a member that comes from where its schema does',
    memberRule('Sandbox', 'id'),
    'observed',
    'D03',
    '#/components/schemas/Sandbox/properties/id',
  ],
  [
    'a member that comes from elsewhere',
    memberRule('CreateMicroagent', 'git_provider'),
    'observed',
    'D14',
    '#/components/schemas/CreateMicroagent/properties/git_provider',
  ],
  [
    'a member whose schema comes from elsewhere',
    memberRule('CreateConversationResponse', 'conversation_status'),
    'documented',
    undefined,
    '#/components/schemas/CreateConversationResponse/properties/conversation_status',
  ],
  ['a parameter', parameterRule('Limit'), 'observed', 'D05', '#/components/parameters/Limit'],
  [
    'a place behind a reference',
    ruleAt('paths', '/api/settings', 'get', 'responses', '401', 'content'),
    'observed',
    'D09',
    '#/components/responses/Unauthorized/content',
  ],
];

test.each(table)('%s', (_, rule, provenance, decision, contract) => {
  expect(rule).toEqual({ provenance, decision, contract });
});

test('a place that the contract does not have is told', () => {
  expect(() => ruleAt('components', 'schemas', 'No/thing', 'type')).toThrow(
    'The contract has nothing at #/components/schemas/No~1thing',
  );
  expect(() => ruleAt('openapi')).toThrow('The contract has nothing at #/openapi');
});

test('what is documented binds most, then what is observed', () => {
  const rule = (provenance: Rule['provenance'], contract: string): Rule => ({
    provenance,
    decision: undefined,
    contract,
  });
  const [assumed, seen, seenLater, stated] = [
    rule('assumed', 'a'),
    rule('observed', 'b'),
    rule('observed', 'c'),
    rule('documented', 'd'),
  ] as const;
  expect(mostBinding([assumed, seen, seenLater, stated])).toBe(stated);
  expect(mostBinding([assumed, seen, seenLater])).toBe(seen);
  expect(mostBinding([assumed])).toBe(assumed);
  expect(mostBinding([])).toBeUndefined();
});

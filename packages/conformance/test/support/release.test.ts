import { expect, test } from 'vitest';
import { contract, type Contract, operations } from '../../src/contract.ts';
import { untoldChanges } from './release.ts';
import { termsOf } from './terms.ts';

const pause = ['paths', '/api/v1/sandboxes/{sandbox_id}/pause', 'post'];
const limit = ['components', 'parameters', 'Limit', 'schema'];
const sandbox = ['components', 'schemas', 'Sandbox'];
const start = ['components', 'schemas', 'AppConversationStartRequest'];
const content = ['components', 'schemas', 'MessageContent'];
const string = { type: 'string' };

interface Case {
  readonly change: string;
  /** Where in the contract, and what is there instead; undefined where it is taken away. */
  readonly given: readonly [place: readonly string[], value: unknown];
  readonly version: string;
  /** A term that is told of. */
  readonly want: string;
}

test.each<Case>([
  {
    change: 'an operation is removed',
    given: [pause, undefined],
    version: '0.2.0',
    want: 'pauseSandbox assures: path is POST /api/v1/sandboxes/{sandbox_id}/pause" no longer holds',
  },
  {
    change: 'an answer is no longer declared',
    given: [[...pause, 'responses', '404'], undefined],
    version: '0.2.0',
    want: 'pauseSandbox assures: 404 is declared" no longer holds',
  },
  {
    change: 'an answer is declared',
    given: [[...pause, 'responses', '422'], { $ref: '#/components/responses/ValidationFailed' }],
    version: '0.1.1',
    want: 'pauseSandbox assures: 422.detail is always there" is new',
  },
  {
    change: 'a member of a request is needed',
    given: [[...start, 'required'], ['title']],
    version: '0.2.0',
    want: 'startAppConversation reserves: body.title is needed" is new',
  },
  {
    change: 'a request takes a new member, which needs one itself',
    given: [
      [...start, 'properties', 'tit'],
      { type: 'object', properties: { short: string }, required: ['short'] },
    ],
    version: '0.1.1',
    want: 'startAppConversation assures: body.tit.short is taken" is new',
  },
  {
    change: 'an answer has a new member',
    given: [[...sandbox, 'properties', 'colour'], string],
    version: '0.1.1',
    want: 'startSandbox assures: 200.colour is known" is new',
  },
  {
    change: 'a member of an answer is no longer always there',
    given: [
      [...sandbox, 'required'],
      ['id', 'created_by_user_id', 'sandbox_spec_id', 'status'],
    ],
    version: '0.2.0',
    want: 'startSandbox assures: 200.session_api_key is always there" no longer holds',
  },
  {
    change: 'a member of an answer may be null',
    given: [
      [...sandbox, 'properties', 'id', 'type'],
      ['string', 'null'],
    ],
    version: '0.2.0',
    want: 'startSandbox reserves: 200.id may be null" is new',
  },
  {
    change: 'a member of an answer is never null',
    given: [[...sandbox, 'properties', 'created_by_user_id', 'type'], 'string'],
    version: '0.1.1',
    want: 'startSandbox reserves: 200.created_by_user_id may be null" no longer holds',
  },
  {
    change: 'a request takes less',
    given: [[...limit, 'maximum'], 99],
    version: '0.2.0',
    want: 'searchSandboxes reserves: query.limit has maximum 99" is new',
  },
  {
    change: 'a value of a request is not taken any more',
    given: [['components', 'schemas', 'AgentType', 'enum'], ['default']],
    version: '0.2.0',
    want: 'startAppConversation assures: body.agent_type may be "plan"" no longer holds',
  },
  {
    change: 'an answer may have a new value',
    given: [['components', 'schemas', 'TaskType', 'enum', '5'], 'OTHER'],
    version: '0.1.1',
    want: 'task_type may be "OTHER"" is new',
  },
  {
    change: 'another object may come in a list',
    given: [[...content, 'oneOf', '2'], { $ref: '#/components/schemas/Success' }],
    version: '0.2.0',
    want: 'startAppConversation reserves: 200.request.initial_message.content[] may be Success" is new',
  },
  {
    change: 'the key is sent elsewhere',
    given: [['components', 'securitySchemes', 'SessionApiKey', 'name'], 'X-Key'],
    version: '0.2.0',
    want: 'getSettings reserves: header.X-Key is needed" is new',
  },
  {
    change: 'a default is another one',
    given: [[...limit, 'default'], 50],
    version: '0.2.0',
    want: 'searchSandboxes assures: query.limit is 100 if left out" no longer holds',
  },
])('$change: $version', ({ given: [place, value], version, want }) => {
  const changed = structuredClone(contract);
  put(changed, place, value);
  expect(changesIn(changed, contract.info.version).join('\n')).toContain(want);
  expect(changesIn(changed, contract.info.version)).toContainEqual(
    expect.stringContaining(`to ${version} or a later one`),
  );
  expect(changesIn(changed, version)).toEqual([]);
});

test('texts and examples may change as they like', () => {
  const changed = structuredClone(contract);
  put(changed, [...sandbox, 'description'], 'Another text.');
  put(changed, ['components', 'parameters', 'Limit', 'example'], 5);
  expect(changesIn(changed, contract.info.version)).toEqual([]);
});

test.each([
  ['0.1.0', '0.1.1', 'assures', ['0.2.0']],
  ['0.1.0', '0.2.0', 'assures', []],
  ['0.9.0', '0.10.0', 'assures', []],
  ['0.1.9', '0.1.10', 'reserves', []],
  ['1.2.3', '1.9.9', 'assures', ['2.0.0']],
  ['1.2.3', '1.2.4', 'reserves', ['1.3.0']],
  ['1.2.3', '2.0.0', 'assures', []],
])('from %s to %s when what it %s is gone', (from, to, kind, want) => {
  const terms = [`getLamp ${kind}: 200.id is there`];
  const released = { version: from, terms };
  const found = untoldChanges(released, { version: to, terms: [] }, new Set(['getLamp']));
  expect(found.map((text) => /to (\S+) or a later one/.exec(text)?.[1])).toEqual(want);
});

test('an operation that has changed must be in the changelog', () => {
  const released = { version: '0.1.0', terms: ['getLamp assures: 200.id is known'] };
  expect(untoldChanges(released, { version: '0.2.0', terms: [] }, new Set(['getLamps']))).toEqual([
    'getLamp has changed since 0.1.0: say under it what has, in the newest release of openapi/changelog.yaml',
  ]);
});

function changesIn(changed: Contract, version: string): string[] {
  const all = new Set(operations.map((operation) => operation.operationId));
  const released = { version: contract.info.version, terms: termsOf(contract) };
  return untoldChanges(released, { version, terms: termsOf(changed) }, all);
}

function put(parent: object, [key = '', ...rest]: readonly string[], value: unknown): void {
  if (rest.length > 0) put(Reflect.get(parent, key) as object, rest, value);
  else if (value === undefined) Reflect.deleteProperty(parent, key);
  else Reflect.set(parent, key, value);
}

import { expect, test } from 'vitest';
import { readContract } from '../model/contract.ts';
import { findBroken } from './findings/find-broken.ts';
import { tellFindings } from './findings/tell.ts';
import { type ChangeableContract, contractWith, releasedDocument } from './testing/released.ts';

const released = readContract(releasedDocument);
const pausePath = '/api/v1/sandboxes/{sandbox_id}/pause';
const pause = '/paths/~1api~1v1~1sandboxes~1{sandbox_id}~1pause/post';

interface ElementChange {
  readonly name: string;
  readonly change: (contract: ChangeableContract) => void;
  /** The elements by which programs break, with the rule that tells it. */
  readonly told: Readonly<Record<string, string>>;
}

const body = (schema: string) => ({
  description: 'Any.',
  content: { 'application/json': { schema: { $ref: `#/components/schemas/${schema}` } } },
});
const responsesOf = ({ paths }: ChangeableContract) =>
  paths[pausePath]!['post']!['responses'] as Record<string, unknown>;
const rename = (record: Record<string, unknown>, from: string, to: string) => {
  record[to] = record[from];
  delete record[from];
};

const ofSchemas: readonly ElementChange[] = [
  {
    name: 'an enumeration of answers has a value more',
    change: ({ components }) => components.schemas['SandboxStatus']!.enum!.push('ASLEEP'),
    told: { '/components/schemas/SandboxStatus': 'source-switch' },
  },
  {
    name: 'an enumeration of answers has a value less',
    change: ({ components }) => components.schemas['ExecutionStatus']!.enum!.shift(),
    told: { '/components/schemas/ExecutionStatus': 'source-switch' },
  },
  {
    name: 'an enumeration of requests has a value less',
    change: ({ components }) => components.schemas['AgentType']!.enum!.pop(),
    told: { '/components/schemas/AgentType': 'source-switch' },
  },
  {
    name: 'an enumeration takes any string',
    change: ({ components }) => delete components.schemas['TaskType']!.enum,
    told: { '/components/schemas/TaskType': 'source-switch' },
  },
  {
    name: 'a schema has another name',
    change(contract) {
      const text = JSON.stringify(contract).replaceAll('schemas/Metrics"', 'schemas/Costs"');
      Object.assign(contract, JSON.parse(text));
      rename(contract.components.schemas, 'Metrics', 'Costs');
    },
    told: { '/components/schemas/Metrics': 'source-read' },
  },
  {
    name: 'an object becomes a string',
    change: ({ components }) => (components.schemas['ExposedURL'] = { type: 'string' }),
    told: { '/components/schemas/ExposedURL': 'source-read' },
  },
  {
    name: 'the items of a list are of another type',
    change: ({ components }) =>
      (components.schemas['AppConversationList']!.items = { $ref: '#/components/schemas/Sandbox' }),
    told: { '/components/schemas/AppConversationList': 'source-read' },
  },
  {
    name: 'a union has a variant more',
    change: ({ components }) =>
      components.schemas['MessageContent']!.oneOf!.push({ type: 'string' }),
    told: { '/components/schemas/MessageContent': 'source-read' },
  },
  {
    name: 'the values of a map are of another type',
    change: ({ components }) =>
      (components.schemas['AppConversation']!.properties!['tags']!.additionalProperties = {
        type: 'integer',
      }),
    told: { '/components/schemas/AppConversation/properties/tags': 'source-read' },
  },
  {
    name: 'answers have a new member that is always there',
    change({ components }) {
      components.schemas['Success']!.properties!['at'] = { type: 'string' };
      components.schemas['Success']!.required = ['at'];
    },
    told: { '/components/schemas/Success/properties/at': 'source-stand-in' },
  },
  {
    name: 'requests must have a new member',
    change({ components }) {
      components.schemas['MCPConfig']!.properties!['version'] = { type: 'string' };
      components.schemas['MCPConfig']!.required = ['version'];
    },
    told: { '/components/schemas/MCPConfig/properties/version': 'source-send' },
  },
];

const ofOperations: readonly ElementChange[] = [
  {
    name: 'an operation has another name',
    change: ({ paths }) => (paths[pausePath]!['post']!['operationId'] = 'haltSandbox'),
    told: { [pause]: 'source-call' },
  },
  {
    name: 'an operation is at another path',
    change: ({ paths }) => rename(paths, pausePath, '/api/v1/boxes/{sandbox_id}/pause'),
    told: { '/paths/~1api~1v1~1boxes~1{sandbox_id}~1pause/post': 'source-call' },
  },
  {
    name: 'an operation is gone',
    change: ({ paths }) => delete paths[pausePath],
    told: { [pause.slice(0, -'/post'.length)]: 'source-call' },
  },
  {
    name: 'an operation has a new answer',
    change: (contract) => (responsesOf(contract)['400'] = body('ErrorBody')),
    told: { [`${pause}/responses/400`]: 'source-switch' },
  },
  {
    name: 'an operation has an answer less',
    change: (contract) => delete responsesOf(contract)['404'],
    told: { [`${pause}/responses/404`]: 'source-switch' },
  },
  {
    name: 'an answer has another body',
    change: (contract) => (responsesOf(contract)['200'] = body('Sandbox')),
    told: { [`${pause}/responses/200`]: 'source-read' },
  },
  {
    name: 'an answer of many operations has another body',
    change: ({ components }) => (components['responses']!['Unauthorized'] = body('Success')),
    told: { '/components/responses/Unauthorized': 'source-read' },
  },
  {
    name: 'a body must be sent',
    change: ({ paths }) =>
      Object.assign(paths['/api/v1/app-conversations']!['post']!['requestBody'] as object, {
        required: true,
      }),
    told: { '/paths/~1api~1v1~1app-conversations/post': 'source-call' },
  },
  {
    name: 'a parameter of many operations must be sent',
    change: ({ components }) =>
      Object.assign(components['parameters']!['Limit'] as object, { required: true }),
    told: { '/components/parameters/Limit': 'source-send' },
  },
  {
    name: 'a parameter is of another type',
    change: ({ components }) =>
      Object.assign(components['parameters']!['PageId'] as object, { schema: { type: 'integer' } }),
    told: { '/components/parameters/PageId': 'source-send' },
  },
  {
    name: 'the only parameter of an operation is gone',
    change: ({ paths }) => delete paths['/api/v1/sandboxes']!['post']!['parameters'],
    told: { '/paths/~1api~1v1~1sandboxes/post/parameters': 'source-send' },
  },
];

const compatible: readonly ElementChange[] = [
  {
    name: 'an optional member is new, in requests and in answers',
    change({ components }) {
      components.schemas['AppConversationStartRequest']!.properties!['note'] = { type: 'string' };
      components.schemas['Sandbox']!.properties!['note'] = { type: 'string' };
    },
    told: {},
  },
  {
    name: 'an operation is new',
    change: ({ paths }) =>
      (paths['/api/v1/sandboxes/{sandbox_id}/stop'] = {
        post: { ...paths[pausePath]!['post'], operationId: 'stopSandbox' },
      }),
    told: {},
  },
  {
    name: 'a schema is new',
    change: ({ components }) => (components.schemas['Note'] = { type: 'object', properties: {} }),
    told: {},
  },
  {
    name: 'an optional parameter is new',
    change: ({ paths, components }) => {
      components['parameters']!['Owner'] = {
        ...(components['parameters']!['PageId'] as object),
        name: 'owner',
      };
      paths['/api/v1/sandboxes/search']!['get']!['parameters'] = [
        ...(paths['/api/v1/sandboxes/search']!['get']!['parameters'] as object[]),
        { $ref: '#/components/parameters/Owner' },
      ];
    },
    told: {},
  },
  {
    name: 'a bound, a format and a default are others',
    change({ components }) {
      const settings = components.schemas['Settings']!.properties!;
      Object.assign(settings['max_iterations']!, { minimum: 1, default: 500 });
      Object.assign(settings['email']!, { format: 'email' });
    },
    told: {},
  },
  {
    name: 'everything is described in other words',
    change: (contract) =>
      Object.assign(
        contract,
        JSON.parse(
          JSON.stringify(contract).replaceAll(/"description":"[^"\\]*"/g, '"description":"Any."'),
        ),
      ),
    told: {},
  },
];

test.each([
  { what: 'breaking changes of schemas are told', changes: ofSchemas },
  { what: 'breaking changes of operations are told', changes: ofOperations },
  { what: 'compatible changes are not told', changes: compatible },
])('$what', async ({ changes }) => {
  const contracts = changes.map(({ change }) => contractWith(change));
  const broken = await findBroken(released, contracts);
  const told = broken.map(({ findings }, index) =>
    tellFindings(findings, released, contracts[index]!).map(({ element, rule }) => [
      element.pointer,
      rule,
    ]),
  );
  expect(changes.map(({ name }, index) => [name, Object.fromEntries(told[index]!)])).toEqual(
    changes.map((it) => [it.name, it.told]),
  );
});

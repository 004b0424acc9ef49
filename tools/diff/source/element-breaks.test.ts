import { expect, test } from 'vitest';
import { readContract } from '../model/contract.ts';
import { writtenProgram } from './emit/written-programs.ts';
import { findBroken } from './findings/find-broken.ts';
import { tellFindings } from './findings/tell.ts';
import { type ChangeableContract, changedContract } from './testing/changed.ts';
import { lamps } from './testing/lamps.ts';

const released = readContract(lamps);
const switchPath = '/api/v1/lamps/{lamp_id}/switch';
const switching = '/paths/~1api~1v1~1lamps~1{lamp_id}~1switch/post';

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
  paths[switchPath]!['post']!['responses'] as Record<string, unknown>;
const rename = (record: Record<string, unknown>, from: string, to: string) => {
  record[to] = record[from];
  delete record[from];
};

const ofSchemas: readonly ElementChange[] = [
  {
    name: 'an enumeration of answers has a value more',
    change: ({ components }) => components.schemas['State']!.enum!.push('ASLEEP'),
    told: { '/components/schemas/State': 'source-switch' },
  },
  {
    name: 'an enumeration of answers has a value less',
    change: ({ components }) => components.schemas['State']!.enum!.pop(),
    told: { '/components/schemas/State': 'source-switch' },
  },
  {
    name: 'an enumeration of requests has a value less',
    change: ({ components }) => components.schemas['Colour']!.enum!.pop(),
    told: { '/components/schemas/Colour': 'source-switch' },
  },
  {
    name: 'an enumeration takes any string',
    change: ({ components }) => delete components.schemas['Colour']!.enum,
    told: { '/components/schemas/Colour': 'source-switch' },
  },
  {
    name: 'a schema has another name',
    change(contract) {
      const text = JSON.stringify(contract).replaceAll('schemas/Usage"', 'schemas/Costs"');
      Object.assign(contract, JSON.parse(text));
      rename(contract.components.schemas, 'Usage', 'Costs');
    },
    told: { '/components/schemas/Usage': 'source-read' },
  },
  {
    name: 'an object becomes a string',
    change: ({ components }) => (components.schemas['Shade'] = { type: 'string' }),
    told: { '/components/schemas/Shade': 'source-read' },
  },
  {
    name: 'the items of a list are of another type',
    change: ({ components }) =>
      (components.schemas['RoomList']!.items = { $ref: '#/components/schemas/Lamp' }),
    told: { '/components/schemas/RoomList': 'source-read' },
  },
  {
    name: 'a union has a variant more',
    change: ({ components }) => components.schemas['Label']!.oneOf!.push({ type: 'string' }),
    told: { '/components/schemas/Label': 'source-read' },
  },
  {
    name: 'the values of a map are of another type',
    change: ({ components }) =>
      (components.schemas['Lamp']!.properties!['tags']!.additionalProperties = {
        type: 'integer',
      }),
    told: { '/components/schemas/Lamp/properties/tags': 'source-read' },
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
      components.schemas['Timer']!.properties!['version'] = { type: 'string' };
      components.schemas['Timer']!.required = ['minutes', 'version'];
    },
    told: { '/components/schemas/Timer/properties/version': 'source-send' },
  },
];

const ofOperations: readonly ElementChange[] = [
  {
    name: 'an operation has another name',
    change: ({ paths }) => (paths[switchPath]!['post']!['operationId'] = 'toggleLamp'),
    told: { [switching]: 'source-call' },
  },
  {
    name: 'an operation is at another path',
    change: ({ paths }) => rename(paths, switchPath, '/api/v1/lights/{lamp_id}/switch'),
    told: { '/paths/~1api~1v1~1lights~1{lamp_id}~1switch/post': 'source-call' },
  },
  {
    name: 'an operation is gone',
    change: ({ paths }) => delete paths[switchPath],
    told: { [switching.slice(0, -'/post'.length)]: 'source-call' },
  },
  {
    name: 'an operation has a new answer',
    change: (contract) => (responsesOf(contract)['400'] = body('ErrorBody')),
    told: { [`${switching}/responses/400`]: 'source-switch' },
  },
  {
    name: 'an operation has an answer less',
    change: (contract) => delete responsesOf(contract)['404'],
    told: { [`${switching}/responses/404`]: 'source-switch' },
  },
  {
    name: 'an answer has another body',
    change: (contract) => (responsesOf(contract)['200'] = body('Lamp')),
    told: { [`${switching}/responses/200`]: 'source-read' },
  },
  {
    name: 'an answer of many operations has another body',
    change: ({ components }) => (components['responses']!['Unauthorized'] = body('Success')),
    told: { '/components/responses/Unauthorized': 'source-read' },
  },
  {
    name: 'a body must be sent',
    change: ({ paths }) =>
      Object.assign(paths['/api/v1/lamps']!['post']!['requestBody'] as object, { required: true }),
    told: { '/paths/~1api~1v1~1lamps/post': 'source-call' },
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
    change: ({ paths }) => delete paths['/api/rooms']!['get']!['parameters'],
    told: { '/paths/~1api~1rooms/get/parameters': 'source-send' },
  },
];

const compatible: readonly ElementChange[] = [
  {
    name: 'an optional member is new, in requests and in answers',
    change({ components }) {
      components.schemas['NewLamp']!.properties!['note'] = { type: 'string' };
      components.schemas['Lamp']!.properties!['note'] = { type: 'string' };
    },
    told: {},
  },
  {
    name: 'a member that is only sent is no longer required',
    change: ({ components }) => delete components.schemas['Timer']!.required,
    told: {},
  },
  {
    name: 'an operation is new',
    change: ({ paths }) =>
      (paths['/api/v1/lamps/{lamp_id}/stop'] = {
        post: { ...paths[switchPath]!['post'], operationId: 'stopLamp' },
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
      const search = paths['/api/v1/lamps/search']!['get']!;
      search['parameters'] = [
        ...(search['parameters'] as object[]),
        { $ref: '#/components/parameters/Owner' },
      ];
    },
    told: {},
  },
  {
    name: 'a bound, a format and a default are others',
    change({ components }) {
      const members = components.schemas['NewLamp']!.properties!;
      Object.assign(members['brightness']!, { minimum: 1, default: 7 });
      Object.assign(components.schemas['Room']!.properties!['name']!, { format: 'email' });
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

/** Breaks by much, and is told of nothing beside what the programs that are made name. */
const written = writtenProgram(
  'programs/lamps.ts',
  `/**
 * Looks for lamps that are off.
 *
 * @about searchLamps, Lamp, State
 */
import type { Client } from '@agent-conversation/client';
import type { Lamp, NewLamp, Shade } from '@agent-conversation/types';

export async function formsOf(client: Client): Promise<string[]> {
  const forms: string[] = [];
  for await (const lamp of client.lamps.search({ limit: 5 })) {
    if (lamp.state === 'OFF') forms.push(...lamp.shades.map((it: Shade) => it.form));
  }
  return forms;
}

/**
 * Creates a lamp and switches it.
 *
 * @about createLamp, NewLamp, Colour, switchLamp, Success
 */
export async function create(client: Client): Promise<boolean | undefined> {
  const wanted: NewLamp = { colour: 'blue', timer: { minutes: 5 } };
  const lamp: Lamp = await client.lamps.create(wanted);
  const { success } = await client.lamps.switch(lamp.id);
  return success;
}
`,
  [released],
);

test.each([
  { what: 'breaking changes of schemas are told', changes: ofSchemas },
  { what: 'breaking changes of operations are told', changes: ofOperations },
  { what: 'compatible changes are not told', changes: compatible },
])('$what', async ({ changes }) => {
  const contracts = changes.map(({ change }) => changedContract(lamps, change));
  const broken = await findBroken(released, contracts, [written]);
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

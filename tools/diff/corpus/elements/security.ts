import type { JsonObject } from '../contract/json.ts';
import { operationsOf } from '../contract/operations.ts';
import { objectAt, pointerOf } from '../contract/pointer.ts';
import { released } from '../contract/released.ts';
import { type Judgement, both } from '../labels/judgement.ts';
import type { LabelledChange } from '../labels/labelled-change.ts';
import { type ElementChange, labelled } from './element-change.ts';

const schemes = '/components/securitySchemes';

const prepare = (contract: JsonObject) => {
  objectAt(contract, schemes).Token = { type: 'http', scheme: 'bearer', description: 'A token.' };
};

const [scheme = ''] = Object.keys(objectAt(released, schemes));
const key = { [scheme]: [] };
const token = { Token: [] };

function requirementChanges(pointer: string): readonly ElementChange[] {
  const set = (kind: string, judgement: Judgement, security: JsonObject[]): ElementChange => ({
    kind: `security: ${kind}`,
    pointer,
    judgements: both(judgement),
    prepare,
    edit: (operation) => {
      operation.security = security;
    },
    beside: 'anything',
  });
  return [
    set('alternative added', 'compatible', [key, token]),
    set('further requirement added', 'sender', [{ ...key, ...token }]),
    set('other requirement', 'sender', [token]),
    set('made voluntary', 'compatible', [key, {}]),
    set('dropped by an empty list', 'sender', []),
    {
      ...set('dropped by removal', 'sender', []),
      edit: (operation) => {
        delete operation.security;
      },
    },
    {
      ...set('alternative removed', 'sender', [key]),
      prepare: (contract) => {
        prepare(contract);
        objectAt(contract, pointer).security = [key, token];
      },
    },
    {
      ...set('further requirement removed', 'compatible', [key]),
      prepare: (contract) => {
        prepare(contract);
        objectAt(contract, pointer).security = [{ ...key, ...token }];
      },
    },
  ];
}

function schemeChanges(): readonly ElementChange[] {
  const pointer = schemes + pointerOf(scheme);
  const set = (kind: string, judgement: Judgement, name: string, now: string): ElementChange => ({
    kind: `security scheme: ${kind}`,
    pointer,
    judgements: both(judgement),
    edit: (value) => {
      value[name] = now;
    },
  });
  return [
    set('header renamed', 'sender', 'name', 'X-Api-Key'),
    set('moved to the query', 'sender', 'in', 'query'),
    set('moved to a cookie', 'sender', 'in', 'cookie'),
    set('description changed', 'editorial', 'description', 'Said in other words.'),
    {
      ...set('other type', 'sender', 'type', 'http'),
      edit: (value) => {
        const { description = '' } = value;
        for (const name of Object.keys(value)) delete value[name];
        Object.assign(value, { type: 'http', scheme: 'bearer', description });
      },
    },
    {
      kind: 'security scheme added',
      pointer: `${schemes}/Token`,
      at: schemes,
      judgements: both('editorial'),
      edit: (value) => {
        value.Token = { type: 'http', scheme: 'bearer', description: 'A token.' };
      },
    },
  ];
}

/** Changes of the key that is asked for, and of how it is sent. */
export function securityChanges(): readonly LabelledChange[] {
  return [
    ...operationsOf(released)
      .filter(({ value }) => JSON.stringify(value.security) === JSON.stringify([key]))
      .flatMap(({ pointer }) => requirementChanges(pointer)),
    ...schemeChanges(),
  ].map(labelled);
}

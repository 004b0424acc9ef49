import { type JsonObject, isObject, textOf } from '../contract/json.ts';
import { listAt, objectAt, pointerOf } from '../contract/pointer.ts';
import { released } from '../contract/released.ts';
import { both } from '../labels/judgement.ts';
import type { LabelledChange } from '../labels/labelled-change.ts';
import { type ElementChange, labelled } from './element-change.ts';
import { setMember } from './set-member.ts';

const text = 'Said in other words.';
const first = objectAt(released, '/servers/0');
const last = pointerOf('servers', listAt(released, '/servers').length);

const append = (contract: JsonObject) => {
  const server = { url: 'https://elsewhere.example', description: 'Another deployment.' };
  contract.servers = [...listAt(contract, '/servers'), server];
};

const added: ElementChange = {
  kind: 'server added',
  pointer: last,
  at: '',
  judgements: both('compatible'),
  edit: append,
};

const removed: ElementChange = {
  kind: 'server removed',
  pointer: last,
  at: '',
  judgements: both('sender'),
  prepare: append,
  edit: (contract) => {
    contract.servers = listAt(contract, '/servers').slice(0, -1);
  },
};

/** Changes of a part of an address of which only the usual value is told. */
function variableChanges(name: string, value: JsonObject): readonly ElementChange[] {
  if ('enum' in value) return [];
  const set = setMember('server variable', `/servers/0/variables${pointerOf(name)}`);
  return [
    set('default changed', 'sender', 'default', 'elsewhere'),
    set('description changed', 'editorial', 'description', text),
    set('enum introduced', 'sender', 'enum', [value.default ?? null]),
  ];
}

/** Changes of where the service is reached. */
export function serverChanges(): readonly LabelledChange[] {
  const server = setMember('server', '/servers/0');
  const variables = isObject(first.variables) ? Object.entries(first.variables) : [];
  return [
    server('url changed', 'sender', 'url', `${textOf(first.url)}/v2`),
    server('description changed', 'editorial', 'description', text),
    ...variables.flatMap(([name, value]) => (isObject(value) ? variableChanges(name, value) : [])),
    added,
    removed,
  ].map(labelled);
}

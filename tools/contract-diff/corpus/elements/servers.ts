import type { JsonObject } from '../contract/json.ts';
import { listAt } from '../contract/pointer.ts';
import { both } from '../labels/judgement.ts';
import type { LabelledChange } from '../labels/labelled-change.ts';
import { type ElementChange, labelled } from './element-change.ts';
import { setMember } from './set-member.ts';

const text = 'Said in other words.';

const append = (contract: JsonObject) => {
  const server = { url: 'https://elsewhere.example', description: 'Another deployment.' };
  contract.servers = [...listAt(contract, '/servers'), server];
};

const added: ElementChange = {
  kind: 'server added',
  pointer: '/servers/1',
  at: '',
  judgements: both('compatible'),
  edit: append,
};

const removed: ElementChange = {
  kind: 'server removed',
  pointer: '/servers/1',
  at: '',
  judgements: both('sender'),
  prepare: append,
  edit: (contract) => {
    contract.servers = listAt(contract, '/servers').slice(0, 1);
  },
};

/** Changes of where the service is reached. */
export function serverChanges(): readonly LabelledChange[] {
  const server = setMember('server', '/servers/0');
  const variable = setMember('server variable', '/servers/0/variables/base_url');
  return [
    server('url changed', 'sender', 'url', '{base_url}/v2'),
    server('description changed', 'editorial', 'description', text),
    variable('default changed', 'sender', 'default', 'http://localhost:4000'),
    variable('description changed', 'editorial', 'description', text),
    variable('enum introduced', 'sender', 'enum', ['http://localhost:3000']),
    added,
    removed,
  ].map(labelled);
}

import { type JsonObject, isObject } from '../contract/json.ts';
import { operationsOf } from '../contract/operations.ts';
import { listAt, objectAt, pointerOf } from '../contract/pointer.ts';
import { released } from '../contract/released.ts';
import { schemasOf } from '../contract/schemas.ts';
import { both } from '../labels/judgement.ts';
import type { LabelledChange } from '../labels/labelled-change.ts';
import { type ElementChange, labelled } from './element-change.ts';

const templated = operationsOf(released).filter(({ path }) => path.includes('{sandbox_id}'));

/** The name of a value in the path is never sent: only the types have it. */
const pathNames = templated.map(({ id, path, method }): ElementChange => {
  const renamed = path.replace('{sandbox_id}', '{id}');
  return {
    kind: 'path parameter renamed',
    variant: id,
    pointer: pointerOf('paths', path, method, 'parameters', 0),
    at: '/paths',
    judgements: both('source'),
    edit: (paths) => {
      const item = objectAt(paths, pointerOf(path));
      delete paths[path];
      paths[renamed] = item;
      listAt(item, `/${method}/parameters`)[0] = {
        name: 'id',
        in: 'path',
        required: true,
        'x-provenance': 'documented',
        description: 'The id of a sandbox.',
        schema: { type: 'string' },
      };
    },
    but: { pointer: pointerOf('paths', renamed, method, 'parameters', 0) },
  };
});

/** What stands on every operation may as well stand once for all. */
const globalSecurity: ElementChange = {
  kind: 'security: stated for the whole document, which is no change',
  pointer: '/security',
  at: '',
  judgements: both('editorial'),
  edit: (contract) => {
    contract.security = operationsOf(contract)[0]!.value.security!;
    for (const { value } of operationsOf(contract)) delete value.security;
  },
};

const parameterOfPath = templated.map(({ id, path, method }): ElementChange => ({
  kind: 'parameter: stated for the path, which is no change',
  variant: id,
  pointer: pointerOf('paths', path),
  judgements: both('editorial'),
  edit: (item) => {
    const operation = objectAt(item, `/${method}`);
    item.parameters = operation.parameters ?? [];
    delete operation.parameters;
  },
}));

const withMembers = schemasOf(released).find(
  ({ value: { properties } }) => isObject(properties) && Object.keys(properties).length > 1,
)!;

const membersReversed: ElementChange = {
  kind: 'schema: members in another order, which is no change',
  pointer: `${withMembers.pointer}/properties`,
  judgements: both('editorial'),
  edit: (properties) => {
    const members: JsonObject = Object.fromEntries(Object.entries(properties).toReversed());
    for (const name of Object.keys(properties)) delete properties[name];
    Object.assign(properties, members);
  },
};

/** Changes that look like more than they are, or like less. */
export function furtherChanges(): readonly LabelledChange[] {
  const nothing = [globalSecurity, ...parameterOfPath, membersReversed]
    .map(labelled)
    .map((change) => ({ ...change, expected: [] }));
  return [...pathNames.map(labelled), ...nothing];
}

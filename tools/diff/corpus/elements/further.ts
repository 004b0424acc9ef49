import { type JsonObject, isObject, textOf } from '../contract/json.ts';
import { operationsOf } from '../contract/operations.ts';
import { listAt, objectAt, pointerOf, valueAt } from '../contract/pointer.ts';
import { released } from '../contract/released.ts';
import { schemasOf } from '../contract/schemas.ts';
import { both } from '../labels/judgement.ts';
import type { LabelledChange } from '../labels/labelled-change.ts';
import { type ElementChange, labelled } from './element-change.ts';

/** The operations that have a path for themselves, so that it may change with them. */
const alone = operationsOf(released).filter(
  ({ path }, _, all) => all.filter((other) => other.path === path).length === 1,
);

/** The name of a value in the path is never sent: only the types have it. */
const pathNames = alone.flatMap(({ id, path, method, value }) =>
  (Array.isArray(value.parameters) ? value.parameters : []).flatMap((entry, index) => {
    const $ref = valueAt(entry, '/$ref');
    const parameter = $ref === undefined ? entry : valueAt(released, textOf($ref).slice(1));
    if (!isObject(parameter) || parameter.in !== 'path') return [];
    const name = `${textOf(parameter.name)}_renamed`;
    const renamed = path.replace(`{${textOf(parameter.name)}}`, `{${name}}`);
    return [
      {
        kind: 'path parameter renamed',
        variant: id,
        pointer: pointerOf('paths', path, method, 'parameters', index),
        at: '/paths',
        judgements: both('source'),
        edit: (paths) => {
          const item = objectAt(paths, pointerOf(path));
          delete paths[path];
          paths[renamed] = item;
          listAt(item, `/${method}/parameters`)[index] = { ...parameter, name };
        },
        but: { pointer: pointerOf('paths', renamed, method, 'parameters', index) },
      } satisfies ElementChange,
    ];
  }),
);

/** What stands on operations may as well stand once for all of them. */
const globalSecurity: ElementChange = {
  kind: 'security: stated for the whole document, which is no change',
  pointer: '/security',
  at: '',
  judgements: both('editorial'),
  edit: (contract) => {
    const operations = operationsOf(contract);
    const { security = null } = operations[0]!.value;
    contract.security = security;
    for (const { value } of operations) {
      if (JSON.stringify(value.security) === JSON.stringify(security)) delete value.security;
    }
  },
};

const parameterOfPath = alone
  .filter(({ value }) => 'parameters' in value)
  .map(({ id, path, method }): ElementChange => ({
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

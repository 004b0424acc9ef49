import { usageOf } from '../../judge/uses.ts';
import type { Contract } from '../../model/contract.ts';
import { bundleOf, type Schema } from '../contract/bundle.ts';
import { enumUses, isEnum } from './enum-uses.ts';
import { schemaPointer, typeImports } from './imports.ts';
import { memberUses, type Roles, smallestUse } from './member-uses.ts';
import { namedIn, typeText } from './type-text.ts';
import type { Program, Use } from './use.ts';

/**
 * The program that relies on everything that a named schema says: on its name, its members, its values.
 *
 * @throws {UnknownType} when the schema has another type than those of JSON Schema
 */
export function schemaProgram(contract: Contract, name: string): Program {
  const schema = bundleOf(contract).components.schemas[name]!;
  const object = { schema, pointer: schemaPointer(name), type: name, title: name };
  const roles = rolesOf(contract, name);
  const uses = isEnum(schema)
    ? enumUses(object)
    : schema.properties
      ? [...memberUses(object, roles), smallestUse(object, roles)]
      : wholeUses(object, roles);
  return {
    name: `schemas/${name}.ts`,
    needsClient: false,
    uses: [
      ...typeImports([...new Set([name, ...(isEnum(schema) ? [] : namedIn(schema))])]),
      ...uses,
    ],
  };
}

function rolesOf(contract: Contract, name: string): Roles {
  const directions = usageOf(contract)
    .of(schemaPointer(name))
    .map(({ direction }) => direction);
  const isRead = directions.includes('response');
  const isSent = directions.includes('request');
  const { schemas } = bundleOf(contract).components;
  return {
    isOpen: (other) => isEnum(schemas[other] ?? {}) && isRead && !isSent,
    isRead,
    writer: isSent ? 'send' : 'stand-in',
  };
}

/** The statements that rely on a schema that is no object, such as a list. */
function wholeUses(
  {
    schema,
    pointer,
    type,
    title,
  }: { schema: Schema; pointer: string; type: string; title: string },
  roles: Roles,
): Use[] {
  const read = typeText(schema, roles);
  const written = typeText(schema, { isOpen: () => false });
  return [
    ...(roles.isRead
      ? [
          {
            pointer,
            kind: 'read' as const,
            purpose: `reads \`${title}\` as \`${read}\``,
            reasons: [],
            text: `export const read = (from: ${type}): ${read} => from;`,
          },
        ]
      : []),
    {
      pointer,
      kind: roles.writer,
      purpose: `writes \`${title}\` as \`${written}\``,
      reasons: [],
      text: `export const write = (value: ${written}): ${type} => value;`,
    },
  ];
}

import { below } from '../../model/pointer.ts';
import type { Schema } from '../contract/bundle.ts';
import { quoted, typeText } from './type-text.ts';
import type { Use, UseKind } from './use.ts';

/** An object of the contract, and how programs come by it. */
export interface ObjectType {
  readonly schema: Schema;
  /** Where it stands in the bundle. */
  readonly pointer: string;
  /** What TypeScript calls it: the name of a schema, or a way into one. */
  readonly type: string;
  /** What people call it, such as `Sandbox.exposed_urls`. */
  readonly title: string;
}

/** Who has to do with an object. */
export interface Roles {
  /** Whether programs read it in answers. */
  readonly isRead: boolean;
  /** How programs that write it break: as senders of it, or as tests that stand in for the service. */
  readonly writer: UseKind & ('send' | 'stand-in');
  readonly isOpen: (name: string) => boolean;
}

/**
 * The statements that rely on the members of an object, each on one: it is read as its type, written as its
 * type, and left out where it may be. The members of objects without a name of their own are among them.
 */
export function memberUses(object: ObjectType, roles: Roles): Use[] {
  return Object.entries(object.schema.properties ?? {}).flatMap(([name, member]) => [
    ...usesOf(object, name, member, roles),
    ...insideOf(object, name, member).flatMap((it) => memberUses(it, roles)),
  ]);
}

/** The statement that writes an object with its required members alone. */
export function smallestUse({ schema, pointer, type, title }: ObjectType, { writer }: Roles): Use {
  const members = (schema.required ?? []).filter((name) => schema.properties?.[name]);
  // They may be optional in the other contract.
  const given = members.map((name) => `Required<${type}>[${quoted(name)}]`);
  const values = members.map((name, index) => `${quoted(name)}: given[${index}]`);
  return {
    pointer,
    kind: writer,
    purpose: `writes \`${title}\` with ${members.length > 0 ? 'its required members alone' : 'no member'}`,
    reasons: [pointer],
    text: `export const smallest = (given: [${given.join(', ')}]): ${type} => ({ ${values.join(', ')} });`,
  };
}

function usesOf(object: ObjectType, name: string, member: Schema, roles: Roles): Use[] {
  const { schema, type, title } = object;
  const isRequired = schema.required?.includes(name) ?? false;
  const place = {
    pointer: below(object.pointer, 'properties', name),
    reasons: [],
  };
  const called = `\`${title}.${name}\``;
  const picked = `Pick<${type}, ${quoted(name)}>`;
  const read = `${typeText(member, roles)}${isRequired ? '' : ' | undefined'}`;
  const written = typeText(member, { isOpen: () => false });
  const id = identifier(`${title}.${name}`);
  return [
    ...(roles.isRead
      ? [
          {
            ...place,
            kind: 'read' as const,
            purpose: `reads ${called} as \`${read}\``,
            text: `export const read_${id} = (from: ${type}): ${read} => ${memberOf('from', name)};`,
          },
        ]
      : []),
    {
      ...place,
      kind: roles.writer,
      purpose: `writes ${called} as \`${written}\``,
      text: `export const write_${id} = (value: ${written}): ${picked} => ({ ${quoted(name)}: value });`,
    },
    ...(isRequired
      ? []
      : [
          {
            ...place,
            kind: roles.writer,
            purpose: `leaves ${called} out`,
            text: `export const omit_${id} = (): ${picked} => ({});`,
          },
        ]),
  ];
}

/** The objects without a name that a member is, or holds. */
function insideOf(object: ObjectType, name: string, member: Schema): ObjectType[] {
  const type = `NonNullable<${object.type}[${quoted(name)}]>`;
  const pointer = below(object.pointer, 'properties', name);
  const title = `${object.title}.${name}`;
  const { items } = member;
  return [
    ...(member.properties ? [{ schema: member, pointer, type, title }] : []),
    ...(items?.properties
      ? [{ schema: items, pointer: below(pointer, 'items'), type: `${type}[number]`, title }]
      : []),
  ];
}

/** A member of an object, as TypeScript reads it. */
function memberOf(object: string, name: string): string {
  return /^[a-z_]\w*$/i.test(name) ? `${object}.${name}` : `${object}[${quoted(name)}]`;
}

function identifier(title: string): string {
  return title.replaceAll(/\W/g, '_');
}

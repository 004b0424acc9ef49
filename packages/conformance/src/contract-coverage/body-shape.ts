import { nameOf, type Schema } from '../contract.ts';
import { below, follow, type Place } from './place.ts';

/** A place in a body, and what may stand there. */
export interface Shape {
  /**
   * As a JSON Pointer (RFC 6901), with `*` for any item of a list and any name of a map, and the schema of a
   * union in parentheses: `/content/*(TextContent)/text`.
   */
  readonly path: string;
  /** Where it is declared. */
  readonly contract: string;
  /** Whether it may be absent; a body and the items of a list cannot. */
  readonly isOptional: boolean;
  readonly isNullable: boolean;
  /** Whether there is something to say of it besides what is said of its parts. */
  readonly isMember: boolean;
  /** One for each type of value, and for each schema of a union. Null is none of them. */
  readonly branches: readonly Branch[];
}

/** One of the things that may stand in a place. */
export interface Branch {
  /** The name of the schema, or the type. */
  readonly name: string;
  readonly schema: Schema;
  /** The values, where they are listed. */
  readonly values: readonly unknown[];
  readonly members: ReadonlyMap<string, Shape>;
  /** What the items of a list, or the values of a map, look like. */
  readonly items: Shape | undefined;
}

/** The shape of a body. */
export function bodyShape(schema: Place<Schema>): Shape {
  const branches = branchesOf(schema, '');
  return {
    path: '',
    contract: schema.pointer,
    isOptional: false,
    isNullable: false,
    isMember: branches.some(isList),
    branches,
  };
}

/** Whether a branch is a list. */
export function isList({ schema }: Branch): boolean {
  return schema.type === 'array';
}

function memberShape(schema: Place<Schema>, path: string, isOptional: boolean): Shape {
  const choices = choicesOf(schema);
  return {
    path,
    contract: schema.pointer,
    isOptional,
    isNullable: choices.some(({ part }) => part.type === 'null'),
    isMember: true,
    branches: branchesOf(schema, path),
  };
}

function itemShape(schema: Place<Schema>, path: string): Shape {
  const shape = memberShape(schema, path, false);
  return { ...shape, isMember: shape.isNullable };
}

function branchesOf(schema: Place<Schema>, path: string): Branch[] {
  const choices = choicesOf(schema).filter(({ part }) => part.type !== 'null');
  // Two of them may have members of the same name.
  return choices.map((choice) =>
    branchOf(choice, choices.length > 1 ? `${path}(${choice.name})` : path),
  );
}

function branchOf({ part: schema, pointer, name }: Choice, path: string): Branch {
  const { properties = {}, required = [], items, additionalProperties } = schema;
  const members = Object.entries(properties).map(([member, part]) => {
    const place = { part, pointer: below(pointer, 'properties', member) };
    return [member, memberShape(place, below(path, member), !required.includes(member))] as const;
  });
  const inner: Place<Schema> | undefined = items
    ? { part: items, pointer: below(pointer, 'items') }
    : typeof additionalProperties === 'object'
      ? { part: additionalProperties, pointer: below(pointer, 'additionalProperties') }
      : undefined;
  return {
    name,
    schema,
    values: schema.enum ?? [],
    members: new Map(members),
    items: inner && itemShape(inner, below(path, '*')),
  };
}

/** A schema that is no union and has one type at most. */
interface Choice extends Place<Schema> {
  readonly name: string;
}

function choicesOf(schema: Place<Schema>): Choice[] {
  const { part, pointer } = follow<Schema>(schema);
  const keyword = part.anyOf ? 'anyOf' : 'oneOf';
  const union = part[keyword];
  if (union) {
    return union.flatMap((it, at) =>
      choicesOf({ part: it, pointer: below(pointer, keyword, `${at}`) }),
    );
  }
  const types = [part.type ?? []].flat();
  if (types.length === 0) return [{ part, pointer, name: 'anything' }];
  const { $ref } = schema.part;
  return types.map((type) => ({
    part: { ...part, type },
    pointer,
    name: $ref === undefined || type === 'null' ? type : nameOf($ref),
  }));
}

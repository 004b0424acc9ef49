import { expect, test } from 'vitest';
import { usageOf } from '../judge/uses.ts';
import { readContract } from '../model/contract.ts';
import { below, valueAt } from '../model/pointer.ts';
import type { Schema } from './contract/bundle.ts';
import { findBroken } from './findings/find-broken.ts';
import { type Changeable, changedContract, copyOf } from './testing/changed.ts';
import { releasedDocument } from './testing/released.ts';

const released = readContract(releasedDocument);

/** A member of a named schema of the released contract. */
interface Member {
  readonly schema: string;
  readonly name: string;
  readonly type: Changeable<Schema>;
  readonly isRequired: boolean;
  readonly isRead: boolean;
}

const { schemas } = copyOf(releasedDocument).components;
const schemaOf = (name: string) => below('/components/schemas', name);
const members: readonly Member[] = Object.entries(schemas).flatMap(
  ([schema, { properties = {}, required = [] }]) => {
    const uses = usageOf(released).of(schemaOf(schema));
    const isRead = uses.some(({ direction }) => direction === 'response');
    return Object.entries(properties).map(([name, type]) => ({
      schema,
      name,
      type,
      isRead,
      isRequired: required.includes(name),
    }));
  },
);

/** A way of changing a member. */
interface MemberChange {
  readonly name: string;
  /** Whether it is a change of that member at all. */
  readonly isOf: (member: Member) => boolean;
  /** Changes the schema that has the member. */
  readonly change: (schema: Changeable<Schema>, member: Member) => void;
  /** The members of the schema by which programs break. */
  readonly told: (member: Member) => string[];
}

/** In the types, what tells the variants of a union apart is as the union has it, whatever the variant says. */
const isTag = ({ schema, name }: Member) =>
  Object.entries(schemas).some(
    ([union, { oneOf = [] }]) =>
      valueAt(released.root, below(schemaOf(union), 'discriminator', 'propertyName')) === name &&
      oneOf.some(({ $ref }) => $ref === `#${schemaOf(schema)}`),
  );
const itself = (member: Member) => (isTag(member) ? [] : [member.name]);
const itselfIfRead = (member: Member) => (member.isRead ? itself(member) : []);
const isNullable = (type: Changeable<Schema>): boolean =>
  [type.type].flat().includes('null') || (type.anyOf ?? []).some(isNullable);
const withoutNull = (type: Changeable<Schema>): Changeable<Schema> =>
  type.anyOf
    ? { anyOf: type.anyOf.filter((it) => it.type !== 'null') }
    : { ...type, type: [type.type ?? []].flat().filter((it) => it !== 'null') };
const without = (names: readonly string[] | undefined, name: string) =>
  (names ?? []).filter((it) => it !== name);

const changes: readonly MemberChange[] = [
  {
    name: 'is gone',
    isOf: () => true,
    told: itself,
    change(schema, { name }) {
      delete schema.properties![name];
      schema.required = without(schema.required, name);
    },
  },
  {
    name: 'has another name',
    isOf: () => true,
    told: (member) => [...itself(member), ...(member.isRequired ? [`new_${member.name}`] : [])],
    change(schema, { name, type, isRequired }) {
      delete schema.properties![name];
      schema.properties![`new_${name}`] = type;
      if (isRequired) schema.required = [...without(schema.required, name), `new_${name}`];
    },
  },
  {
    name: 'has another type',
    isOf: () => true,
    told: itself,
    change(schema, { name, type }) {
      schema.properties![name] = { type: type.type === 'boolean' ? 'string' : 'boolean' };
    },
  },
  {
    name: 'is required and was optional',
    isOf: ({ isRequired }) => !isRequired,
    told: itself,
    change(schema, { name }) {
      schema.required = [...(schema.required ?? []), name];
    },
  },
  {
    name: 'is optional and was required',
    isOf: ({ isRequired }) => isRequired,
    told: itselfIfRead,
    change(schema, { name }) {
      schema.required = without(schema.required, name);
    },
  },
  {
    name: 'may be null and could not',
    isOf: ({ type }) => Object.keys(type).length > 1 && !isNullable(type),
    told: itselfIfRead,
    change(schema, { name, type }) {
      schema.properties![name] = { anyOf: [type, { type: 'null' }] };
    },
  },
  {
    name: 'is never null and could be',
    isOf: ({ type }) => isNullable(type),
    told: itself,
    change(schema, { name, type }) {
      schema.properties![name] = withoutNull(type);
    },
  },
];

/** In how many contracts the members are changed, so that each finding is told from the others. */
const parts = 4;

test.each(changes)(
  'each member that $name is told, and no other',
  async ({ change, isOf, told }) => {
    const groups = Array.from({ length: parts }, (_, part) =>
      members.filter((_member, index) => index % parts === part).filter(isOf),
    );
    const broken = await findBroken(
      released,
      groups.map((group) =>
        changedContract(releasedDocument, ({ components }) => {
          for (const member of group) change(components.schemas[member.schema]!, member);
        }),
      ),
      // Programs that were written by hand may be ahead of the release.
      [],
    );
    const found = broken.map(({ findings }) => findings.map(({ pointer }) => pointer).toSorted());
    const expected = groups.map((group) =>
      group
        .flatMap((member) =>
          told(member).map((name) => below(schemaOf(member.schema), 'properties', name)),
        )
        .toSorted(),
    );
    expect(groups.flat()).not.toEqual([]);
    expect(found).toEqual(expected);
  },
);

import type { Json, JsonObject } from '../contract/json.ts';
import { objectAt } from '../contract/pointer.ts';
import { released } from '../contract/released.ts';
import { type Schema, schemasOf } from '../contract/schemas.ts';
import { expect } from '../labels/expect.ts';
import type { LabelledChange } from '../labels/labelled-change.ts';
import { annotationKinds } from './annotations.ts';
import { boundKinds, preparedBounds } from './bounds.ts';
import { markKinds } from './marks.ts';
import { memberAdditions, memberChanges } from './members.ts';
import { type SchemaKind, isListed, isOf } from './schema-kind.ts';
import { structureKinds } from './structure.ts';
import { typeKinds } from './types.ts';
import { valueKinds } from './values.ts';

const kinds = [
  ...typeKinds,
  ...valueKinds,
  ...boundKinds,
  ...structureKinds,
  ...annotationKinds,
  ...markKinds,
];

function change({ pointer, name }: Schema, kind: SchemaKind, variant: string): LabelledChange {
  const what = variant === '' ? kind.kind : `${kind.kind} (${variant})`;
  return {
    id: `${what} ${pointer}`,
    kind: kind.kind,
    title: `${name}: ${what}`,
    apply: (contract) => {
      kind.edit(objectAt(contract, pointer), variant);
    },
    expected: [expect(released, pointer, kind.judgements)],
    beside: kind.beside ?? 'anything',
  };
}

const prepare = (pointer: string, before: Record<string, Json>) => (contract: JsonObject) => {
  Object.assign(objectAt(contract, pointer), before);
};

/** Every schema of the released contract, changed in every way that makes sense for it. */
export function schemaChanges(): readonly LabelledChange[] {
  return schemasOf(released).flatMap((schema) => [
    ...kinds.flatMap((kind) =>
      kind.variants(schema).map((variant) => change(schema, kind, variant)),
    ),
    ...preparedBounds
      .filter(({ type }) => isOf(schema.value, type) && !isListed(schema.value))
      .map(({ kind, before }): LabelledChange => ({
        ...change(schema, kind, ''),
        prepare: prepare(schema.pointer, before),
      })),
    ...memberAdditions(released, schema),
    ...memberChanges(released, schema),
  ]);
}

import { type JsonObject, isObject, textOf } from '../contract/json.ts';
import { objectAt, pointerOf, valueAt } from '../contract/pointer.ts';
import { released } from '../contract/released.ts';
import { narrowed, replaced, widened } from '../labels/judgement.ts';
import { type SchemaKind, isOf, typesOf, where } from './schema-kind.ts';

/** The names of the schemas that have no type in common with the one that is referred to. */
function otherSchemas({ $ref }: JsonObject): readonly string[] {
  const target = valueAt(released, textOf($ref).slice(1));
  const types = isObject(target) ? typesOf(target) : [];
  return Object.entries(objectAt(released, '/components/schemas')).flatMap(([name, value]) =>
    isObject(value) && 'type' in value && !typesOf(value).some((type) => types.includes(type))
      ? [name]
      : [],
  );
}

/** Unlisted members, branches, what may only be read or written, and references. */
export const structureKinds: readonly SchemaKind[] = [
  {
    kind: 'additionalProperties false added',
    judgements: narrowed,
    variants: where((value) => isOf(value, 'object') && !('additionalProperties' in value)),
    edit: (value) => {
      value.additionalProperties = false;
    },
    beside: 'nothing below',
  },
  {
    kind: 'additionalProperties narrowed: true to false',
    judgements: narrowed,
    variants: where((value) => value.additionalProperties === true),
    edit: (value) => {
      value.additionalProperties = false;
    },
    beside: 'nothing below',
  },
  {
    kind: 'additionalProperties narrowed: true to a schema',
    judgements: narrowed,
    variants: where((value) => value.additionalProperties === true),
    edit: (value) => {
      value.additionalProperties = { type: 'string' };
    },
    beside: 'nothing below',
  },
  {
    kind: 'additionalProperties narrowed: a schema to false',
    judgements: narrowed,
    variants: where((value) => isObject(value.additionalProperties)),
    edit: (value) => {
      value.additionalProperties = false;
    },
    beside: 'nothing below',
  },
  {
    kind: 'additionalProperties widened: a schema to true',
    judgements: widened,
    variants: where((value) => isObject(value.additionalProperties)),
    edit: (value) => {
      value.additionalProperties = true;
    },
    beside: 'nothing below',
  },
  {
    kind: 'oneOf branch added',
    judgements: widened,
    variants: where((value) => 'oneOf' in value),
    edit: (value) => {
      value.oneOf = [...(Array.isArray(value.oneOf) ? value.oneOf : []), { type: 'string' }];
    },
  },
  {
    kind: 'oneOf branch removed',
    judgements: { request: 'sender', answer: 'source' },
    variants: where((value) => 'oneOf' in value),
    edit: (value) => {
      value.oneOf = (Array.isArray(value.oneOf) ? value.oneOf : []).slice(0, -1);
    },
    beside: 'nothing',
  },
  {
    kind: 'discriminator removed',
    judgements: replaced,
    variants: where((value) => 'discriminator' in value),
    edit: (value) => {
      delete value.discriminator;
    },
  },
  {
    kind: 'readOnly added',
    judgements: narrowed,
    variants: where(
      (value, { member }) => member !== undefined && !('$ref' in value || 'readOnly' in value),
    ),
    edit: (value) => {
      value.readOnly = true;
    },
  },
  {
    kind: 'writeOnly added',
    judgements: widened,
    variants: where(
      (value, { member }) => member !== undefined && !('$ref' in value || 'writeOnly' in value),
    ),
    edit: (value) => {
      value.writeOnly = true;
    },
  },
  {
    kind: 'reference to another schema',
    judgements: replaced,
    variants: ({ value }) => ('$ref' in value ? otherSchemas(value).slice(0, 1) : []),
    edit: (value, name) => {
      value.$ref = `#${pointerOf('components', 'schemas', name)}`;
    },
    beside: 'nothing',
  },
];

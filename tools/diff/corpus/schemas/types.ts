import { isObject } from '../contract/json.ts';
import { narrowed, replaced, widened } from '../labels/judgement.ts';
import {
  type SchemaKind,
  isListed,
  isNullableReference,
  isOf,
  takesNull,
  typesOf,
  where,
} from './schema-kind.ts';

/** Null and types. */
export const typeKinds: readonly SchemaKind[] = [
  {
    kind: 'null added',
    judgements: widened,
    variants: where(
      (value) =>
        !takesNull(value) && !isListed(value) && ('$ref' in value || typesOf(value).length > 0),
    ),
    edit: (value) => {
      const { $ref } = value;
      if ($ref === undefined) value.type = [...typesOf(value), 'null'];
      else {
        value.anyOf = [{ $ref }, { type: 'null' }];
        delete value.$ref;
      }
    },
  },
  {
    kind: 'null removed',
    judgements: narrowed,
    variants: where(takesNull),
    edit: (value) => {
      if (!isNullableReference(value)) value.type = typesOf(value)[0] ?? null;
      else
        value.anyOf = (Array.isArray(value.anyOf) ? value.anyOf : []).filter(
          (branch) => isObject(branch) && '$ref' in branch,
        );
    },
  },
  {
    kind: 'type widened: integer to number',
    judgements: widened,
    variants: where((value) => isOf(value, 'integer')),
    edit: (value) => {
      value.type = typesOf(value).map((type) => (type === 'integer' ? 'number' : type));
      if (value.type.length === 1) [value.type] = ['number'];
    },
  },
  {
    kind: 'type narrowed: number to integer',
    judgements: narrowed,
    variants: where((value) => isOf(value, 'number')),
    edit: (value) => {
      value.type = takesNull(value) ? ['integer', 'null'] : 'integer';
    },
  },
  {
    kind: 'type widened: another one beside it',
    judgements: widened,
    variants: where(
      (value) => (isOf(value, 'string') || isOf(value, 'boolean')) && !isListed(value),
    ),
    edit: (value) => {
      value.type = [...typesOf(value), 'integer'];
    },
  },
  {
    kind: 'type narrowed: one of several removed',
    judgements: narrowed,
    variants: where((value) => typesOf(value).filter((type) => type !== 'null').length > 1),
    edit: (value) => {
      value.type = typesOf(value)[0] ?? null;
    },
  },
  {
    kind: 'type narrowed: from any to one',
    judgements: narrowed,
    variants: where(
      (value) =>
        typesOf(value).length === 0 && !('$ref' in value || 'anyOf' in value || 'oneOf' in value),
    ),
    edit: (value) => {
      value.type = 'string';
    },
  },
  {
    kind: 'type replaced',
    judgements: replaced,
    variants: where(
      (value) =>
        ['string', 'boolean', 'integer'].some((type) => isOf(value, type)) &&
        !isListed(value) &&
        !('format' in value || 'default' in value || 'minimum' in value),
    ),
    edit: (value) => {
      const other = isOf(value, 'string') ? 'integer' : 'string';
      value.type = takesNull(value) ? [other, 'null'] : other;
    },
  },
];

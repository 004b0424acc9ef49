import { both, narrowed, replaced, widened } from '../labels/judgement.ts';
import { type Json, type JsonObject, textOf } from '../contract/json.ts';
import type { Schema } from '../contract/schemas.ts';
import { type SchemaKind, isListed, isOf, takesNull, where } from './schema-kind.ts';

const valuesOf = ({ value }: Schema): readonly string[] =>
  (Array.isArray(value.enum) ? value.enum : []).filter((entry) => typeof entry === 'string');

const setEnum = (value: JsonObject, change: (values: readonly Json[]) => Json[]) => {
  value.enum = change(Array.isArray(value.enum) ? value.enum : []);
};

const isOpenString = where(
  (value) =>
    isOf(value, 'string') && !takesNull(value) && !isListed(value) && !('default' in value),
);

/** Listed values, formats and defaults. */
export const valueKinds: readonly SchemaKind[] = [
  {
    kind: 'enum value added',
    judgements: { request: 'compatible', answer: 'source' },
    variants: (schema) => (valuesOf(schema).length > 0 ? ['first', 'last'] : []),
    edit: (value, variant) => {
      setEnum(value, (values) =>
        variant === 'first' ? ['brand_new', ...values] : [...values, 'brand_new'],
      );
    },
  },
  {
    kind: 'enum value removed',
    judgements: { request: 'sender', answer: 'source' },
    variants: valuesOf,
    edit: (value, variant) => {
      setEnum(value, (values) => values.filter((entry) => entry !== variant));
    },
  },
  {
    kind: 'enum values in another order',
    judgements: both('editorial'),
    variants: where(({ enum: values }) => Array.isArray(values)),
    edit: (value) => {
      setEnum(value, (values) => values.toReversed());
    },
  },
  {
    kind: 'enum introduced',
    judgements: narrowed,
    variants: isOpenString,
    edit: (value) => {
      value.enum = ['one', 'two'];
    },
  },
  {
    kind: 'enum removed: any value',
    // Programs meet values that they do not know anyway, but the types lose the list.
    judgements: both('source'),
    variants: where((value) => 'enum' in value),
    edit: (value) => {
      delete value.enum;
    },
  },
  {
    kind: 'const introduced',
    judgements: narrowed,
    variants: isOpenString,
    edit: (value) => {
      value.const = 'only';
    },
  },
  {
    kind: 'const removed',
    judgements: widened,
    variants: where((value) => 'const' in value),
    edit: (value) => {
      delete value.const;
    },
  },
  {
    kind: 'const changed',
    judgements: replaced,
    variants: where((value) => 'const' in value),
    edit: (value) => {
      value.const = 'another';
    },
  },
  {
    kind: 'format added',
    judgements: narrowed,
    variants: where(
      (value) =>
        isOf(value, 'string') && !isListed(value) && !('format' in value || 'default' in value),
    ),
    edit: (value) => {
      value.format = 'uuid';
    },
  },
  {
    kind: 'format removed',
    judgements: widened,
    variants: where(({ format }) => format !== undefined && format !== 'password'),
    edit: (value) => {
      delete value.format;
    },
  },
  {
    kind: 'format changed',
    judgements: replaced,
    variants: where(({ format }) => format !== undefined && format !== 'password'),
    edit: (value) => {
      value.format = value.format === 'date-time' ? 'date' : 'uri';
    },
  },
  {
    kind: 'format password added',
    judgements: both('editorial'),
    variants: where(
      (value) => isOf(value, 'string') && value['x-secret'] === true && !('format' in value),
    ),
    edit: (value) => {
      value.format = 'password';
    },
  },
  {
    kind: 'format password removed',
    judgements: both('editorial'),
    variants: where(({ format }) => format === 'password'),
    edit: (value) => {
      delete value.format;
    },
  },
  {
    kind: 'default added',
    judgements: both('compatible'),
    variants: where(
      (value, { member }) =>
        isOf(value, 'string') &&
        member?.required === false &&
        !isListed(value) &&
        !('default' in value || 'format' in value),
    ),
    edit: (value) => {
      value.default = 'something';
    },
  },
  {
    kind: 'default removed',
    judgements: replaced,
    variants: where((value) => 'default' in value),
    edit: (value) => {
      delete value.default;
    },
  },
  {
    kind: 'default changed',
    judgements: replaced,
    variants: where((value) => 'default' in value),
    edit: (value) => {
      const before = value.default;
      value.default =
        typeof before === 'number'
          ? before + 7
          : typeof before === 'boolean'
            ? !before
            : `${textOf(before)}_2`;
    },
  },
];

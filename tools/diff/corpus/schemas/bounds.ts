import type { Json } from '../contract/json.ts';
import { type Judgements, narrowed, replaced, widened } from '../labels/judgement.ts';
import { type SchemaKind, isListed, isOf, where } from './schema-kind.ts';

const added = (keyword: string, type: string, bound: Json): SchemaKind => ({
  kind: `${keyword} added`,
  judgements: narrowed,
  variants: where(
    (value) => isOf(value, type) && !isListed(value) && !(keyword in value || 'default' in value),
  ),
  edit: (value) => {
    value[keyword] = bound;
  },
});

const moved = (keyword: string, how: string, by: number, judgements: Judgements): SchemaKind => ({
  kind: `${keyword} ${how}`,
  judgements,
  variants: where((value) => typeof value[keyword] === 'number'),
  edit: (value) => {
    value[keyword] = Number(value[keyword]) + by;
  },
});

const removed = (keyword: string): SchemaKind => ({
  kind: `${keyword} removed`,
  judgements: widened,
  variants: where((value) => keyword in value),
  edit: (value) => {
    delete value[keyword];
  },
});

/** Bounds of numbers, strings, lists and objects. */
export const boundKinds: readonly SchemaKind[] = [
  added('minimum', 'integer', 0),
  added('maximum', 'integer', 1000),
  added('exclusiveMinimum', 'number', 0),
  added('exclusiveMaximum', 'number', 1000),
  added('multipleOf', 'integer', 2),
  added('minLength', 'string', 1),
  added('maxLength', 'string', 100),
  added('pattern', 'string', '^[a-z]+$'),
  added('minItems', 'array', 1),
  added('maxItems', 'array', 10),
  added('uniqueItems', 'array', true),
  added('minProperties', 'object', 1),
  added('maxProperties', 'object', 50),
  moved('minimum', 'raised', 5, narrowed),
  moved('minimum', 'lowered', -1, widened),
  moved('maximum', 'raised', 50, widened),
  moved('maximum', 'lowered', -1, narrowed),
  moved('maxItems', 'raised', 50, widened),
  moved('maxItems', 'lowered', -1, narrowed),
  removed('minimum'),
  removed('maximum'),
  removed('maxItems'),
];

/** Bounds that no schema has yet: the base is given them first. */
export const preparedBounds: readonly {
  readonly before: Record<string, Json>;
  readonly kind: SchemaKind;
  readonly type: string;
}[] = [
  {
    type: 'string',
    before: { maxLength: 100 },
    kind: { ...moved('maxLength', 'lowered', -50, narrowed), variants: () => [''] },
  },
  {
    type: 'string',
    before: { maxLength: 100 },
    kind: { ...moved('maxLength', 'raised', 50, widened), variants: () => [''] },
  },
  {
    type: 'string',
    before: { minLength: 2 },
    kind: { ...moved('minLength', 'raised', 1, narrowed), variants: () => [''] },
  },
  {
    type: 'string',
    before: { minLength: 2 },
    kind: { ...removed('minLength'), variants: () => [''] },
  },
  {
    type: 'string',
    before: { pattern: '^[a-z]+$' },
    kind: { ...removed('pattern'), variants: () => [''] },
  },
  {
    type: 'string',
    before: { pattern: '^[a-z]+$' },
    kind: {
      kind: 'pattern changed',
      judgements: replaced,
      variants: () => [''],
      edit: (value) => {
        value.pattern = '^[0-9]+$';
      },
    },
  },
  {
    type: 'array',
    before: { uniqueItems: true },
    kind: { ...removed('uniqueItems'), variants: () => [''] },
  },
  {
    type: 'array',
    before: { minItems: 1 },
    kind: { ...removed('minItems'), variants: () => [''] },
  },
  {
    type: 'object',
    before: { minProperties: 1 },
    kind: { ...removed('minProperties'), variants: () => [''] },
  },
];

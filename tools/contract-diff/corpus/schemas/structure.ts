import { isObject } from '../contract/json.ts';
import { narrowed, replaced, widened } from '../labels/judgement.ts';
import { type SchemaKind, isOf, where } from './schema-kind.ts';

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
    variants: where((value, { member }) => member !== undefined && !('$ref' in value)),
    edit: (value) => {
      value.readOnly = true;
    },
  },
  {
    kind: 'writeOnly added',
    judgements: widened,
    variants: where((value, { member }) => member !== undefined && !('$ref' in value)),
    edit: (value) => {
      value.writeOnly = true;
    },
  },
  {
    kind: 'reference to another schema',
    judgements: replaced,
    variants: where((value) => '$ref' in value),
    edit: (value) => {
      const [usual, forIt] = ['#/components/schemas/Success', '#/components/schemas/SuggestedTask'];
      value.$ref = value.$ref === usual ? forIt : usual;
    },
    beside: 'nothing',
  },
];

import { isObject } from '../contract/json.ts';
import { both } from '../labels/judgement.ts';
import { type SchemaKind, isOf, where } from './schema-kind.ts';

/** What is said of a schema and constrains nothing. */
export const annotationKinds: readonly SchemaKind[] = [
  {
    kind: 'schema: description changed',
    judgements: both('editorial'),
    variants: where((value) => 'description' in value),
    edit: (value) => {
      value.description = 'Said in other words.';
    },
  },
  {
    kind: 'schema: description removed',
    judgements: both('editorial'),
    variants: where((value) => 'description' in value),
    edit: (value) => {
      delete value.description;
    },
  },
  {
    kind: 'schema: description added',
    judgements: both('editorial'),
    variants: where((value) => !('description' in value)),
    edit: (value) => {
      value.description = 'Said at last.';
    },
  },
  {
    kind: 'schema: title added',
    judgements: both('editorial'),
    variants: where(() => true),
    edit: (value) => {
      value.title = 'A title';
    },
  },
  {
    kind: 'schema: example added',
    judgements: both('editorial'),
    variants: where((value) => isOf(value, 'string')),
    edit: (value) => {
      value.examples = ['an example'];
    },
  },
  {
    kind: 'schema: unknown extension added',
    judgements: both('editorial'),
    variants: where(() => true),
    edit: (value) => {
      value['x-note'] = 'for us';
    },
  },
  {
    kind: 'schema: deprecated added',
    judgements: both('compatible'),
    variants: where((value) => value.deprecated !== true),
    edit: (value) => {
      value.deprecated = true;
    },
  },
  {
    kind: 'enum description changed',
    judgements: both('editorial'),
    variants: ({ value }) =>
      Object.keys(isObject(value['x-enumDescriptions']) ? value['x-enumDescriptions'] : {}),
    edit: (value, variant) => {
      value['x-enumDescriptions'] = {
        ...(value['x-enumDescriptions'] as object),
        [variant]: 'Said in other words.',
      };
    },
  },
];

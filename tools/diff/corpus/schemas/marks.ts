import type { Provenance } from '../contract/provenance.ts';
import { type Judgements, both, replaced } from '../labels/judgement.ts';
import { type SchemaKind, where } from './schema-kind.ts';

const marked = (from: Provenance, to: Provenance, judgements: Judgements): SchemaKind => ({
  kind: `schema: provenance from ${from} to ${to}`,
  judgements,
  variants: where((value) => value['x-provenance'] === from),
  edit: (value) => {
    value['x-provenance'] = to;
  },
  beside: 'nothing below',
});

/** Where a schema comes from, why, and whether it is a secret. */
export const markKinds: readonly SchemaKind[] = [
  marked('documented', 'observed', replaced),
  marked('documented', 'assumed', replaced),
  marked('observed', 'assumed', replaced),
  marked('observed', 'documented', both('editorial')),
  {
    kind: 'schema: decision changed',
    judgements: both('editorial'),
    variants: where((value) => 'x-decision' in value),
    edit: (value) => {
      value['x-decision'] = 'D99';
    },
  },
  {
    kind: 'secret mark added',
    judgements: both('compatible'),
    variants: where((value, { member }) => member !== undefined && !('x-secret' in value)),
    edit: (value) => {
      value['x-secret'] = true;
    },
  },
  {
    kind: 'secret mark removed',
    judgements: replaced,
    variants: where((value) => 'x-secret' in value),
    edit: (value) => {
      delete value['x-secret'];
    },
  },
];

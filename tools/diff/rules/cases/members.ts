import { valueAt } from '../../model/pointer.ts';
import { base } from './base.ts';
import type { Case } from './case.ts';

const schemas = '/components/schemas';
const sent = `${schemas}/Sent`;
const answered = `${schemas}/Answered`;
const part = `${sent}/properties/part`;

/** Objects, lists, variants and references. */
export const memberCases: readonly Case[] = [
  {
    name: 'a member more',
    edit: { [`${sent}/properties/new`]: {}, [`${answered}/properties/new`]: {} },
    want: ['member-added compatible', 'member-added compatible'],
  },
  {
    name: 'a member more, always there',
    edit: {
      [`${sent}/properties/new`]: {},
      [`${sent}/required`]: ['new'],
      [`${answered}/properties/new`]: {},
      [`${answered}/required/1`]: 'new',
    },
    want: ['member-added-required compatible', 'member-added-required sender'],
  },
  {
    name: 'a member less',
    edit: { [`${sent}/properties/text`]: undefined, [`${answered}/properties/note`]: undefined },
    want: ['member-removed receiver', 'member-removed sender'],
  },
  {
    name: 'a member less that was always there',
    edit: { [`${answered}/properties/id`]: undefined, [`${answered}/required`]: undefined },
    want: ['member-removed receiver'],
  },
  {
    name: 'a member is always there',
    edit: { [`${sent}/required`]: ['text'], [`${answered}/required/1`]: 'note' },
    want: ['member-became-required compatible', 'member-became-required sender'],
  },
  {
    name: 'a member may be missing',
    given: { [`${sent}/required`]: ['text'] },
    edit: { [`${sent}/required`]: undefined, [`${answered}/required`]: undefined },
    want: ['member-became-optional compatible', 'member-became-optional receiver'],
  },
  {
    name: 'a member that is not listed is always there',
    edit: { [`${sent}/required`]: ['other'] },
    want: ['constraint-added sender'],
  },
  {
    name: 'members in another order',
    given: { [`${answered}/required`]: ['id', 'note'] },
    edit: { [`${answered}/required`]: ['note', 'id'] },
    want: ['order-changed editorial'],
  },
  {
    name: 'no other members',
    edit: { [`${sent}/additionalProperties`]: false, [`${answered}/additionalProperties`]: false },
    want: ['other-members-narrowed compatible', 'other-members-narrowed sender'],
  },
  {
    name: 'other members',
    given: {
      [`${sent}/additionalProperties`]: false,
      [`${answered}/additionalProperties`]: { type: 'string' },
    },
    edit: {
      [`${sent}/additionalProperties`]: undefined,
      [`${answered}/additionalProperties`]: true,
    },
    want: ['other-members-widened compatible', 'other-members-widened receiver'],
  },
  {
    name: 'other members of another type',
    given: { [`${sent}/additionalProperties`]: { type: 'string' } },
    edit: { [`${sent}/additionalProperties`]: { type: 'integer' } },
    want: ['type-changed sender'],
  },
  {
    name: 'other members, as anyway',
    edit: { [`${sent}/additionalProperties`]: true },
    want: ['other-members-stated editorial'],
  },
  {
    name: 'other members, of which nothing is said any more',
    given: { [`${sent}/properties/text`]: { type: 'object', additionalProperties: true } },
    edit: { [`${sent}/properties/text`]: { type: 'object' } },
    want: ['other-members-unstated source'],
  },
  {
    name: 'a list of anything',
    edit: { [`${sent}/properties/list/items`]: undefined },
    want: ['constraint-removed compatible'],
  },
  {
    name: 'a list of something else',
    edit: { [`${sent}/properties/list/items/type`]: 'integer' },
    want: ['type-changed sender'],
  },
  {
    name: 'a variant less, with its entry',
    edit: { [`${part}/oneOf/1`]: undefined, [`${part}/discriminator/mapping/two`]: undefined },
    want: ['variant-removed sender'],
  },
  {
    name: 'variants in another order',
    edit: {
      [`${part}/oneOf`]: [{ $ref: `#${schemas}/Two` }, { $ref: `#${schemas}/One` }],
    },
    want: ['order-changed editorial'],
  },
  {
    name: 'any of the variants in place of one',
    edit: {
      [part]: { anyOf: [{ $ref: `#${schemas}/One` }, { $ref: `#${schemas}/Two` }] },
    },
    given: { [`${part}/discriminator`]: undefined },
    want: ['composition-changed sender'],
  },
  {
    name: 'a discriminator',
    given: { [`${part}/discriminator`]: undefined },
    edit: { [`${part}/discriminator`]: { propertyName: 'type' } },
    want: ['discriminator-added compatible'],
  },
  {
    name: 'another discriminator',
    edit: { [`${part}/discriminator/propertyName`]: 'kind' },
    want: ['discriminator-changed sender'],
  },
  {
    name: 'no discriminator',
    edit: { [`${part}/discriminator`]: undefined },
    want: ['discriminator-removed sender'],
  },
  {
    name: 'another name of a schema',
    edit: {
      [`${schemas}/Two`]: undefined,
      [`${schemas}/Second`]: valueAt(base, `${schemas}/Two`),
      [`${part}/oneOf/1/$ref`]: `#${schemas}/Second`,
      [`${part}/discriminator/mapping/two`]: `#${schemas}/Second`,
    },
    want: ['component-added compatible', 'component-removed source'],
  },
  {
    name: 'a reference that may be null',
    edit: {
      [`${answered}/properties/both`]: { anyOf: [{ $ref: `#${schemas}/Both` }, { type: 'null' }] },
    },
    want: ['null-allowed receiver'],
  },
  {
    name: 'a reference to itself, written out',
    edit: { [`${answered}/properties/inner`]: valueAt(base, answered) },
    want: ['reference-changed editorial'],
  },
  {
    name: 'a state more, with its meaning',
    edit: {
      [`${schemas}/State/enum/2`]: 'BROKEN',
      [`${schemas}/State/x-enumDescriptions/BROKEN`]: 'Out of order.',
      [`${schemas}/State/description`]:
        'How it is.\n\n- `ON`: Running.\n- `OFF`: Not running.\n- `BROKEN`: Out of order.\n\n*Observed of running deployments (decision D01).*',
    },
    want: ['enum-value-added source'],
  },
  {
    name: 'another meaning of a state',
    edit: { [`${schemas}/State/x-enumDescriptions/ON`]: 'At work.' },
    want: ['value-meaning-changed editorial'],
  },
];

import type { Case } from './case.ts';

const lifecycle = '/components/schemas/State/x-lifecycle';

/** How states follow each other. */
export const lifecycleCases: readonly Case[] = [
  {
    name: 'a lifecycle',
    edit: { '/components/schemas/One/x-lifecycle': { initial: 'one' } },
    want: ['lifecycle-added compatible'],
  },
  {
    name: 'no lifecycle',
    edit: { [lifecycle]: undefined },
    want: ['lifecycle-removed sender+receiver'],
  },
  {
    name: 'another beginning',
    edit: { [`${lifecycle}/initial`]: 'OFF' },
    want: ['lifecycle-initial-changed receiver'],
  },
  {
    name: 'another end',
    edit: { [`${lifecycle}/final`]: ['ON'] },
    want: ['lifecycle-final-added receiver', 'lifecycle-final-removed receiver'],
  },
  {
    name: 'a way more',
    edit: { [`${lifecycle}/transitions/1`]: { from: 'OFF', to: 'ON', cause: 'external' } },
    want: ['transition-added compatible'],
  },
  {
    name: 'a way less',
    edit: { [`${lifecycle}/transitions`]: [] },
    want: ['transition-removed receiver'],
  },
  {
    name: 'another text',
    edit: { [`${lifecycle}/transitions/0/description`]: 'It stops.' },
    want: ['text-changed editorial'],
  },
  {
    name: 'an operation in one more state',
    edit: { [`${lifecycle}/unchanged/1`]: { in: 'BROKEN', operation: 'startThing' } },
    want: ['outcome-added compatible'],
  },
  {
    name: 'an operation that is refused now',
    edit: {
      [`${lifecycle}/unchanged`]: [],
      [`${lifecycle}/refused/1`]: { in: 'ON', operation: 'startThing', status: '404' },
    },
    want: ['outcome-changed sender', 'text-removed editorial'],
  },
  {
    name: 'an empty list left out',
    given: { [`${lifecycle}/unchanged`]: [] },
    edit: { [`${lifecycle}/unchanged`]: undefined },
    want: ['default-stated editorial'],
  },
  {
    name: 'no list at all',
    edit: { [`${lifecycle}/unchanged`]: 'none' },
    want: ['outcome-removed sender', 'unclassified-change sender+receiver'],
  },
  {
    name: 'an operation in one state less',
    edit: { [`${lifecycle}/refused`]: [] },
    want: ['outcome-removed sender'],
  },
];

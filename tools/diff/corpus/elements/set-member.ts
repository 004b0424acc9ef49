import type { Json } from '../contract/json.ts';
import { objectAt } from '../contract/pointer.ts';
import { type Judgement, both } from '../labels/judgement.ts';
import type { ElementChange } from './element-change.ts';

/** Makes changes of one element that give one of its members another value. */
export const setMember =
  (what: string, pointer: string) =>
  (kind: string, judgement: Judgement, name: string, now: Json): ElementChange => ({
    kind: `${what}: ${kind}`,
    pointer,
    judgements: both(judgement),
    edit: (value) => {
      value[name] = now;
    },
    beside: 'anything',
  });

/** The change of an element that did not have a member before. */
export const withoutBefore = (name: string, change: ElementChange): ElementChange => ({
  ...change,
  prepare: (contract) => {
    delete objectAt(contract, change.pointer)[name];
  },
});

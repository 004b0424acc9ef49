import type { JsonObject } from '../contract/json.ts';
import { objectAt } from '../contract/pointer.ts';
import { released } from '../contract/released.ts';
import { expect } from '../labels/expect.ts';
import type { Judgements } from '../labels/judgement.ts';
import type { Beside, Expected, LabelledChange } from '../labels/labelled-change.ts';

/** A change of one element that is no schema. */
export interface ElementChange {
  readonly kind: string;
  /** Tells this change from others of the kind at the same place. */
  readonly variant?: string;
  /** Where the element is, in the released contract or in the changed one. */
  readonly pointer: string;
  readonly judgements: Judgements;
  /** Changes the element itself, unless `at` names what holds it. */
  readonly edit: (value: JsonObject) => void;
  readonly at?: string;
  readonly prepare?: (contract: JsonObject) => void;
  /** Operations that it reaches beside those that reach the place. */
  readonly more?: readonly string[];
  /** Replaces parts of what the reach and the marks of the released contract say. */
  readonly but?: Partial<Expected>;
  /** 'nothing' by default. */
  readonly beside?: Beside;
}

/** The labelled change, judged by the reach and the marks of the released contract. */
export function labelled(change: ElementChange): LabelledChange {
  const { kind, variant, pointer, judgements, edit, at, prepare, more, but, beside } = change;
  const what = variant === undefined ? kind : `${kind} (${variant})`;
  return {
    id: `${what} ${pointer}`,
    kind,
    title: `${what}, at ${pointer}`,
    ...(prepare && { prepare }),
    apply: (contract) => {
      edit(objectAt(contract, at ?? pointer));
    },
    expected: [{ ...expect(released, pointer, judgements, more), ...but }],
    beside: beside ?? 'nothing',
  };
}

import type { Breaks, Effect } from '../../model/change.ts';

/** What one change means in one direction: whom it breaks, or that it breaks nobody. */
export type Judgement = Breaks | 'compatible' | 'editorial';

/** What a change means in each direction in which its element is used. */
export interface Judgements {
  readonly request: Judgement | readonly Judgement[];
  readonly answer: Judgement | readonly Judgement[];
}

/** The judgements that hold in both directions. */
export const both = (...judgements: readonly Judgement[]): Judgements => ({
  request: judgements,
  answer: judgements,
});

/** Less is taken, or less is sent. */
export const narrowed: Judgements = { request: 'sender', answer: 'compatible' };

/** More is taken, or more is sent. */
export const widened: Judgements = { request: 'compatible', answer: 'receiver' };

/** Something else is taken, and sent. */
export const replaced: Judgements = { request: 'sender', answer: 'receiver' };

const order: readonly Breaks[] = ['sender', 'receiver', 'source'];

/** The effect and who breaks, of the judgements in all directions in which an element is used. */
export function combined(judgements: readonly Judgement[]): {
  readonly effect: Effect;
  readonly breaks: readonly Breaks[];
} {
  const breaks = order.filter((who) => judgements.includes(who));
  if (breaks.length > 0) return { effect: 'breaking', breaks };
  return { effect: judgements.includes('compatible') ? 'compatible' : 'editorial', breaks };
}

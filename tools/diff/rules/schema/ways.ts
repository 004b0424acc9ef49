import { type Comparer, tell } from '../../compare/comparer.ts';

/** A mark that is either there, as `true`, or not. */
function mark(set: string, unset: string, name: string): Comparer {
  return (pair, element, context) => {
    const [before, after] = [pair.released.value === true, pair.current.value === true];
    if (before === after) tell(context, 'default-stated', element, { value: `\`${name}\`` }, pair);
    else tell(context, after ? set : unset, element, {}, pair);
  };
}

/** Whether a member is only answered. */
export const readOnly: Comparer = mark('became-read-only', 'no-longer-one-way', 'readOnly');

/** Whether a member is only sent. */
export const writeOnly: Comparer = mark('became-write-only', 'no-longer-one-way', 'writeOnly');

/** Whether a member is never to be shown, logged or kept. */
export const secret: Comparer = mark('secret-added', 'secret-removed', 'x-secret');

import { pauseAnswer, searchAnswer } from './answers.ts';

/**
 * A `fetch` that answers at once. It tells the two requests apart by their turn, a pause first: to read
 * the URL of a `Request` takes time, and not every client makes one.
 */
export function stubFetch(): typeof fetch {
  const init = { headers: { 'Content-Type': 'application/json' } };
  let turn = false;
  return () => {
    turn = !turn;
    return Promise.resolve(new Response(turn ? pauseAnswer : searchAnswer, init));
  };
}

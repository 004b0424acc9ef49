import { text } from './lib/document.js';
import { lifecycles } from './lib/lifecycle.js';
import { place } from './lib/place.js';

/** @import { IFunctionResult } from '@stoplight/spectral-core' */
/** @import { Lifecycle } from './lib/lifecycle.js' */

/**
 * Demands of a lifecycle that its states are those of the enumeration, that all of them can be
 * reached from the initial one, and that no way leads out of a final one.
 *
 * @param {unknown} document
 * @returns {IFunctionResult[]}
 */
export default function lifecycleStates(document) {
  return lifecycles(document).flatMap((lifecycle) =>
    [...unknown(lifecycle), ...unreachable(lifecycle), ...waysOut(lifecycle)].map((fault) => ({
      message: `The lifecycle of ${place(document, lifecycle.path.slice(0, -1))} must ${fault}.`,
      path: lifecycle.path,
    })),
  );
}

/** @param {Lifecycle} lifecycle */
function unknown({ states, initial, final, transitions, unchanged, refused }) {
  const ends = transitions.flatMap(({ from, to }) => [from, to]);
  const stays = [...unchanged, ...refused].map((entry) => entry.in);
  return [...new Set([initial, ...final, ...ends, ...stays].map(text))]
    .filter((state) => !states.includes(state))
    .map((state) => `know its states: add \`${state}\` to \`enum\`, or mend the name`);
}

/** @param {Lifecycle} lifecycle */
function unreachable({ states, initial, transitions }) {
  const reached = new Set([initial]);
  // A set hands out what is added to it while it is read.
  for (const state of reached) {
    for (const { from, to } of transitions) if (from === state) reached.add(text(to));
  }
  const missed = states.filter((state) => !reached.has(state)).map((state) => `\`${state}\``);
  if (missed.length === 0) return [];
  return [`lead from \`${initial}\` to ${missed.join(', ')}: add the transitions`];
}

/** @param {Lifecycle} lifecycle */
function waysOut({ final, transitions }) {
  return final
    .filter((state) => transitions.some(({ from }) => from === state))
    .map((state) => `end in \`${state}\`: take its transitions away, or it is not final`);
}

import { object, operations, target } from './lib/document.js';
import { lifecycles } from './lib/lifecycle.js';
import { place } from './lib/place.js';

/** @import { IFunctionResult } from '@stoplight/spectral-core' */
/** @import { Node } from './lib/document.js' */
/** @import { Lifecycle } from './lib/lifecycle.js' */

/**
 * Demands of a lifecycle that it says once, for each state, what each of its operations does there,
 * and that these operations answer as it says.
 *
 * @param {unknown} document
 * @returns {IFunctionResult[]}
 */
export default function lifecycleOperations(document) {
  const known = new Map(operations(document).map(({ node }) => [node.operationId, node]));
  return lifecycles(document).flatMap((lifecycle) =>
    [
      ...causes(lifecycle),
      ...absent(lifecycle, known),
      ...pairs(lifecycle),
      ...answers(lifecycle, known, document),
    ].map((fault) => ({
      message: `The lifecycle of ${place(document, lifecycle.path.slice(0, -1))} must ${fault}.`,
      path: lifecycle.path,
    })),
  );
}

/** @param {Lifecycle} lifecycle */
function causes({ transitions }) {
  return transitions
    .filter((entry) => 'operation' in entry === 'cause' in entry)
    .map(
      ({ from, to }) =>
        `have one reason for \`${from}\` to \`${to}\`: write either \`operation\` or \`cause\``,
    );
}

/** @param {Lifecycle} lifecycle */
function statements({ transitions, unchanged, refused }) {
  return [
    ...transitions.map(({ from, operation }) => ({ state: String(from), operation })),
    ...[...unchanged, ...refused].map((entry) => ({
      state: String(entry.in),
      operation: entry.operation,
    })),
  ].filter(({ operation }) => operation !== undefined);
}

/**
 * @param {Lifecycle} lifecycle
 * @param {Map<unknown, Node>} known
 */
function absent(lifecycle, known) {
  return names(lifecycle)
    .filter((name) => !known.has(name))
    .map((name) => `name operations that exist: mend \`${name}\``);
}

/** @param {Lifecycle} lifecycle */
function pairs(lifecycle) {
  const stated = statements(lifecycle);
  const wanted = names(lifecycle).flatMap((operation) =>
    lifecycle.states.map((state) => ({ state, operation })),
  );
  return wanted.flatMap(({ state, operation }) => {
    const count = stated.filter((s) => s.state === state && s.operation === operation).length;
    const what = `say what \`${operation}\` does in \`${state}\``;
    if (count === 0) return [`${what}: add it to \`transitions\`, \`unchanged\` or \`refused\``];
    return count === 1 ? [] : [`${what} once, not ${count} times: take the others away`];
  });
}

/**
 * @param {Lifecycle} lifecycle
 * @param {Map<unknown, Node>} known
 * @param {unknown} document
 */
function answers({ refused }, known, document) {
  return refused.flatMap(({ operation, status, example }) => {
    const node = known.get(operation);
    if (node === undefined) return [];
    const response = object(node.responses)[String(status)];
    if (response === undefined) {
      return [`refuse with a status of \`${operation}\`: declare ${status}, or mend it`];
    }
    const media = Object.values(object(target(document, response).content));
    if (media.some((type) => String(example) in object(object(type).examples))) return [];
    return [`refuse with an example of ${status} of \`${operation}\`: add \`${example}\` there`];
  });
}

/** @param {Lifecycle} lifecycle */
function names(lifecycle) {
  return [...new Set(statements(lifecycle).map(({ operation }) => operation))];
}

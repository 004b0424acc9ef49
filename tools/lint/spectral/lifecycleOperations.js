import { object, operations, own, target, text } from './lib/document.js';
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
        `have one reason for \`${text(from)}\` to \`${text(to)}\`: write either \`operation\` or \`cause\``,
    );
}

/** @param {Lifecycle} lifecycle */
function statements({ transitions, unchanged, refused }) {
  return [
    ...transitions.map(({ from, operation }) => ({ state: text(from), operation })),
    ...[...unchanged, ...refused].map((entry) => ({
      state: text(entry.in),
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
    .map((name) => `name operations that exist: mend \`${text(name)}\``);
}

/** @param {Lifecycle} lifecycle */
function pairs(lifecycle) {
  const stated = statements(lifecycle);
  const wanted = names(lifecycle).flatMap((operation) =>
    lifecycle.states.map((state) => ({ state, operation })),
  );
  return wanted.flatMap(({ state, operation }) => {
    const count = stated.filter((s) => s.state === state && s.operation === operation).length;
    const what = `say what \`${text(operation)}\` does in \`${state}\``;
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
    const response = own(node.responses, text(status));
    if (response === undefined) {
      return [
        `refuse with a status of \`${text(operation)}\`: declare ${text(status)}, or mend it`,
      ];
    }
    const media = Object.values(object(target(document, response).content));
    if (media.some((type) => own(object(type).examples, text(example)) !== undefined)) return [];
    return [
      `refuse with an example of ${text(status)} of \`${text(operation)}\`: add \`${text(example)}\` there`,
    ];
  });
}

/** @param {Lifecycle} lifecycle */
function names(lifecycle) {
  return [...new Set(statements(lifecycle).map(({ operation }) => operation))];
}

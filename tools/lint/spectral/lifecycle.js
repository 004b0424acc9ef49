import * as doc from './lib/document.js';

const { list, object, own, target, text } = doc;

/**
 * Returns the lifecycles. Entries of a wrong shape are left out: `contract-lifecycle-shape` reports them.
 *
 * @param {unknown} document
 */
function lifecycles(document) {
  return doc
    .parts(document)
    .filter(({ node }) => 'x-lifecycle' in node)
    .map(({ node, path }) => {
      const lifecycle = object(node['x-lifecycle']);
      return {
        path: [...path, 'x-lifecycle'],
        states: list(node.enum).map(text),
        initial: text(lifecycle.initial),
        final: list(lifecycle.final).map(text),
        transitions: list(lifecycle.transitions).filter(doc.isObject),
        unchanged: list(lifecycle.unchanged).filter(doc.isObject),
        rejected: list(lifecycle.rejected).filter(doc.isObject),
      };
    });
}

/** @typedef {ReturnType<typeof lifecycles>[number]} Lifecycle */

/**
 * The states are those of the enumeration, each is reached, and the final ones are not left.
 *
 * @type {doc.Rule}
 */
function states(document, report) {
  for (const lifecycle of lifecycles(document)) {
    const { initial, final, transitions } = lifecycle;
    for (const state of namedStates(lifecycle)) {
      if (lifecycle.states.includes(state)) continue;
      report(
        lifecycle,
        `use the states of its enum: add \`${state}\` to \`enum\`, or fix the name`,
      );
    }
    const reached = reachedStates(lifecycle);
    const missed = lifecycle.states.filter((state) => !reached.has(state));
    if (missed.length > 0) {
      const names = missed.map((state) => `\`${state}\``).join(', ');
      report(
        lifecycle,
        `lead from \`${initial}\` to ${names}: add the transitions`,
      );
    }
    for (const state of final) {
      if (!transitions.some(({ from }) => from === state)) continue;
      report(
        lifecycle,
        `end in \`${state}\`: remove its transitions, or it is not final`,
      );
    }
  }
}

/** @param {Lifecycle} lifecycle */
function namedStates({ initial, final, transitions, unchanged, rejected }) {
  const ends = transitions.flatMap(({ from, to }) => [from, to]);
  const stays = [...unchanged, ...rejected].map((entry) => entry.in);
  return new Set([initial, ...final, ...ends, ...stays].map(text));
}

/** @param {Lifecycle} lifecycle */
function reachedStates({ initial, transitions }) {
  const reached = new Set([initial]);
  // A set yields what is added to it while it is read.
  for (const state of reached) {
    for (const { from, to } of transitions)
      if (from === state) reached.add(text(to));
  }
  return reached;
}

/**
 * The operations exist, each has one result in each state, and what is rejected is declared.
 *
 * @type {doc.Rule}
 */
function operations(document, report) {
  const declared = new Map(
    doc.operations(document).map(({ node }) => [node.operationId, node]),
  );
  for (const lifecycle of lifecycles(document)) {
    for (const { from, to, ...transition } of lifecycle.transitions) {
      if ('operation' in transition !== 'cause' in transition) continue;
      const what = `have one reason for \`${text(from)}\` to \`${text(to)}\``;
      report(lifecycle, `${what}: write either \`operation\` or \`cause\``);
    }
    reportResults(lifecycle, report, declared);
    for (const entry of lifecycle.rejected) {
      const operation = declared.get(entry.operation);
      if (operation)
        reportRejection(document, lifecycle, report, entry, operation);
    }
  }
}

/** @type {(lifecycle: Lifecycle, report: doc.Report, declared: ReadonlyMap<unknown, doc.Node>) => void} */
function reportResults(lifecycle, report, declared) {
  const { transitions, unchanged, rejected } = lifecycle;
  const results = [
    ...transitions.map(({ from, operation }) => ({ state: from, operation })),
    ...[...unchanged, ...rejected].map((entry) => ({
      state: entry.in,
      operation: entry.operation,
    })),
  ].filter(({ operation }) => operation !== undefined);
  for (const name of new Set(results.map(({ operation }) => operation))) {
    if (!declared.has(name)) {
      report(lifecycle, `name operations that exist: fix \`${text(name)}\``);
    }
    for (const state of lifecycle.states) {
      const count = results.filter(
        (it) => it.state === state && it.operation === name,
      ).length;
      const what = `state what \`${text(name)}\` does in \`${state}\``;
      if (count === 0) {
        report(
          lifecycle,
          `${what}: add it to \`transitions\`, \`unchanged\` or \`rejected\``,
        );
      } else if (count > 1) {
        report(
          lifecycle,
          `${what} once, not ${count} times: remove the others`,
        );
      }
    }
  }
}

/**
 * @type {(document: unknown, lifecycle: Lifecycle, report: doc.Report, entry: doc.Node, operation: doc.Node) => void}
 */
function reportRejection(document, lifecycle, report, entry, operation) {
  const { status, example } = entry;
  const id = `\`${text(entry.operation)}\``;
  const response = own(operation.responses, text(status));
  if (response === undefined) {
    report(
      lifecycle,
      `use a status that ${id} declares: declare ${text(status)}, or fix it`,
    );
    return;
  }
  const media = Object.values(object(target(document, response).content));
  if (
    media.some(
      (type) => own(object(type).examples, text(example)) !== undefined,
    )
  )
    return;
  report(
    lifecycle,
    `use an example of ${text(status)} of ${id}: add \`${text(example)}\` there`,
  );
}

export default doc.functionOf({ states, operations });

import { LifecycleGraph } from '@agent-conversation/contract';
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
      const graph = new LifecycleGraph('', {
        initial: text(lifecycle.initial),
        final: list(lifecycle.final).map(text),
        transitions: entriesOf(lifecycle.transitions),
        unchanged: entriesOf(lifecycle.unchanged),
        rejected: entriesOf(lifecycle.rejected),
      });
      return {
        path: [...path, 'x-lifecycle'],
        states: list(node.enum).map(text),
        graph,
      };
    });
}

/** @typedef {ReturnType<typeof lifecycles>[number]} Lifecycle */

/** @type {(value: unknown) => any[]} */
function entriesOf(value) {
  return list(value).filter((entry) => {
    const values = Object.values(object(entry));
    return values.length > 0 && values.every((it) => typeof it === 'string');
  });
}

/**
 * The states are those of the enumeration, each is reached, and the final ones are not left.
 *
 * @type {doc.Rule}
 */
function states(document, report) {
  for (const lifecycle of lifecycles(document)) {
    const { initial, final, steps } = lifecycle.graph;
    const ends = steps.flatMap(({ from, to }) => [from, to]);
    for (const state of new Set([initial, ...final, ...ends])) {
      if (lifecycle.states.includes(state)) continue;
      report(
        lifecycle,
        `use the states of its enum: add \`${state}\` to \`enum\`, or fix the name`,
      );
    }
    const reached = lifecycle.graph.waysFrom(initial);
    const missed = lifecycle.states.filter((state) => !reached.has(state));
    if (missed.length > 0) {
      const names = missed.map((state) => `\`${state}\``).join(', ');
      report(
        lifecycle,
        `lead from \`${initial}\` to ${names}: add the transitions`,
      );
    }
    for (const state of final) {
      const leaving = steps.filter((step) => step.from === state);
      if (!leaving.some(({ kind }) => kind === 'transition')) continue;
      report(
        lifecycle,
        `end in \`${state}\`: remove its transitions, or it is not final`,
      );
    }
  }
}

/**
 * The operations exist, each has one result in each state, and what is rejected is declared.
 *
 * @type {doc.Rule}
 */
function operations(document, report) {
  const declared = new Map(
    doc.operations(document).map(({ node }) => [text(node.operationId), node]),
  );
  for (const lifecycle of lifecycles(document)) {
    for (const step of lifecycle.graph.steps) {
      const { kind, from, to } = step;
      if (kind !== 'transition' || 'operation' in step !== 'cause' in step)
        continue;
      const what = `have one reason for \`${from}\` to \`${to}\``;
      report(lifecycle, `${what}: write either \`operation\` or \`cause\``);
    }
    reportResults(lifecycle, report, declared);
    for (const step of lifecycle.graph.steps) {
      const operation = declared.get(text(step.operation));
      if (operation && step.kind === 'rejected')
        reportRejection(document, lifecycle, report, step, operation);
    }
  }
}

/** @type {(lifecycle: Lifecycle, report: doc.Report, declared: ReadonlyMap<string, doc.Node>) => void} */
function reportResults(lifecycle, report, declared) {
  const { steps } = lifecycle.graph;
  for (const name of new Set(steps.flatMap((it) => it.operation ?? []))) {
    if (!declared.has(name))
      report(lifecycle, `name operations that exist: fix \`${name}\``);
    for (const state of lifecycle.states) {
      const count = steps.filter(
        (it) => it.from === state && it.operation === name,
      ).length;
      const what = `state what \`${name}\` does in \`${state}\``;
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
 * @param {unknown} document
 * @param {Lifecycle} lifecycle
 * @param {doc.Report} report
 * @param {Lifecycle['graph']['steps'][number]} step
 * @param {doc.Node} operation
 */
function reportRejection(document, lifecycle, report, step, operation) {
  const { operation: name, status = '', example = '' } = step;
  const id = `\`${name}\``;
  const response = own(operation.responses, status);
  if (response === undefined) {
    report(
      lifecycle,
      `use a status that ${id} declares: declare ${status}, or fix it`,
    );
    return;
  }
  const media = Object.values(object(target(document, response).content));
  if (media.some((type) => own(object(type).examples, example) !== undefined))
    return;
  report(
    lifecycle,
    `use an example of ${status} of ${id}: add \`${example}\` there`,
  );
}

export default doc.functionOf({ states, operations });

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

const states = doc.each(lifecycles, ({ states: known, initial, final, ...lists }) => {
  const { transitions, unchanged, rejected } = lists;
  const ends = transitions.flatMap(({ from, to }) => [from, to]);
  const stays = [...unchanged, ...rejected].map((entry) => entry.in);
  const named = new Set([initial, ...final, ...ends, ...stays].map(text));
  const reached = new Set([initial]);
  // A set yields what is added to it while it is read.
  for (const state of reached) {
    for (const { from, to } of transitions) if (from === state) reached.add(text(to));
  }
  const missed = known.filter((state) => !reached.has(state)).map((state) => `\`${state}\``);
  return [
    ...[...named]
      .filter((state) => !known.includes(state))
      .map((state) => `use the states of its enum: add \`${state}\` to \`enum\`, or fix the name`),
    ...(missed.length === 0
      ? []
      : [`lead from \`${initial}\` to ${missed.join(', ')}: add the transitions`]),
    ...final
      .filter((state) => transitions.some(({ from }) => from === state))
      .map((state) => `end in \`${state}\`: remove its transitions, or it is not final`),
  ];
});

const operations = doc.each(lifecycles, ({ states: known, ...lists }, document) => {
  const { transitions, unchanged, rejected } = lists;
  const declared = new Map(doc.operations(document).map(({ node }) => [node.operationId, node]));
  const stated = [
    ...transitions.map(({ from, operation }) => ({ state: from, operation })),
    ...[...unchanged, ...rejected].map((entry) => ({
      state: entry.in,
      operation: entry.operation,
    })),
  ].filter(({ operation }) => operation !== undefined);
  const names = [...new Set(stated.map(({ operation }) => operation))];
  return [
    ...transitions
      .filter((entry) => 'operation' in entry === 'cause' in entry)
      .map(
        ({ from, to }) =>
          `have one reason for \`${text(from)}\` to \`${text(to)}\`: write either \`operation\` or \`cause\``,
      ),
    ...names
      .filter((name) => !declared.has(name))
      .map((name) => `name operations that exist: fix \`${text(name)}\``),
    ...names.flatMap((name) =>
      known.flatMap((state) => {
        const count = stated.filter((s) => s.state === state && s.operation === name).length;
        const what = `state what \`${text(name)}\` does in \`${state}\``;
        if (count === 0) {
          return [`${what}: add it to \`transitions\`, \`unchanged\` or \`rejected\``];
        }
        return count === 1 ? [] : [`${what} once, not ${count} times: remove the others`];
      }),
    ),
    ...rejected.flatMap(({ operation, status, example }) => {
      if (!declared.has(operation)) return [];
      const id = `\`${text(operation)}\``;
      const response = own(declared.get(operation)?.responses, text(status));
      if (response === undefined) {
        return [`use a status that ${id} declares: declare ${text(status)}, or fix it`];
      }
      const media = Object.values(object(target(document, response).content));
      if (media.some((type) => own(object(type).examples, text(example)) !== undefined)) return [];
      return [`use an example of ${text(status)} of ${id}: add \`${text(example)}\` there`];
    }),
  ];
});

export default doc.choose({ states, operations });

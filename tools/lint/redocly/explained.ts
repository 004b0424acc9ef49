import type { Context, Node, Visit, Visitor } from './visitor.ts';

/** Adds to what a rule reports how its page is read; Redocly shows that below the finding. */
export function explained(id: string, rule: () => Visitor): () => Visitor {
  const reference = `npm run lint -- --explain contract/${id}`;
  const explain = (value: unknown): unknown =>
    typeof value === 'function' ? explainVisit(value as Visit, reference) : explainAll(value);
  const explainAll = (visits: unknown) =>
    Object.fromEntries(
      Object.entries(visits as object).map(([key, value]) => [key, explain(value)]),
    );
  return () => explainAll(rule());
}

function explainVisit(visit: Visit, reference: string): Visit {
  return (node: Node, context: Context, resolved) =>
    visit(
      node,
      { ...context, report: (problem) => context.report({ reference, ...problem }) },
      resolved,
    );
}

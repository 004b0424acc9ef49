/** Reports schemas that no value satisfies. */
import { isObject, type JsonObject } from '@agent-conversation/contract';
import { Inclusion } from '@agent-conversation/inclusion';
import { Report, type Contract, type Diagnostic } from '../diagnostic.ts';
import { type LocatedSchema, schemasOf, show } from './schemas-of.ts';

/**
 * Reports each schema that no value satisfies, although those in it can be satisfied. A schema that says so, `not: {}`,
 * is none of them.
 */
export function checkSatisfiable({
  files,
  document,
}: Contract): readonly Diagnostic[] {
  if (!isObject(document)) return [];
  const report = new Report(files, 'contract-satisfiable');
  const isSatisfiable = satisfiabilityIn(document);
  const empty = schemasOf(document).filter(
    ({ schema }) => !isNever(schema) && !isSatisfiable(schema),
  );
  const causes = empty.filter((located) => !isConsequence(located, empty));
  // Where each is a consequence of another one, a schema requires itself.
  const recursive = empty
    .filter(({ schema }) => !('$ref' in schema))
    .slice(0, 1);
  for (const located of causes.length > 0 ? causes : recursive) {
    const { schema, path } = located;
    const conflict = conflictIn(schema, isSatisfiable);
    const keyword = conflict.find((name) => name !== 'type');
    const list = conflict.map((name) => show(name, schema[name])).join(', ');
    const message =
      keyword === undefined
        ? 'No value satisfies this schema: its keywords contradict each other. Fix them.'
        : `No value satisfies ${list}: fix what contradicts the other.`;
    report.add([...path, ...(keyword === undefined ? [] : [keyword])], message);
  }
  return report.diagnostics;
}

/** Whether a schema says that nothing is valid. */
function isNever({ not }: JsonObject): boolean {
  return not === true || (isObject(not) && Object.keys(not).length === 0);
}

/** Returns a function that searches a value; without a decision, a schema counts as satisfiable. */
function satisfiabilityIn(root: JsonObject): (schema: JsonObject) => boolean {
  const inclusion = new Inclusion(root, root);
  const nothing = { schema: { not: {} }, side: { id: 'b', root } } as const;
  return (schema) =>
    inclusion.counterexample({ schema, side: { id: 'a', root } }, nothing)
      .kind !== 'none';
}

/** Whether a schema is only unsatisfiable because one in it is, or one that it refers to. */
function isConsequence(
  outer: LocatedSchema,
  empty: readonly LocatedSchema[],
): boolean {
  return empty.some((inner) => {
    if (inner === outer) return false;
    const reference = `"#/${inner.path.join('/')}"`;
    const isInside =
      inner.path.length > outer.path.length &&
      outer.path.every((step, i) => step === inner.path[i]);
    return isInside || JSON.stringify(outer.schema).includes(reference);
  });
}

/** Returns the keywords without any one of which the schema could be satisfied. */
function conflictIn(
  schema: JsonObject,
  isSatisfiable: (schema: JsonObject) => boolean,
): readonly string[] {
  return Object.keys(schema).filter((keyword) => {
    const { [keyword]: _, ...others } = schema;
    return isSatisfiable(others);
  });
}

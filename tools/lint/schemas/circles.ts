/** Reports schemas that consist of themselves. */
import {
  isList,
  isObject,
  type Json,
  valueAt,
} from '@agent-conversation/contract';
import {
  Report,
  type Contract,
  type Diagnostic,
  type Path,
} from '../diagnostic.ts';
import { schemasOf, show } from './schemas-of.ts';

/** Keywords whose schemas apply to the same value. */
const inPlace = ['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else'];

interface Reference {
  readonly target: string;
  /** From the schema that is followed. */
  readonly path: Path;
}

/** Reports each `$ref` in a component that leads back to the component without a property or an item between them. */
export function checkCircles({
  files,
  document,
}: Contract): readonly Diagnostic[] {
  const report = new Report(files, 'contract-circles');
  for (const { schema, path } of schemasOf(document)) {
    const isComponent = path.length === 3 && path[0] === 'components';
    if (!isComponent) continue;
    const pointer = `#/${path.join('/')}`;
    for (const { target, path: steps } of referencesInPlace(schema)) {
      if (!leadsTo(document, target, pointer)) continue;
      const reference = show('$ref', target.replace(/^.*\//, ''));
      report.add(
        [...path, ...steps, '$ref'],
        `${path[2]} must not consist of itself: ${reference} leads back to it. Remove it, or refer to another schema.`,
      );
    }
  }
  return report.diagnostics;
}

function leadsTo(document: unknown, from: string, to: string): boolean {
  const reached = new Set([from]);
  // A set yields what is added to it while it is read.
  for (const pointer of reached) {
    for (const { target } of referencesInPlace(
      valueAt(document, pointer.slice(1)),
    )) {
      reached.add(target);
    }
  }
  return reached.has(to);
}

/** Returns the references of a schema, and of the schemas in it that apply to the same value. */
function referencesInPlace(
  schema: Json | undefined,
  path: Path = [],
): readonly Reference[] {
  if (!isObject(schema)) return [];
  const { $ref } = schema;
  const reference = typeof $ref === 'string' ? [{ target: $ref, path }] : [];
  const inner = inPlace.flatMap((keyword) => {
    const child = schema[keyword];
    if (!isList(child)) return referencesInPlace(child, [...path, keyword]);
    return child.flatMap((branch, i) =>
      referencesInPlace(branch, [...path, keyword, i]),
    );
  });
  return [...reference, ...inner];
}

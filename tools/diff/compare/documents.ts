/** Compares two documents: operations, and what is beside them. */
import { listOf, objectOf } from '@agent-conversation/contract';
import {
  bothSides,
  childPair,
  type Comparison,
  existenceOf,
  isUnchanged,
  namesOf,
  type Pair,
  withValues,
} from './comparison.ts';
import { Scope, withAnother } from './keywords.ts';
import { OperationComparison } from './operations.ts';

/** The dialect of schemas that name none (OpenAPI 3.1, section 4.8.24.5). */
const usualDialects = [
  undefined,
  'https://spec.openapis.org/oas/3.1/dialect/base',
];

export function compareDocuments(comparison: Comparison): void {
  const root = bothSides((side) => ({ pointer: '', value: comparison[side] }));
  const scope = new Scope(comparison);
  const operations = new OperationComparison(comparison);
  scope.keywords(root, {
    openapi(part) {
      // 3.1 and 3.2 are compatible with what was before; 3.0 is read as 3.1.
      if (!isUnchanged(part))
        scope.report('specification-minor', root, { part });
    },
    jsonSchemaDialect(part) {
      const areUsual = [part.base, part.current].every(({ value }) =>
        usualDialects.includes(value as string | undefined),
      );
      if (!isUnchanged(part) && !areUsual)
        scope.report('specification', root, { part });
    },
    info(part) {
      // `info.version` is compared elsewhere.
      const [before, after] = [part.base, part.current].map(({ value }) => ({
        ...objectOf(value),
        version: '',
      }));
      const texts = withValues(part, before, after);
      if (!isUnchanged(texts))
        scope.report('text', root, { part, value: 'info' });
    },
    tags: () => scope.reportOther('text', root, 'tags'),
    $self: () => scope.reportOther('text', root, '$self'),
    servers(part) {
      if (!haveSameTexts(part))
        scope.report('text', root, { part, value: 'servers' });
    },
    paths: (part) => operations.paths(part),
    webhooks: (part) => operations.events(part),
    components: (part) =>
      compareSchemaNames(scope, childPair(part, 'schemas'), operations),
    security: withAnother,
  });
}

/** Types are named by schemas: a name that goes breaks programs, unless the same schema has another one. */
function compareSchemaNames(
  scope: Scope,
  all: Pair,
  operations: OperationComparison,
): void {
  const { schemas } = operations;
  for (const name of namesOf(all)) {
    const schema = childPair(all, name);
    const existence = existenceOf(schema);
    if (existence === undefined) schemas.compareUnused(schema);
    else if (!schemas.isElsewhere(schema) && !operations.isRemovedWith(name))
      scope.report(`schema-${existence}`, schema);
  }
}

/** Whether servers of both documents have the same descriptions. Addresses are compared where they are used. */
function haveSameTexts({ base, current }: Pair): boolean {
  return listOf(base.value).every((server) => {
    const { url, description } = objectOf(server);
    const currentServer = listOf(current.value).find(
      (each) => objectOf(each)['url'] === url,
    );
    return (
      currentServer === undefined ||
      objectOf(currentServer)['description'] === description
    );
  });
}

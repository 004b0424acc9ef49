/** Compares two documents: operations, and what is beside them. */
import {
  isObject,
  type Json,
  listOf,
  objectOf,
  textOf,
} from '@agent-conversation/contract';
import { isDeepStrictEqual } from 'node:util';
import {
  childPair,
  type Comparison,
  existenceOf,
  namesOf,
  type Pair,
} from './comparison.ts';
import { compareRest, report } from './keywords.ts';
import { OperationComparison } from './operations.ts';

/** The dialect of schemas that name none (OpenAPI 3.1, section 4.8.24.5). */
const usualDialects = [
  undefined,
  'https://spec.openapis.org/oas/3.1/dialect/base',
];

export function compareDocuments(comparison: Comparison): void {
  const root: Pair = {
    base: { pointer: '', value: comparison.base },
    current: { pointer: '', value: comparison.current },
  };
  const operations = new OperationComparison(comparison);
  operations.paths(childPair(root, 'paths'));
  operations.events(childPair(root, 'webhooks'), undefined);
  compareVersions(comparison, root);
  compareSchemaNames(
    comparison,
    childPair(childPair(root, 'components'), 'schemas'),
    operations,
  );
  compareTexts(comparison, root);
  const compared =
    'openapi $self jsonSchemaDialect info tags servers paths webhooks components security';
  compareRest(comparison, root, compared.split(' '), 'request', undefined);
}

function compareVersions(comparison: Comparison, root: Pair): void {
  const version = childPair(root, 'openapi');
  const [before, after] = [
    textOf(version.base.value),
    textOf(version.current.value),
  ];
  if (before !== after) {
    // 3.1 and 3.2 are compatible with what was before; 3.0 is read as 3.1.
    report(comparison, 'specification-minor', root, 'request', undefined, {
      part: version,
    });
  }
  const dialect = childPair(root, 'jsonSchemaDialect');
  const isUsual = ({ value }: Pair['base']) =>
    usualDialects.includes(value as string | undefined);
  const isSame = dialect.base.value === dialect.current.value;
  if (isSame || (isUsual(dialect.base) && isUsual(dialect.current))) return;
  report(comparison, 'specification', root, 'request', undefined, {
    part: dialect,
  });
}

/** Types are named by schemas: a name that goes breaks programs, unless the same schema has another one. */
function compareSchemaNames(
  comparison: Comparison,
  all: Pair,
  operations: OperationComparison,
): void {
  const { schemas } = operations;
  for (const name of namesOf(all)) {
    const schema = childPair(all, name);
    const existence = existenceOf(schema);
    if (existence === undefined) schemas.compareUnused(schema);
    else if (!schemas.isElsewhere(schema) && !operations.isRemovedWith(name)) {
      report(comparison, `schema-${existence}`, schema, 'request', undefined);
    }
  }
}

function compareTexts(comparison: Comparison, root: Pair): void {
  for (const name of ['info', 'tags', 'servers', '$self']) {
    const part = childPair(root, name);
    const isSame =
      name === 'servers'
        ? haveSameTexts(part)
        : isDeepStrictEqual(...textsOf(part));
    if (!isSame)
      report(comparison, 'text', root, 'request', undefined, {
        part,
        value: name,
      });
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

/** Returns what people read; `info.version` is compared elsewhere. */
function textsOf({ base, current }: Pair): [Json, Json] {
  const withoutVersion = ({ value = null }: Pair['base']): Json => {
    if (!isObject(value)) return value;
    const { version: _, ...texts } = value;
    return texts;
  };
  return [withoutVersion(base), withoutVersion(current)];
}

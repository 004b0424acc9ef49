import { type Contract, operationsOf, resolve, type Schema } from './contract.ts';

/** What the answers of a contract are made of. */
export interface AnswerSchemas {
  /** All schemas, references resolved. */
  readonly schemas: readonly Schema[];
  /** The references that lead to themselves again. */
  readonly recursive: ReadonlySet<string>;
}

/** Gathers the schemas of all answers. */
export function schemasOfAnswers(document: Contract): AnswerSchemas {
  const schemas = new Set<Schema>();
  const references = new Set<string>();
  for (const { answers } of operationsOf(document)) {
    for (const { schema } of answers.values()) {
      if (schema) gather(document, schema, schemas, references);
    }
  }
  const leadsToItself = ($ref: string) => {
    const reached = new Set<string>();
    for (const inner of partsOf(resolve<Schema>(document, { $ref }))) {
      gather(document, inner, new Set(), reached);
    }
    return reached.has($ref);
  };
  return { schemas: [...schemas], recursive: new Set([...references].filter(leadsToItself)) };
}

/** Adds a schema and all that it is made of, with the references that lead there. */
function gather(
  document: Contract,
  schema: Schema,
  schemas: Set<Schema>,
  references: Set<string>,
): void {
  if (schema.$ref !== undefined) {
    if (references.has(schema.$ref)) return;
    references.add(schema.$ref);
  }
  const resolved = resolve<Schema>(document, schema);
  schemas.add(resolved);
  for (const inner of partsOf(resolved)) gather(document, inner, schemas, references);
}

/** The schemas that stand directly in one. */
function partsOf(schema: Schema): readonly Schema[] {
  const { properties = {}, additionalProperties, unevaluatedProperties, items } = schema;
  return [
    ...Object.values(properties),
    ...[additionalProperties, unevaluatedProperties, items].filter(
      (each) => typeof each === 'object',
    ),
    ...(schema.prefixItems ?? []),
    ...(schema.anyOf ?? []),
    ...(schema.oneOf ?? []),
  ];
}

import { calls, bodyReferences, references, type Contract } from '../contract.ts';

/** What refers to a schema directly: operations by operationId, schemas by name, both in order. */
export interface SchemaUses {
  readonly operations: readonly string[];
  readonly schemas: readonly string[];
}

/** The uses of every component schema, by its name. */
export function schemaUses(contract: Contract): Map<string, SchemaUses> {
  const { schemas } = contract.components;
  const byOperations = reversed(
    calls(contract).map(({ operation, parameters }) => {
      const responses = Object.values(operation.responses);
      return [
        operation.operationId,
        [
          ...parameters.flatMap(({ schema }) => references(schema)),
          ...bodyReferences(operation.requestBody?.content),
          ...responses.flatMap(({ content }) => bodyReferences(content)),
        ],
      ];
    }),
  );
  const bySchemas = reversed(
    Object.entries(schemas).map(([name, schema]) => [name, references(schema)]),
  );
  return new Map(
    Object.keys(schemas).map((name) => [
      name,
      {
        operations: [...(byOperations.get(name) ?? [])].toSorted(),
        schemas: [...(bySchemas.get(name) ?? [])].toSorted(),
      },
    ]),
  );
}

function reversed(uses: readonly [string, readonly string[]][]): Map<string, Set<string>> {
  const users = new Map<string, Set<string>>();
  for (const [user, used] of uses) {
    for (const name of used) users.set(name, (users.get(name) ?? new Set()).add(user));
  }
  return users;
}

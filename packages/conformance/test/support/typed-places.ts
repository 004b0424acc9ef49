import { contract, type Operation, operations, resolve, type Schema } from '../../src/contract.ts';

/** A place of the contract, and the name by which its generated type is reached. */
export interface TypedPlace {
  /** The place in words, such as `startSandbox 200`. */
  readonly title: string;
  readonly schema: Schema;
  readonly type: string;
}

/** Every component schema, by its exported name. */
const components: readonly TypedPlace[] = Object.entries(contract.components.schemas).map(
  ([name, schema]) => ({ title: name, schema, type: `types.${name}` }),
);

/** Every schema of the contract that has a type: components, bodies and parameters. */
export const typedPlaces: readonly TypedPlace[] = [
  ...components,
  ...operations.flatMap((operation) => [...parametersOf(operation), ...bodiesOf(operation)]),
];

function parametersOf({ operationId, parameters }: Operation): TypedPlace[] {
  return parameters.map((reference) => {
    const { name, in: place, schema } = resolve(reference);
    const group = `types.operations['${operationId}']['parameters']['${place}']`;
    const type = `NonNullable<${group}>['${name}']`;
    return { title: `${operationId} ${name}`, schema, type };
  });
}

function bodiesOf({ operationId, requestBody, responses }: Operation): TypedPlace[] {
  const type = `types.operations['${operationId}']`;
  return [
    ...Object.entries(requestBody?.content ?? {}).map(([media, { schema }]) => ({
      title: `${operationId} request`,
      schema,
      type: `NonNullable<${type}['requestBody']>['content']['${media}']`,
    })),
    ...Object.entries(responses).flatMap(([status, response]) =>
      Object.entries(resolve(response).content).map(([media, { schema }]) => ({
        title: `${operationId} ${status}`,
        schema,
        type: `${type}['responses'][${status}]['content']['${media}']`,
      })),
    ),
  ];
}

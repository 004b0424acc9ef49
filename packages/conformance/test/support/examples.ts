import { type MediaType, nameOf, operations, resolve, type Schema } from '../../src/contract.ts';

/** One use of an example in the contract. */
export interface ExampleUse {
  /** The use in words, such as `startSandbox 200 SandboxStarting`. */
  readonly title: string;
  readonly schema: Schema;
  readonly value: unknown;
  /** The file to fix when the example is wrong. */
  readonly file: string;
  /** The TypeScript type that the generated types give to this place. */
  readonly type: string;
}

/** Every use of an example for a body, in the order of the contract. */
export const bodyExamples: readonly ExampleUse[] = operations.flatMap((operation) => {
  const { operationId, requestBody, responses } = operation;
  const type = `operations['${operationId}']`;
  const json = `['content']['application/json']`;
  return [
    ...uses(
      `${operationId} request`,
      requestBody && resolve(requestBody).content['application/json'],
      `NonNullable<${type}['requestBody']>${json}`,
    ),
    ...Object.entries(responses).flatMap(([status, response]) =>
      uses(
        `${operationId} ${status}`,
        resolve(response).content['application/json'],
        `${type}['responses'][${status}]${json}`,
      ),
    ),
  ];
});

function uses(place: string, media: MediaType | undefined, type: string): ExampleUse[] {
  if (!media) return [];
  return Object.entries(media.examples ?? {}).map(([name, example]) => ({
    title: `${place} ${name}`,
    schema: media.schema,
    value: resolve(example).value,
    file:
      '$ref' in example
        ? `openapi/components/examples/${nameOf(example.$ref)}.yaml`
        : `${place}, inline`,
    type,
  }));
}

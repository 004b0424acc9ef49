import { contentOf, type DeclaredContent } from '@agent-conversation/contract';
import {
  contract,
  type Operation,
  operations,
  type Reference,
  resolve,
  type Schema,
} from '../../src/contract.ts';

/** The body of a request or of a response that the contract declares. */
export interface DeclaredBody {
  /** Such as `startSandbox 200` or `startSandbox request`. */
  readonly title: string;
  readonly operation: Operation;
  /** Undefined for a request. */
  readonly status: number | undefined;
  readonly schema: Schema;
  /** The values of the examples by name. */
  readonly examples: DeclaredContent['examples'];
}

/** Every body, in the order of the contract. */
export const bodies: readonly DeclaredBody[] = operations.flatMap((operation) => [
  ...(operation.requestBody ? [bodyOf(operation, 'request', operation.requestBody)] : []),
  ...Object.entries(operation.responses).map(([status, it]) => bodyOf(operation, status, it)),
]);

/** Every example of a body. */
export const examples = bodies.flatMap((body) =>
  [...body.examples].map(([name, value]) => ({
    ...body,
    title: `${body.title} ${name}`,
    name,
    value,
  })),
);

function bodyOf(operation: Operation, part: string, node: object): DeclaredBody {
  const declared = contentOf(contract, node);
  return {
    title: `${operation.operationId} ${part}`,
    operation,
    status: part === 'request' ? undefined : Number(part),
    schema: declared.schema!,
    examples: declared.examples,
  };
}

/** Returns the first example of a request body, or of a response with a status; undefined if there is none. */
export function exampleOf({ operationId }: Operation, status?: number): unknown {
  return examples.find((it) => it.operation.operationId === operationId && it.status === status)
    ?.value;
}

/** Returns a schema without references that allows only the properties that the contract lists. */
export function closed(schema: Schema): Schema {
  const isReference = (value: unknown): value is Reference => Object.hasOwn(Object(value), '$ref');
  const text = JSON.stringify(schema, (_, value: object) =>
    isReference(value) ? resolve(value) : value,
  );
  return JSON.parse(text, (_, value: unknown) =>
    Object.hasOwn(Object(value), 'properties')
      ? { ...(value as Schema), additionalProperties: false }
      : value,
  ) as Schema;
}

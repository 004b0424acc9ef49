import {
  childrenOf,
  type Message,
  type Reference,
  type Schema,
} from '@agent-conversation/contract';
import { type Operation, operations, resolve } from '../../src/contract.ts';

/** The body of a request or of a response that the contract declares. */
export interface DeclaredBody {
  /** Such as `startSandbox 200` or `startSandbox request`. */
  readonly title: string;
  readonly operation: Operation;
  /** Undefined for a request. */
  readonly status: number | undefined;
  readonly schema: Schema;
  /** The values of the examples by name. */
  readonly examples: Message['examples'];
}

/** Every body, in the order of the contract. */
export const bodies: readonly DeclaredBody[] = operations.flatMap(
  (operation) => [
    ...(operation.requestBody
      ? [bodyOf(operation, 'request', operation.requestBody)]
      : []),
    ...Object.entries(operation.responses).map(([status, it]) =>
      bodyOf(operation, status, it),
    ),
  ],
);

/** Every example of a body. */
export const examples = bodies.flatMap((body) =>
  [...body.examples].map(([name, value]) => ({
    ...body,
    title: `${body.title} ${name}`,
    name,
    value,
  })),
);

function bodyOf(
  operation: Operation,
  part: string,
  declared: Message,
): DeclaredBody {
  const status = part === 'request' ? undefined : Number(part);
  const title = `${operation.operationId} ${part}`;
  return {
    title,
    operation,
    status,
    schema: declared.schema!,
    examples: declared.examples,
  };
}

/** Returns the first example of a request body, or of a response with a status; undefined if there is none. */
export function exampleOf(
  { operationId }: Operation,
  status?: number,
): unknown {
  return examples.find(
    (it) => it.operation.operationId === operationId && it.status === status,
  )?.value;
}

/** Returns a schema without references that allows only the properties that the contract lists. */
export function closed(schema: Schema): Schema {
  const isReference = (value: unknown): value is Reference =>
    Object.hasOwn(Object(value), '$ref');
  const text = JSON.stringify(schema, (_, value: object) =>
    isReference(value) ? resolve(value) : value,
  );
  return JSON.parse(text, (_, value: unknown) =>
    Object.hasOwn(Object(value), 'properties')
      ? { ...(value as Schema), additionalProperties: false }
      : value,
  ) as Schema;
}

type Steps = readonly (string | number)[];

/** Yields values that differ from a JSON value in one location: it has another value, or the property is removed. */
export function* changesOf(
  value: unknown,
  others: readonly unknown[],
  steps: Steps = [],
): Generator<{ readonly steps: Steps; readonly value: unknown }> {
  for (const other of others) yield { steps, value: other };
  for (const [name, own] of childrenOf(value)) {
    if (!Array.isArray(value)) {
      const { [name]: _, ...rest } = value as Readonly<
        Record<string | number, unknown>
      >;
      yield { steps: [...steps, name], value: rest };
    }
    for (const { steps: inner, value: changed } of changesOf(own, others, [
      ...steps,
      name,
    ])) {
      const whole = Array.isArray(value)
        ? value.with(Number(name), changed)
        : { ...(value as object), [name]: changed };
      yield { steps: inner, value: whole };
    }
  }
}
